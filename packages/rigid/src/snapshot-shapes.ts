/** Geometry of shapes as numbers and back, for snapshots. */
import type { Shape } from '@otedama/collision';
import { copyGeometry } from './lifecycle.js';

const kinds: readonly Shape['kind'][] = [
  'circle',
  'capsule',
  'polygon',
  'segment',
  'halfSpace',
  'chainSegment',
];

interface Point {
  readonly x: number;
  readonly y: number;
}

/**
 * Writes kind, an optional field as its presence and value, and points, into `out`.
 * @returns how many numbers it wrote
 */
export function writeShape(shape: Shape, out: Float64Array): number {
  let n = 0;
  const put = (p: Point): void => {
    out[n++] = p.x;
    out[n++] = p.y;
  };
  out[n++] = kinds.indexOf(shape.kind);
  switch (shape.kind) {
    case 'circle':
      out[n++] = shape.radius;
      if (shape.center !== undefined) put(shape.center);
      break;
    case 'capsule':
      out[n++] = shape.radius;
      put(shape.point1);
      put(shape.point2);
      break;
    case 'polygon':
      // an even number of numbers tells that there is a radius
      if (shape.radius !== undefined) out[n++] = shape.radius;
      for (let k = 0; k < shape.vertices.length; k++) put(shape.vertices[k]);
      break;
    case 'segment':
      put(shape.point1);
      put(shape.point2);
      break;
    case 'halfSpace':
      put(shape.normal);
      if (shape.position !== undefined) put(shape.position);
      break;
    case 'chainSegment':
      put(shape.ghost1);
      put(shape.point1);
      put(shape.point2);
      put(shape.ghost2);
      break;
  }
  return n;
}

/** The shape of which `writeShape` wrote the numbers. */
export function readShape(numbers: Float64Array): Shape {
  const at = (k: number): Point => ({ x: numbers[k], y: numbers[k + 1] });
  const { length } = numbers;
  const kind = kinds[numbers[0]];
  switch (kind) {
    case 'circle':
      return copyGeometry({ kind, radius: numbers[1], ...(length > 2 ? { center: at(2) } : {}) });
    case 'capsule':
      return copyGeometry({ kind, radius: numbers[1], point1: at(2), point2: at(4) });
    case 'polygon': {
      const first = length % 2 === 0 ? 2 : 1;
      const vertices = Array.from({ length: (length - first) >> 1 }, (_, k) => at(first + 2 * k));
      return copyGeometry({ kind, vertices, ...(first === 2 ? { radius: numbers[1] } : {}) });
    }
    case 'segment':
      return copyGeometry({ kind, point1: at(1), point2: at(3) });
    case 'halfSpace':
      return copyGeometry({ kind, normal: at(1), ...(length > 3 ? { position: at(3) } : {}) });
    default:
      return copyGeometry({
        kind: 'chainSegment',
        ghost1: at(1),
        point1: at(3),
        point2: at(5),
        ghost2: at(7),
      });
  }
}

const left = new Float64Array(160);
const right = new Float64Array(160);

/** Whether two shapes are the same to the bit. */
export function isSameShape(a: Shape, b: Shape): boolean {
  if (a === b) return true;
  const count = writeShape(a, left);
  if (writeShape(b, right) !== count) return false;
  for (let k = 0; k < count; k++) if (!Object.is(left[k], right[k])) return false;
  return true;
}

/** Sum over shapes and their ids that tells one set of shapes from another, for snapshots without shapes. */
export class ShapeDigest {
  first = 0x2f0b4c47;
  second = 0x61c88647;
  readonly #numbers = new Float64Array(160);
  readonly #words = new Uint32Array(this.#numbers.buffer);

  begin(): void {
    this.first = 0x2f0b4c47;
    this.second = 0x61c88647;
  }

  add(id: number, shape: Shape): void {
    const count = 2 * writeShape(shape, this.#numbers);
    let a = this.first ^ id;
    let b = this.second ^ count;
    for (let k = 0; k < count; k++) {
      a = Math.imul(a ^ this.#words[k], 0xcc9e2d51);
      a = (a << 15) | (a >>> 17);
      b = Math.imul(b ^ this.#words[k], 0x1b873593);
      b = (b << 13) | (b >>> 19);
    }
    this.first = a;
    this.second = b;
  }
}
