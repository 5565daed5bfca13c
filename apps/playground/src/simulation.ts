import { type BroadPhaseName, broadPhases } from '@otedama/collision';
import type { Aabb, Vec2 } from '@otedama/math2d';
import {
  type Body,
  type BodyShape,
  type CharacterState,
  type Invariants,
  loadScene,
  mapJointBodies,
  restoreSnapshot,
  type Scene,
  type SceneCamera,
  takeSnapshot,
  toScene,
  type World,
  type WorldProfile,
} from '@otedama/rigid';
import type { SceneEntry } from '@otedama/scenes';
import { DEFAULT_BROAD_PHASE } from './broad-phase-choice.js';
import type { Sample } from './history.js';
import type { LinkValue } from './link.js';
import { markMadeJoints } from './made-joints.js';
import type { Setting } from './setting.js';
import { isShared } from './shared-scene.js';
import type { SolverChoice } from './solver-choice.js';
import { Walker } from './walker.js';
import { applyWorldValues, type WorldValues, worldSettings } from './world-settings.js';

/** The simulated scene, solver and values. The address of the page contains all of it. */
export interface SimulationChoice {
  readonly entry: SceneEntry;
  readonly parameters: Readonly<Record<string, number>>;
  readonly solver: SolverChoice;
  readonly settings: Readonly<Record<string, LinkValue>>;
  /** The broad phase of the world; the default one if there is none here. */
  readonly broadPhase?: BroadPhaseName | undefined;
  /** Settings of the world; the default ones if there are none here. */
  readonly world?: WorldValues;
}

const phases = ['step', 'refit', 'pairs', 'contacts', 'solve', 'events'] as const;

/**
 * A static shape counts as a wall of the scene if its distance from the centre is less than this multiple of the moving bodies'
 * reach.
 */
const WALL_REACH = 1.4;

/** A static shape below the centre of a view is ground if it reaches across this fraction of its width. */
const FLOOR_SHARE = 0.8;

/** Weight of a new value in the running mean of the step time. About the last twenty steps count. */
const MEAN_WEIGHT = 0.05;

/** A state of a simulation. */
export interface SavedState {
  readonly snapshot: Uint8Array;
  /** State of the scene's character, if it has one. */
  readonly character: CharacterState | null;
}

/** One scene under one solver, stepped at the scene's own rate. */
export class Simulation {
  /** The choice that a restart recreates. */
  choice: SimulationChoice;
  readonly scene: Scene;
  readonly world: World;
  /** The settings that its world has. */
  readonly worldSettings: readonly Setting[];
  /** The character of a scene that has one. */
  readonly walker: Walker | null;
  /** Running means of the time of a step and of its phases, ms. */
  readonly milliseconds: Record<keyof WorldProfile, number> = {
    step: 0,
    refit: 0,
    pairs: 0,
    contacts: 0,
    solve: 0,
    events: 0,
  };

  private measured: Invariants | null = null;
  private measuredAt = -1;

  /** Throws an InputError if the scene rejects the parameters, the solver its settings, or the world its own. */
  constructor(choice: SimulationChoice) {
    this.choice = choice;
    const own = choice.entry.create(choice.parameters);
    this.worldSettings = worldSettings(own);
    const { scene, options } = applyWorldValues(own, choice.world ?? {});
    this.scene = scene;
    const solver = choice.solver.create({ ...this.scene.settings?.[choice.solver.name], ...choice.settings });
    const broadPhase = broadPhases[choice.broadPhase ?? DEFAULT_BROAD_PHASE];
    this.world = loadScene(this.scene, { ...options, solver, broadPhase, now: () => performance.now() });
    if (isShared(choice.entry)) markMadeJoints(this.world, choice.entry.shared.origin);
    const { character } = choice.entry;
    this.walker =
      character === null ? null : new Walker(this.world, { ...character, ...this.scene.character });
  }

  get stepCount(): number {
    return this.world.stats.steps;
  }

