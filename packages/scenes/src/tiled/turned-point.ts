import { cos, PI, sin, type Vec2 } from '@otedama/math2d';

/** Where Tiled puts an object, pixels, y down, degrees clockwise. */
export interface Placement {
  readonly x: number;
  readonly y: number;
  readonly rotation?: number;
}

/** Converts a point of an object to the frame in which the object is placed. */
export function turnedPoint({ x, y }: Vec2, placement: Placement): Vec2 {
  const angle = ((placement.rotation ?? 0) * PI) / 180;
  const c = cos(angle);
  const s = sin(angle);
  return { x: placement.x + c * x - s * y, y: placement.y + s * x + c * y };
}
