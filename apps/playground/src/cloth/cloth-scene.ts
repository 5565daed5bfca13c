import type {
  ClothDefinition,
  Collider,
  MotionLimitsOptions,
  PieceRange,
  Skin,
  TriangleMesh,
  Vector3,
} from '@otedama/cloth-webgpu';
import type { ClothSurface } from '@otedama/render-babylon';
import type { BallDefinition } from './caught-ball.js';
import type { FabricName } from './fabrics.js';
import type { Rod } from './rods.js';

/** Where an animation has the particles of a cloth at a time (s), and how far they may be from there. */
export interface Animation {
  readonly limits: MotionLimitsOptions;
  readonly skin: (time: number) => Skin & { readonly positions: readonly number[] };
  /** Time after which the animation repeats, s. */
  readonly period: number;
}

/** A cloth scene, as data. */
export interface ClothScene {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly cloth: ClothDefinition;
  /** Differences on the CPU backend, where a large cloth would be too slow. */
  readonly onCpu?: ClothDefinition;
  /** The vertices that are drawn instead of the particles, and those on the CPU backend. */
  readonly surfaces?: { readonly onGpu: ClothSurface; readonly onCpu: ClothSurface };
  readonly fabric: FabricName;
  /** Of a cloth of several sheets: where each is in it, on the GPU and on the CPU backend, and its fabric. */
  readonly pieces?: {
    readonly onGpu: readonly PieceRange[];
    readonly onCpu: readonly PieceRange[];
    readonly fabrics: readonly FabricName[];
  };
  /** Babylon's angles (radians), distance and target (metres) of an orbiting camera. */
  readonly camera: {
    readonly alpha: number;
    readonly beta: number;
    readonly radius: number;
    readonly target: Vector3;
  };
  /**
   * How far to the side of its start, or of the outermost places of its animation, a phone still shows the cloth, which swings, m.
   * Default 0.
   */
  readonly swing?: number;
  /** Wooden rods, for decoration. */
  readonly rods?: readonly Rod[];
  /** Whether rings hold the pins on the first rod. Default false. */
  readonly hasRings?: boolean;
  /** Edge of a square canvas, CSS pixels. Without it the canvas fills the stage. */
  readonly frame?: number;
  /** The mesh of the distance fields among the colliders. */
  readonly statue?: TriangleMesh;
  /** The wind (m/s) at a time (s). */
  readonly wind?: (time: number) => Vector3;
  /** The colliders at a time (s), if they move. */
  readonly bodies?: (time: number) => readonly Collider[];
  /** What the cloth follows, if it belongs to a figure. */
  readonly animation?: Animation;
  /**
   * A ball that feels the cloth, before the other colliders. Such a cloth runs on the CPU backend, where the ball feels it after one step,
   * not after some frames.
   */
  readonly ball?: BallDefinition;
}
