/**
 * Returns the vertex of a core that lies deepest behind an edge: the w with the least n.(w - v). All are offsets in the vertices and normals
 * of a `GeometryStore`; those of the core are `first` to `end`.
 * @param edge the vertex v at which the edge begins; its normal n has the same offset
 * @param guess vertex of the core with which the search starts, by default the first one. Of several that lie equally deep, it decides which
 * one is returned.
 */
export function deepestVertex(
  vertices: Float64Array,
  normals: Float64Array,
  edge: number,
  first: number,
  end: number,
  guess: number = first,
): number {
  const nx = normals[edge];
  const ny = normals[edge + 1];
  const vx = vertices[edge];
  const vy = vertices[edge + 1];
  let deepest = guess;
  let s = nx * (vertices[guess] - vx) + ny * (vertices[guess + 1] - vy);
  for (let w = first; w < end; w += 2) {
    const d = nx * (vertices[w] - vx) + ny * (vertices[w + 1] - vy);
    if (d < s) {
      s = d;
      deepest = w;
    }
  }
  return deepest;
}
