/**
 * Shapes as plain literals. Lengths in metres, body coordinates.
 *
 * A half-space is solid where normal . (p - position) < 0. A chain segment collides with what is on the right of
 * point1 -> point2 only, so a counter-clockwise loop of them is a solid outline; its ghosts are the points before and after
 * it in the chain.
 */
interface Point {
  readonly x: number;
  readonly y: number;
}

export type Shape =
  | { readonly kind: 'circle'; readonly center?: Point; readonly radius: number }
  | { readonly kind: 'capsule'; readonly point1: Point; readonly point2: Point; readonly radius: number }
  | { readonly kind: 'polygon'; readonly vertices: readonly Point[]; readonly radius?: number }
  | { readonly kind: 'segment'; readonly point1: Point; readonly point2: Point }
  | { readonly kind: 'halfSpace'; readonly position?: Point; readonly normal: Point }
  | {
      readonly kind: 'chainSegment';
      readonly ghost1: Point;
      readonly point1: Point;
      readonly point2: Point;
      readonly ghost2: Point;
    };