  /** Whether nothing moves: no body is awake, and no character walks. */
  get isAsleep(): boolean {
    return this.world.stats.awakeBodies === 0 && !(this.walker?.isMoving ?? false);
  }

  /** Energies, momenta, overlap and joint error of the current state. Measured at most once per step. */
  measure(): Invariants {
    if (this.measured === null || this.measuredAt !== this.stepCount) {
      this.measured = this.world.invariants();
      this.measuredAt = this.stepCount;
    }
    return this.measured;
  }

  /** The current state as a sample of the plots. */
  sample(): Sample {
    const { kineticEnergy, potentialEnergy, linearMomentum, deepestOverlap } = this.measure();
    return {
      time: this.world.time,
      energy: kineticEnergy + potentialEnergy,
      momentum: Math.hypot(linearMomentum.x, linearMomentum.y),
      overlap: deepestOverlap,
      contacts: this.world.countTouching(),
    };
  }

  /**
   * Horizontal distance from the camera's centre to the farthest part of the scene, as a multiple of the camera's half-height. A
   * view should be this wide. Walls near the moving bodies count; ground that extends far beyond them does not. A drum that turns
   * counts with all that it sweeps.
   */
  reach(camera: SceneCamera): number {
    const sides = (moving: boolean): number[] =>
      this.world.bodies
        .filter((body) => (body.type !== 'static') === moving)
        .flatMap((body) => {
          const swept = sweptRadius(body);
          if (swept > 0) return [Math.abs(body.position.x - camera.x) + swept];
          return body.shapes.map(({ aabb }) => Math.max(camera.x - aabb.minX, aabb.maxX - camera.x));
        })
        .filter(Number.isFinite);
    const movers = Math.max(0, ...sides(true));
    const walls = sides(false).filter((side) => side < WALL_REACH * movers);
    return Math.max(movers, ...walls) / camera.halfHeight;
  }

  /** Whether things fall down, and a static shape reaches below a camera's view, as ground does, or crosses its lower half. */
  isGrounded({ x, y, halfHeight }: SceneCamera, aspect: number): boolean {
    if (this.world.gravity.y >= 0) return false;
    const [left, right] = [x - FLOOR_SHARE * aspect * halfHeight, x + FLOOR_SHARE * aspect * halfHeight];
    return this.world.bodies.some(
      ({ type, shapes }) =>
        type === 'static' &&
        shapes.some(
          ({ aabb }) =>
            aabb.minY < y - halfHeight || (aabb.maxY < y && aabb.minX < left && aabb.maxX > right),
        ),
    );
  }

  /**
   * Lowest and highest point at the start, m, over the moving bodies and the static shapes that are fully in the camera's view
   * vertically; a drum that turns counts with all that it sweeps. What starts in the air falls, so the ground counts where it is in the lower
   * half of the view. Null if there is nothing, or if bodies start above the view.
   */
  span(camera: SceneCamera): { readonly bottom: number; readonly top: number } | null {
    const [lowest, highest] = [camera.y - camera.halfHeight, camera.y + camera.halfHeight];
    const falls = this.world.gravity.y < 0;
    let [bottom, top] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (const body of this.world.bodies) {
      const { type, shapes, position } = body;
      const swept = sweptRadius(body);
      if (swept > 0) {
        bottom = Math.min(bottom, position.y - swept);
        top = Math.max(top, position.y + swept);
        continue;
      }
      for (const shape of shapes) {
        const { aabb } = shape;
        if (type === 'static' && (aabb.minY < lowest || aabb.maxY > highest)) {
          const ground = surfaceAt(shape, camera.x);
          if (falls && ground > lowest && ground < camera.y) bottom = Math.min(bottom, ground);
          continue;
        }
        bottom = Math.min(bottom, aabb.minY);
        top = Math.max(top, aabb.maxY);
      }
    }
    return bottom < top && top <= highest ? { bottom, top } : null;
  }

