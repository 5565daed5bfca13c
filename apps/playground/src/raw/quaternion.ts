/** A unit quaternion x i + y j + z k + w; rotates a vector v to q v q*. */
export interface Quaternion {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly w: number;
}

/** A point or a direction in space, y up, right-handed. */
export interface Vector3 {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

export const identityQuaternion: Quaternion = { x: 0, y: 0, z: 0, w: 1 };

/** The rotation `b` followed by the rotation `a`. */
export function multiplyQuaternions(a: Quaternion, b: Quaternion): Quaternion {
  return {
    x: a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
    y: a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
    z: a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
    w: a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z,
  };
}

/** The inverse rotation. */
export function conjugateQuaternion(q: Quaternion): Quaternion {
  return { x: -q.x, y: -q.y, z: -q.z, w: q.w };
}

/** `q` at length 1; the identity if its length is zero. */
export function normalizeQuaternion(q: Quaternion): Quaternion {
  const length = Math.hypot(q.x, q.y, q.z, q.w);
  if (length === 0) return identityQuaternion;
  return { x: q.x / length, y: q.y / length, z: q.z / length, w: q.w / length };
}

/** Rotation by `angle` radians, counter-clockwise seen from the tip of the unit vector `axis`. */
export function quaternionFromAxisAngle(axis: Vector3, angle: number): Quaternion {
  const sine = Math.sin(angle / 2);
  return { x: axis.x * sine, y: axis.y * sine, z: axis.z * sine, w: Math.cos(angle / 2) };
}

/** `v` rotated by `q`: v + 2 w (u x v) + 2 u x (u x v), where u is the vector part. */
export function rotateVector(q: Quaternion, v: Vector3): Vector3 {
  const tx = 2 * (q.y * v.z - q.z * v.y);
  const ty = 2 * (q.z * v.x - q.x * v.z);
  const tz = 2 * (q.x * v.y - q.y * v.x);
  return {
    x: v.x + q.w * tx + q.y * tz - q.z * ty,
    y: v.y + q.w * ty + q.z * tx - q.x * tz,
    z: v.z + q.w * tz + q.x * ty - q.y * tx,
  };
}
