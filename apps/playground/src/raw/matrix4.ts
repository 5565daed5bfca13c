import type { Quaternion, Vector3 } from './quaternion.js';

/**
 * A 4 x 4 matrix, 16 numbers in column-major order like WGSL's `mat4x4f`: element (row, column) is at 4 column + row. It multiplies
 * column vectors from the left.
 */
export type Matrix4 = Float32Array<ArrayBuffer>;

/**
 * Perspective projection of a camera that looks along -z, y up, into WebGPU's clip space: depth 0 on the near plane, 1 on the far plane.
 * (OpenGL's depth runs from -1 to 1. With WebGPU it would clip everything nearer than 2 near far / (near + far), about twice the near
 * distance.)
 *
 * @param fieldOfView vertical, radians, between 0 and pi
 * @param aspect width / height
 * @param near distance of the near plane, > 0
 * @param far distance of the far plane, > near
 */
export function perspective(fieldOfView: number, aspect: number, near: number, far: number): Matrix4 {
  const f = 1 / Math.tan(fieldOfView / 2);
  const out = new Float32Array(16);
  out[0] = f / aspect;
  out[5] = f;
  out[10] = far / (near - far);
  out[11] = -1;
  out[14] = (near * far) / (near - far);
  return out;
}

/** The rotation `q` followed by a translation by `t`. */
export function rigidMatrix(q: Quaternion, t: Vector3): Matrix4 {
  const { x, y, z, w } = q;
  return new Float32Array([
    ...[1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y), 0],
    ...[2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x), 0],
    ...[2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y), 0],
    ...[t.x, t.y, t.z, 1],
  ]);
}

/** The product a b: `b` is applied first. */
export function multiplyMatrices(a: Matrix4, b: Matrix4): Matrix4 {
  const out = new Float32Array(16);
  for (let column = 0; column < 4; column++) {
    for (let row = 0; row < 4; row++) {
      let sum = 0;
      for (let k = 0; k < 4; k++) sum += a[4 * k + row]! * b[4 * column + k]!;
      out[4 * column + row] = sum;
    }
  }
  return out;
}

/** The point `p` (w = 1) transformed by `m`, divided by its w. */
export function projectPoint(m: Matrix4, p: Vector3): Vector3 {
  const at = (row: number) => m[row]! * p.x + m[4 + row]! * p.y + m[8 + row]! * p.z + m[12 + row]!;
  const w = at(3);
  return { x: at(0) / w, y: at(1) / w, z: at(2) / w };
}