  /** Bounding box of all non-static bodies, m; null if there are none. */
  get moverBounds(): Aabb | null {
    const boxes = this.world.bodies
      .filter((body) => body.type !== 'static')
      .flatMap((body) => body.shapes.map(({ aabb }) => aabb));
    if (boxes.length === 0) return null;
    return boxes.reduce((all, box) => ({
      minX: Math.min(all.minX, box.minX),
      minY: Math.min(all.minY, box.minY),
      maxX: Math.max(all.maxX, box.maxX),
      maxY: Math.max(all.maxY, box.maxY),
    }));
  }

  /** Saves the current state for `restore`, in the memory of another one if it fits there. */
  save(into?: Uint8Array): SavedState {
    const snapshot = takeSnapshot(this.world, { shapes: false, ...(into === undefined ? {} : { into }) });
    return { snapshot, character: this.walker?.mover.state ?? null };
  }

  /** Restores a saved state of this simulation. */
  restore({ snapshot, character }: SavedState): void {
    restoreSnapshot(this.world, snapshot);
    if (this.walker !== null && character !== null) this.walker.mover.state = character;
    this.measured = null;
  }

  /**
   * The current state as data, viewed from a camera. It includes all added bodies, without grab joints. The character is stored
   * separately, because it is not a body of the scene.
   */
  build(camera: SceneCamera): Scene {
    const { world, walker } = this;
    const {
      bodies,
      joints = [],
      ...rest
    } = toScene(world, {
      ...this.scene,
      ...(walker === null ? {} : { character: { position: walker.mover.body.position } }),
      camera,
    });
    const particles = new Set(world.softBodies.flatMap((softBody) => softBody.particles));
    const isCharacter = world.bodies
      .filter((body) => !particles.has(body))
      .map((body) => body === walker?.mover.body);
    const place = isCharacter.indexOf(true);
    const ofScene = joints
      .filter(({ kind }) => kind !== 'grab')
      .map((joint) => mapJointBodies(joint, (k) => (place >= 0 && k > place ? k - 1 : k)));
    return {
      ...rest,
      bodies: bodies.filter((_, k) => k !== place),
      ...(ofScene.length === 0 ? {} : { joints: ofScene }),
    };
  }

  step(): void {
    this.walker?.step(this.scene.timeStep);
    this.world.step(this.scene.timeStep);
    const { profile } = this.world;
    const weight = this.stepCount <= 1 ? 1 : MEAN_WEIGHT;
    for (const phase of phases)
      this.milliseconds[phase] += weight * (profile[phase] - this.milliseconds[phase]);
  }
}

/** Distance from the origin of a body that keeps turning to its farthest point, m; 0 for other bodies. */
function sweptRadius({ type, angularVelocity, shapes }: Body): number {
  return type === 'kinematic' && angularVelocity !== 0 ? Math.max(0, ...shapes.map(farthest)) : 0;
}

/** Distance from the origin of its body to the farthest point of a shape, m; infinite for half-spaces. */
function farthest({ geometry }: BodyShape): number {
  const from = ({ x, y }: Vec2): number => Math.hypot(x, y);
  switch (geometry.kind) {
    case 'circle':
      return from(geometry.center ?? { x: 0, y: 0 }) + geometry.radius;
    case 'polygon':
      return Math.max(...geometry.vertices.map(from)) + (geometry.radius ?? 0);
    case 'capsule':
      return Math.max(from(geometry.point1), from(geometry.point2)) + geometry.radius;
    case 'segment':
    case 'chainSegment':
      return Math.max(from(geometry.point1), from(geometry.point2));
    case 'halfSpace':
      return Number.POSITIVE_INFINITY;
  }
}

/** Height of the upper side of a shape, m: of a half-space at `x`, infinite if it is not below; of other shapes their highest point. */
function surfaceAt({ body, geometry, aabb }: BodyShape, x: number): number {
  if (geometry.kind !== 'halfSpace') return aabb.maxY;
  const normal = body.getWorldVector(geometry.normal);
  const point = body.getWorldPoint(geometry.position ?? { x: 0, y: 0 });
  return normal.y > 0 ? point.y + ((point.x - x) * normal.x) / normal.y : Number.POSITIVE_INFINITY;
}
