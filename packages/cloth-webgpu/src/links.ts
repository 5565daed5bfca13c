/**
 * Converts any sheet to a list of links, as in a mesh. A grid keeps its constraints, its colours and their order, so it gets the same bits.
 * The lists of links and triangles belong to one cloth. A link that no longer pulls becomes (a, a), a hinge (a, a, a, a),
 * and a removed triangle (0, 0, 0). All kernels and all functions of the CPU backend skip these.
 */

import { incidence } from './coloring.js';
import { Geodesics } from './geodesics.js';
import { type Grid, gridIndices, gridUvs } from './grid.js';
import { gridHinges, type HingeColor } from './hinges.js';
import type { LinkColor, Mesh } from './mesh.js';
import { PairTable } from './pair-table.js';
import { onePiece } from './pieces.js';
import { forEachConstraint, passesOf, restLengths, SHEAR, substepGroups, substepPasses } from './schedule.js';
import { edgeCountOf, restPositionsOf, type Sheet } from './sheet.js';

/** Returns a copy of the sheet with its own links, triangles and areas, which may be changed. */
export function asLinks(sheet: Sheet): Mesh {
  const links = sheet.isMesh
    ? { ...sheet, triangles: sheet.triangles.slice(), links: sheet.links.slice() }
    : gridAsLinks(sheet);
  const hinges = { ...links.hinges, ids: links.hinges.ids.slice() };
  return { ...links, hinges, areas: new Float32Array(sheet.particleCount) };
}

function gridAsLinks(grid: Grid): Mesh {
  const rest = restLengths(grid);
  const passes = substepPasses(grid);
  const pairs: number[] = [];
  const lengths: number[] = [];
  const hinges = gridHinges(grid);
  const colors: (LinkColor | HingeColor)[] = new Array(passes.length);
  let firstEdge = 0;
  // edges follow all other links; `colors` has the order of a substep
  for (const isEdge of [false, true]) {
    if (isEdge) firstEdge = lengths.length;
    passes.forEach((pass, index) => {
      if (pass.kind < SHEAR !== isEdge) return;
      const first = lengths.length;
      forEachConstraint(grid, pass, (a, b) => {
        pairs.push(a, b);
        lengths.push(rest[pass.kind]);
      });
      colors[index] = { kind: pass.kind, first, count: lengths.length - first };
    });
  }
  colors.splice(passesOf(grid, substepGroups(grid)[0]).length, 0, ...hinges.colors);
  const { particleCount, isHinged, isLimited } = grid;
  const triangles = gridIndices(grid);
  return {
    isMesh: true,
    particleCount,
    triangles,
    uvs: gridUvs(grid),
    positions: restPositionsOf(grid),
    links: Uint32Array.from(pairs),
    lengths: Float32Array.from(lengths),
    isHinged,
    isLimited,
    longLinks: { pairs: new PairTable(0), lengths: [], ways: [] },
    hinges,
    colors,
    firstEdge,
    edgeCount: edgeCountOf(grid),
    meanEdge: (grid.spacingX + grid.spacingY) / 2,
    areas: new Float32Array(0),
    pieces: onePiece(particleCount),
    fans: incidence(triangles, particleCount, 3),
    // not used: a cloth that tears has no tethers
    geodesics: new Geodesics([], [], 0),
  };
}
