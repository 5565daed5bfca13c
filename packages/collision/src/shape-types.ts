/** Shapes as plain literals. Lengths in metres, body coordinates. */
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
