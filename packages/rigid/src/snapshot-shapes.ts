/** Converts the geometry of shapes to numbers and back, for snapshots. */
import type { Shape } from '@otedama/collision';
import type { Vec2 } from '@otedama/math2d';
import { copyGeometry } from './geometry-fields.js';
import { LONGEST_RECORD } from './snapshot-records.js';

const kinds: readonly Shape['kind'][] = [
  'circle',
  'capsule',
  'polygon',
  'segment',
  'halfSpace',
  'chainSegment',
];

/**
 * Writes to `out` the kind, the presence and value of optional fields, and the points.
 * @returns the count of numbers written
 */
export function writeShape(shape: Shape, out: Float64Array): number {
  out[0] = kinds.indexOf(shape.kind);
  switch (shape.kind) {
    case 'circle':
      out[1] = shape.radius;
      return shape.center === undefined ? 2 : put(out, 2, shape.center);
    case 'capsule':
      out[1] = shape.radius;
      return put(out, put(out, 2, shape.point1), shape.point2);
    case 'polygon': {
      // an even count of numbers means that there is a radius
      let n = 1;
      if (shape.radius !== undefined) out[n++] = shape.radius;
      const { vertices } = shape;
      for (let k = 0; k < vertices.length; k++) n = put(out, n, vertices[k]);
      return n;
    }
    case 'segment':
      return put(out, put(out, 1, shape.point1), shape.point2);
    case 'halfSpace':
      put(out, 1, shape.normal);
      return shape.position === undefined ? 3 : put(out, 3, shape.position);
    case 'chainSegment':
      put(out, put(out, 1, shape.ghost1), shape.point1);
      return put(out, put(out, 5, shape.point2), shape.ghost2);
  }
}

/** @returns the index after the point */
function put(out: Float64Array, place: number, p: Vec2): number {
  out[place] = p.x;
  out[place + 1] = p.y;
  return place + 2;
}

/** Returns the shape whose numbers `writeShape` wrote. */
export function readShape(numbers: Float64Array): Shape {
  const at = (k: number): Vec2 => ({ x: numbers[k], y: numbers[k + 1] });
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

const left = new Float64Array(LONGEST_RECORD);
const right = new Float64Array(LONGEST_RECORD);

/** Whether two shapes are equal to the bit. */
export function isSameShape(a: Shape, b: Shape): boolean {
  if (a === b) return true;
  const count = writeShape(a, left);
  if (writeShape(b, right) !== count) return false;
  for (let k = 0; k < count; k++) if (!Object.is(left[k], right[k])) return false;
  return true;
}

/** Start of the two lanes of a digest: any two numbers with bits that are set and unset irregularly. */
const FIRST_SEED = 0x2f0b4c47;
const SECOND_SEED = 0x61c88647;

/** Checksum over shapes and their ids that distinguishes sets of shapes, for snapshots without shapes. */
export class ShapeDigest {
  first: number = FIRST_SEED;
  second: number = SECOND_SEED;
  readonly #numbers = new Float64Array(LONGEST_RECORD);
  readonly #words = new Uint32Array(this.#numbers.buffer);

  begin(): void {
    this.first = FIRST_SEED;
    this.second = SECOND_SEED;
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
