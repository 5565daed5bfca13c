/**
 * The cube with edge 1 around the origin: 36 corners, three per triangle and two triangles per face, counter-clockwise seen from outside.
 * xyz interleaved, length 108.
 */
export function createCube(): Float32Array<ArrayBuffer> {
  const corners: number[] = [];
  // u, v of the two triangles of a face, counter-clockwise if w points at the viewer
  const square = [
    [-0.5, -0.5],
    [0.5, -0.5],
    [0.5, 0.5],
    [-0.5, -0.5],
    [0.5, 0.5],
    [-0.5, 0.5],
  ] as const;
  for (let axis = 0; axis < 3; axis++) {
    for (const side of [-0.5, 0.5]) {
      for (const [u, v] of square) {
        const corner = [0, 0, 0];
        corner[axis] = side;
        corner[(axis + 1) % 3] = side > 0 ? u : v;
        corner[(axis + 2) % 3] = side > 0 ? v : u;
        corners.push(...corner);
      }
    }
  }
  return new Float32Array(corners);
}
