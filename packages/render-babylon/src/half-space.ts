import type { ViewBounds } from './planar-camera.js';

/** The quad that draws a half-space: half size 1, its upper edge on the boundary, the solid side below. */
export const halfSpaceQuad: readonly { readonly x: number; readonly y: number }[] = [
  { x: -1, y: -1 },
  { x: 1, y: -1 },
  { x: 1, y: 0 },
  { x: -1, y: 0 },
];

/**
 * Clips a half-space to a view. Writes the pose of the quad, scaled so that its other edges stay outside the view.
 *
 * @param pose pose of the body: x, y, cosine, sine
 * @param edge a point of the boundary and its unit normal, body axes
 * @param out x, y, scale * cosine, scale * sine; the quad's origin is the boundary point nearest to the view's centre. May be `pose`
 */
export function placeHalfSpace(
  pose: ArrayLike<number>,
  edge: { readonly x: number; readonly y: number; readonly normalX: number; readonly normalY: number },
  view: ViewBounds,
  out: { [index: number]: number },
): void {
  const c = pose[2];
  const s = pose[3];
  const normalX = c * edge.normalX - s * edge.normalY;
  const normalY = s * edge.normalX + c * edge.normalY;
  const edgeX = pose[0] + c * edge.x - s * edge.y;
  const edgeY = pose[1] + s * edge.x + c * edge.y;
  const middleX = 0.5 * (view.minX + view.maxX);
  const middleY = 0.5 * (view.minY + view.maxY);
  const height = (middleX - edgeX) * normalX + (middleY - edgeY) * normalY;
  const reach = 1.1 * Math.hypot(view.maxX - view.minX, view.maxY - view.minY) + Math.abs(height);
  out[0] = middleX - normalX * height;
  out[1] = middleY - normalY * height;
  out[2] = reach * normalY;
  out[3] = -reach * normalX;
}
