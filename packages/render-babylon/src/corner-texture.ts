import { Constants } from '@babylonjs/core/Engines/constants.js';
import '@babylonjs/core/Engines/Extensions/engine.rawTexture.js';
import { RawTexture } from '@babylonjs/core/Materials/Textures/rawTexture.js';
import type { Scene } from '@babylonjs/core/scene.js';
import type { Vec2 } from '@otedama/math2d';
import { CORNER_TEXTURE_WIDTH } from './constants.js';
import { depthOf, type InnerEdges } from './inner-edges.js';
import { meanOf, spineOf } from './spine.js';
import { watchScene } from './watch-scene.js';

/** The corners of all polygons, read by the vertex shader: one texel per corner, x and y in body axes, m. */
export class CornerTexture {
  private data: Float32Array = new Float32Array(4 * CORNER_TEXTURE_WIDTH);
  private rows = 1;
  private used = 0;
  private stale = true;
  private texture: RawTexture | null = null;
  /** First texels of polygons, by what is stored, and by the object that says it, if that never changes. */
  private readonly known: Map<string, number> = new Map();
  private firstOf: WeakMap<object, number> = new WeakMap();
  /** Texels of the polygons that were asked for since `clear`, each once. */
  private readonly wanted: Set<number> = new Set();
  private wantedTexels = 0;
  private readonly stopWatching: () => void;

  private readonly scene: Scene;

  constructor(scene: Scene) {
    this.scene = scene;
    const restored = () => {
      this.stale = true;
    };
    this.stopWatching = watchScene(scene, restored, () => this.dispose());
  }

  /** Tells that all polygons are about to be added again. Those that are will be found; the others are dropped once they are the majority. */
  clear(): void {
    const isMostlyUnused = this.used > 2 * this.wantedTexels;
    this.wanted.clear();
    this.wantedTexels = 0;
    if (!isMostlyUnused) return;
    this.used = 0;
    this.known.clear();
    this.firstOf = new WeakMap();
  }

  /**
   * Stores a polygon and returns its first texel; equal polygons are stored once. The texel after the last corner holds the centre (x, y),
   * its distance from the nearest edge (z), and whether the polygon has a spine (w, 0 or 1). If some of its edges are inside the body, there
   * are more texels: first one with half the spine as a vector (x, y), then the other ends of the edges of the outline that meet the polygon
   * only at a corner.
   *
   * z of a corner is 0 if the edge that starts there is on the outline. If the edge is inside the body, z is 1 plus the place of the end of
   * the edge of the outline that begins there; 1 if there is none. w of a corner is 1 if the corner is inside, otherwise 0 or minus the place
   * of the start of the edge of the outline that ends there. Places are counted from the first texel of the polygon.
   */
  add(corners: readonly Vec2[], inner: InnerEdges | null = null): number {
    const source = inner ?? corners;
    const first = this.firstOf.get(source) ?? this.find(corners, inner);
    if (inner !== null || Object.isFrozen(corners)) this.firstOf.set(source, first);
    if (!this.wanted.has(first)) {
      this.wanted.add(first);
      this.wantedTexels +=
        (inner?.corners ?? corners).length + 1 + (inner === null ? 0 : 1 + inner.beside.length);
    }
    return first;
  }

  /** The first texel of a polygon that equals this one, which is stored if there is none. */
  private find(corners: readonly Vec2[], inner: InnerEdges | null): number {
    const beside = inner?.beside ?? [];
    const marks =
      inner === null
        ? []
        : [
            ...inner.isInner,
            ...inner.isEnclosed,
            inner.depth,
            ...beside.map(({ corner, begins, end }) => `${corner},${begins},${end.x},${end.y}`),
          ];
    const key = [...corners.map((corner) => `${corner.x},${corner.y}`), ...marks].join(';');
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const first = this.used;
    this.known.set(key, first);
    const placeOf = (corner: number, begins: boolean): number => {
      const index = beside.findIndex((edge) => edge.corner === corner && edge.begins === begins);
      return index < 0 ? 0 : corners.length + 2 + index;
    };
    corners.forEach((corner, k) => {
      const isInner = inner?.isInner[k] ?? false;
      const isEnclosed = inner?.isEnclosed[k] ?? false;
      this.write(
        corner.x,
        corner.y,
        isInner ? 1 + placeOf(k, true) : 0,
        isEnclosed ? 1 : 0 - placeOf(k, false),
      );
    });
    const spine = inner === null ? null : spineOf(corners);
    const { x, y } = spine?.center ?? meanOf(corners);
    this.write(x, y, inner?.depth ?? depthOf(corners), spine === null ? 0 : 1);
    if (inner !== null) this.write(spine?.half.x ?? 0, spine?.half.y ?? 0);
    for (const { end } of beside) this.write(end.x, end.y);
    return first;
  }

  /** The updated texture. It is a new object after the texture had to grow. */
  current(): RawTexture {
    if (this.texture === null) {
      this.texture = new RawTexture(
        this.data,
        CORNER_TEXTURE_WIDTH,
        this.rows,
        Constants.TEXTUREFORMAT_RGBA,
        this.scene,
        false,
        false,
        Constants.TEXTURE_NEAREST_SAMPLINGMODE,
        Constants.TEXTURETYPE_FLOAT,
      );
    } else if (this.stale) {
      this.texture.update(this.data);
    }
    this.stale = false;
    return this.texture;
  }

  dispose(): void {
    this.stopWatching();
    this.texture?.dispose();
    this.texture = null;
  }

  private write(x: number, y: number, z = 0, w = 0): void {
    if (4 * this.used === this.data.length) {
      const larger = new Float32Array(2 * this.data.length);
      larger.set(this.data);
      this.data = larger;
      this.rows *= 2;
      this.texture?.dispose();
      this.texture = null;
    }
    this.data[4 * this.used] = x;
    this.data[4 * this.used + 1] = y;
    this.data[4 * this.used + 2] = z;
    this.data[4 * this.used + 3] = w;
    this.used++;
    this.stale = true;
  }
}
