/** Inputs of the benchmarks: placed shapes with fat boxes. */
import { GeometryStore } from '../src/geometry-store.js';
import type { Shape } from '../src/shape-types.js';

/** Margin of the fat boxes, metres, for bodies of about 1 m. */
export const MARGIN = 0.06;

export interface Scene {
  readonly name: string;
  readonly store: GeometryStore;
  readonly count: number;
  /** x, y, cosine, sine of each shape. */
  readonly poses: Float64Array;
  readonly boxes: Float64Array;
}

export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return (state >>> 0) / 4294967296;
  };
}

class SceneBuilder {
  private readonly poses: number[] = [];
  private readonly store = new GeometryStore();

  add(shape: Shape, x: number, y: number, angle: number): void {
    this.store.add(shape);
    this.poses.push(x, y, Math.cos(angle), Math.sin(angle));
  }

  finish(name: string): Scene {
    const count = this.poses.length / 4;
    const poses = Float64Array.from(this.poses);
    const boxes = new Float64Array(4 * count);
    for (let id = 0; id < count; id++) {
      this.store.placeFrom(id, poses, 4 * id, boxes, 4 * id);
      for (let k = 0; k < 4; k++) boxes[4 * id + k] += k < 2 ? -MARGIN : MARGIN;
    }
    return { name, store: this.store, count, poses, boxes };
  }
}

function box(half: number): Shape {
  return {
    kind: 'polygon',
    vertices: [
      { x: half, y: -half },
      { x: half, y: half },
      { x: -half, y: half },
      { x: -half, y: -half },
    ],
  };
}

/** Pyramid of unit boxes, `base` in the lowest row, pressed 1 mm into each other, turned by up to 1 mrad. */
export function pyramid(base: number): Scene {
  const random = seeded(1);
  const builder = new SceneBuilder();
  for (let row = 0; row < base; row++) {
    for (let k = 0; k < base - row; k++) {
      const x = 1.01 * (k - 0.5 * (base - row));
      builder.add(box(0.5), x, 0.5 + 0.999 * row, 0.002 * (random() - 0.5));
    }
  }
  return builder.finish(`pyramid ${(base * (base + 1)) / 2}`);
}

export type Mix = 'polygons' | 'mixed';

/** Packed pile: polygons of 3 to 8 vertices, or also circles and capsules, on a jittered hexagonal lattice. */
export function pile(count: number, mix: Mix): Scene {
  const random = seeded(2);
  const builder = new SceneBuilder();
  const columns = Math.ceil(Math.sqrt(count));
  for (let k = 0; k < count; k++) {
    const row = Math.floor(k / columns);
    const x = 0.94 * ((k % columns) + 0.5 * (row & 1)) + 0.08 * (random() - 0.5);
    const y = 0.82 * row + 0.08 * (random() - 0.5);
    const kind = mix === 'polygons' ? 0 : random();
    const angle = 6.28 * random();
    if (kind < 0.6) {
      const corners = 3 + Math.floor(6 * random());
      const vertices = [];
      for (let i = 0; i < corners; i++) {
        const a = (6.283185307179586 * (i + 0.3 * random())) / corners;
        vertices.push({ x: 0.55 * Math.cos(a), y: 0.55 * Math.sin(a) });
      }
      builder.add({ kind: 'polygon', vertices }, x, y, angle);
    } else if (kind < 0.8) {
      builder.add({ kind: 'circle', radius: 0.5 }, x, y, angle);
    } else {
      builder.add(
        { kind: 'capsule', point1: { x: -0.3, y: 0 }, point2: { x: 0.3, y: 0 }, radius: 0.25 },
        x,
        y,
        angle,
      );
    }
  }
  return builder.finish(`pile ${count} ${mix}`);
}
