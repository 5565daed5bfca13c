/**
 * Colours the links so that no two links of one colour share a particle. Links are coloured one after the other. A link takes the least
 * used of the colours that are free at both its ends. The number of colours starts as the largest number of links of a particle; fewer
 * are impossible. If no colour is free at both ends, links that are already coloured make room [Koenig 1916, "Ueber Graphen und ihre
 * Anwendung"]: with a free at u and b at v, the path from v along links coloured a, b, a, ... swaps both colours. If the path does not
 * end at u, a is then free at both ends. If no such path helps, a colour is added [Vizing 1964: one more is always enough].
 */

/** Returns a colour, 0 and up, for each link. `links` has two particle ids per link, each below `particleCount`. Deterministic. */
function colorLinks(links: ArrayLike<number>, particleCount: number, perItem: 2 | 4 = 2): Uint32Array {
  const count = links.length / perItem;
  const { starts, items } = incidence(links, particleCount, perItem);
  const colors = new Int32Array(count).fill(-1);
  let palette = 0;
  for (let id = 0; id < particleCount; id++) palette = Math.max(palette, starts[id + 1] - starts[id]);
  const used: number[] = new Array(palette).fill(0);
  /** By colour: bit k is set if it is taken at end k of the current link. */
  const taken: number[] = new Array(palette).fill(0);

  const linkOf = (id: number, color: number) => {
    for (let k = starts[id]; k < starts[id + 1]; k++) if (colors[items[k]] === color) return items[k];
    return -1;
  };
  const otherEnd = (link: number, id: number) => links[2 * link] + links[2 * link + 1] - id;
  /** Swaps a and b along the path from v. Returns false and does nothing if the path ends at u. */
  const makeRoom = (u: number, v: number, a: number, b: number) => {
    const path: number[] = [];
    let at = v;
    let color = a;
    for (let link = linkOf(at, color); link >= 0; link = linkOf(at, color)) {
      path.push(link);
      at = otherEnd(link, at);
      color = a + b - color;
    }
    if (at === u) return false;
    for (const link of path) {
      used[colors[link]]--;
      colors[link] = a + b - colors[link];
      used[colors[link]]++;
    }
    return true;
  };
  const chooseColor = (link: number) => {
    taken.fill(0);
    for (let end = 0; end < perItem; end++) {
      const id = links[perItem * link + end];
      for (let k = starts[id]; k < starts[id + 1]; k++)
        if (colors[items[k]] >= 0) taken[colors[items[k]]] |= 1 << end;
    }
    let best = -1;
    for (let color = 0; color < palette; color++)
      if (taken[color] === 0 && (best < 0 || used[color] < used[best])) best = color;
    if (best >= 0) return best;
    const [u, v] = [links[2 * link], links[2 * link + 1]];
    for (let a = 0; perItem === 2 && a < palette; a++)
      for (let b = 0; b < palette; b++)
        if (taken[a] === 2 && taken[b] === 1 && makeRoom(u, v, a, b)) return a;
    used.push(0);
    taken.push(0);
    return palette++;
  };

  for (let link = 0; link < count; link++) {
    const color = chooseColor(link);
    colors[link] = color;
    used[color]++;
  }
  return new Uint32Array(colors.buffer);
}

/** The items that each particle belongs to: `items[starts[id]]` up to, not including, `items[starts[id + 1]]`, ascending. */
export interface Incidence {
  readonly starts: Uint32Array;
  readonly items: Uint32Array;
}

/** Builds the incidence of `ids`, which has `perItem` particle ids per item. */
export function incidence(
  ids: ArrayLike<number>,
  particleCount: number,
  perItem: 1 | 2 | 3 | 4 = 2,
): Incidence {
  const starts = new Uint32Array(particleCount + 1);
  for (let k = 0; k < ids.length; k++) starts[ids[k] + 1]++;
  for (let id = 0; id < particleCount; id++) starts[id + 1] += starts[id];
  const next = starts.slice();
  const items = new Uint32Array(ids.length);
  for (let k = 0; k < ids.length; k++) items[next[ids[k]]++] = Math.floor(k / perItem);
  return { starts, items };
}

/**
 * Writes items of `perItem` particles to `sorted`, from item `first`, by colour; items of one colour keep their order. Returns the range of
 * each colour.
 */
export function sortByColor(
  items: Uint32Array,
  perItem: 2 | 4,
  particleCount: number,
  sorted: Uint32Array,
  first: number,
): { readonly first: number; readonly count: number }[] {
  const colors = colorLinks(items, particleCount, perItem);
  const counts: number[] = [];
  for (const color of colors) counts[color] = (counts[color] ?? 0) + 1;
  const next: number[] = [];
  const ranges: { readonly first: number; readonly count: number }[] = [];
  // a colour that all items have left is a hole in the array
  counts.forEach((count, color) => {
    next[color] = first;
    ranges.push({ first, count });
    first += count;
  });
  colors.forEach((color, k) => {
    const at = perItem * next[color]++;
    for (let end = 0; end < perItem; end++) sorted[at + end] = items[perItem * k + end];
  });
  return ranges;
}
