import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DynamicTree } from '../src/dynamic-tree.js';
import { ProxyBuffer } from '../src/pair-buffer.js';
import { seeded } from './helpers/random.js';

type Box = [minX: number, minY: number, maxX: number, maxY: number];

interface Node {
  readonly box: Box;
  readonly proxy: number;
  readonly children: Node[];
}

/** The nodes of a tree, each before its children. */
function nodesOf(tree: DynamicTree): Node[] {
  const nodes: Node[] = [];
  const path: Node[] = [];
  tree.visitBoxes((boxes, offset, depth, proxy) => {
    const node: Node = { box: [...boxes.subarray(offset, offset + 4)] as Box, proxy, children: [] };
    path.length = depth;
    path.at(-1)?.children.push(node);
    path.push(node);
    nodes.push(node);
  });
  return nodes;
}

const union = (a: Box, b: Box): Box => [
  Math.min(a[0], b[0]),
  Math.min(a[1], b[1]),
  Math.max(a[2], b[2]),
  Math.max(a[3], b[3]),
];
const perimeter = ([minX, minY, maxX, maxY]: Box): number => 2 * (maxX - minX + maxY - minY);
const touch = (a: Box, b: Box): boolean => a[0] <= b[2] && b[0] <= a[2] && a[1] <= b[3] && b[1] <= a[3];
/** Sum of the perimeters of all inner nodes: what searches cost, by the surface area heuristic. */
const cost = (tree: DynamicTree): number =>
  nodesOf(tree).reduce((sum, { box, proxy }) => sum + (proxy < 0 ? perimeter(box) : 0), 0);
const write = (box: Box): Float64Array => Float64Array.from(box);

/** Fails unless the tree has exactly these leaves, two children per inner node, and the answers of a list to boxes and rays. */
function expectSound(tree: DynamicTree, leaves: ReadonlyMap<number, Box>, isTight: boolean): void {
  const nodes = nodesOf(tree);
  expect(tree.nodeCount).toBe(Math.max(0, 2 * leaves.size - 1));
  expect(nodes).toHaveLength(tree.nodeCount);
  const deepest = (node: Node): number => Math.max(-1, ...node.children.map(deepest)) + 1;
  expect(tree.height).toBe(nodes.length === 0 ? -1 : deepest(nodes[0]));
  for (const { box, proxy, children } of nodes) {
    expect(children).toHaveLength(proxy < 0 ? 2 : 0);
    if (proxy >= 0) expect(box).toEqual(leaves.get(proxy));
    else {
      const both = union(children[0].box, children[1].box);
      expect(union(box, both)).toEqual(box);
      if (isTight) expect(box).toEqual(both);
    }
  }
  const out = new ProxyBuffer();
  const ids = (list: Iterable<number>) => [...list].sort((a, b) => a - b);
  for (const region of [[-99, -99, 99, 99], [1, 2, 5, 4], ...leaves.values()] as Box[]) {
    out.clear();
    tree.query(write(region), 0, out);
    const near = [...leaves].filter(([, box]) => touch(box, region)).map(([proxy]) => proxy);
    expect(ids(out.proxies.subarray(0, out.count))).toEqual(near.sort((a, b) => a - b));
    // a ray along an axis is a box without width
    const hits: number[] = [];
    tree.castRay(region[0], region[1], region[2] - region[0], 0, 1, (proxy, limit) => {
      hits.push(proxy);
      return limit;
    });
    const crossed = [...leaves].filter(([, box]) => touch(box, [region[0], region[1], region[2], region[1]]));
    expect(ids(hits)).toEqual(crossed.map(([proxy]) => proxy).sort((a, b) => a - b));
  }
}

const boxes = fc
  .tuple(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 9 }), fc.nat(3), fc.nat(3))
  .map(([x, y, width, height]): Box => [x, y, x + width, y + height]);
const calls = (kinds: readonly string[]) =>
  fc.array(fc.record({ kind: fc.constantFrom(...kinds), proxy: fc.nat(6), box: boxes }), { maxLength: 40 });

/** Makes random calls and checks the tree after each. Queries are made also between `enlarge` and `rebuild`. */
function play(list: readonly { kind: string; proxy: number; box: Box }[], isTight: boolean): void {
  const tree = new DynamicTree();
  const leaves = new Map<number, Box>();
  for (const { kind, proxy, box } of list) {
    if (kind === 'rebuild') tree.rebuild();
    else if (kind === 'rebuild all') tree.rebuild(true);
    else if (!leaves.has(proxy)) {
      tree.insert(proxy, write(box), 0);
      leaves.set(proxy, box);
    } else if (kind === 'remove') {
      tree.remove(proxy);
      leaves.delete(proxy);
    } else {
      if (kind === 'move') tree.move(proxy, write(box), 0);
      else tree.enlarge(proxy, write(box), 0);
      leaves.set(proxy, box);
    }
    expectSound(tree, leaves, isTight || kind === 'rebuild all');
  }
}

describe('after any calls on a few leaves', () => {
  test('insertions, moves and removals keep every box the union of its two', () => {
    fc.assert(
      fc.property(calls(['move', 'remove', 'remove']), (list) => play(list, true)),
      { seed: 1 },
    );
  });

  test('enlarged leaves stay inside the boxes above them, and a rebuild of all makes these tight', () => {
    const kinds = ['move', 'remove', 'enlarge', 'enlarge', 'rebuild', 'rebuild all'];
    fc.assert(
      fc.property(calls(kinds), (list) => play(list, false)),
      { seed: 2 },
    );
  });
});

describe('a rebuild', () => {
  test('of a tree without enlarged leaves leaves a search alone that is under way', () => {
    const tree = new DynamicTree();
    for (let k = 0; k < 4; k++) tree.insert(k, write([k, 0, k + 0.5, 1]), 0);
    const hits: number[] = [];
    tree.castRay(0, 0.5, 4, 0, 1, (proxy, limit) => {
      if (hits.length > 4) throw new Error(`found ${hits}, and goes on`);
      hits.push(proxy);
      tree.rebuild();
      return limit;
    });
    expect(hits.sort()).toEqual([0, 1, 2, 3]);
  });

  /** Leaves in two far clusters, 0 to 15 and 16 to 31. */
  function clusters(): DynamicTree {
    const tree = new DynamicTree();
    for (let k = 0; k < 32; k++) {
      const x = (k < 16 ? 0 : 1000) + (k % 4);
      const y = Math.floor((k % 16) / 4);
      tree.insert(k, write([x, y, x + 0.5, y + 0.5]), 0);
    }
    return tree;
  }
  const wide = (tree: DynamicTree) => nodesOf(tree).filter(({ box }) => box[2] - box[0] > 100).length;

  test('gives a leaf that left its cluster to the cluster that it went to', () => {
    const tree = clusters();
    expect(wide(tree)).toBe(1);
    tree.enlarge(5, write([1001, 1, 1001.5, 1.5]), 0);
    expect(wide(tree)).toBeGreaterThan(1);
    tree.rebuild();
    expect(wide(tree)).toBe(1);
  });

  test('leaves what no leaf has grown out of as it is', () => {
    const tree = clusters();
    const before = nodesOf(tree);
    tree.enlarge(5, write([1.1, 1.1, 1.2, 1.2]), 0);
    tree.rebuild();
    const isLeaf = ({ proxy }: Node): boolean => proxy === 5;
    expect(nodesOf(tree).filter((node) => !isLeaf(node))).toEqual(
      before.filter((node) => !isLeaf(node)).map((node) => expect.objectContaining({ box: node.box })),
    );
  });
});

describe('boxes inside one another make a tree as deep as they are many', () => {
  const count = 300;
  const outside = 2 ** count;
  function nested(): DynamicTree {
    const tree = new DynamicTree();
    for (let k = 0; k < count; k++) tree.insert(k, write([0, 0, 2 ** k, 2 ** k]), 0);
    expect(tree.height).toBeGreaterThan(128);
    return tree;
  }

  test('that a query searches to its end', () => {
    const out = new ProxyBuffer();
    nested().query(write([0, 0, 0, 0]), 0, out);
    expect(out.count).toBe(count);
  });

  test.each([0, outside])('that a ray from %d searches to its end', (from) => {
    const hits = new Set<number>();
    const visit = (proxy: number, limit: number): number => {
      hits.add(proxy);
      return limit;
    };
    nested().castRay(from, from, 1 - 2 * from, 1 - 2 * from, 1, visit);
    expect(hits.size).toBe(count);
  });

  test('that a rebuild keeps whole', () => {
    const tree = nested();
    tree.rebuild(true);
    expect(tree.nodeCount).toBe(2 * count - 1);
    const leaves = nodesOf(tree).map(({ proxy }) => proxy);
    expect(leaves.filter((proxy) => proxy >= 0).sort((a, b) => a - b)).toEqual([...Array(count).keys()]);
  });
});

describe('the visitor of a ray', () => {
  const count = 64;
  const tree = new DynamicTree();
  for (let k = 0; k < count; k++) tree.insert(k, write([k, 0, k + 2, 1]), 0);

  test('is not called again after it has returned 0', () => {
    let calls = 0;
    tree.castRay(1.5, 0.5, 60, 0, 1, () => {
      calls++;
      return 0;
    });
    expect(calls).toBe(1);
  });

  test('may search the tree, also with another ray', () => {
    const out = new ProxyBuffer();
    const hits: number[] = [];
    tree.castRay(-1, 0.5, 80, 0, 1, (proxy, limit) => {
      hits.push(proxy);
      out.clear();
      tree.query(write([-1, 0, 80, 1]), 0, out);
      let inner = 0;
      tree.castRay(-1, 0.5, 80, 0, 1, (_, innerLimit) => {
        inner++;
        return innerLimit;
      });
      expect([out.count, inner]).toEqual([count, count]);
      return limit;
    });
    expect(hits.sort((a, b) => a - b)).toEqual([...Array(count).keys()]);
  });
});

test.each([
  ['in rows', (k: number) => [k % 20, Math.floor(k / 20)], 1.2],
  ['at random', null, 1.02],
] as const)(
  'leaves inserted %s lie as close together as after a rebuild of all, or nearly',
  (_, place, most) => {
    const random = seeded(3);
    const tree = new DynamicTree();
    for (let k = 0; k < 400; k++) {
      const [x, y] = place?.(k) ?? [random.uniform(0, 20), random.uniform(0, 20)];
      tree.insert(k, write([x, y, x + 0.5, y + 0.5]), 0);
    }
    const inserted = cost(tree);
    tree.rebuild(true);
    expect(inserted / cost(tree)).toBeLessThan(most);
  },
);
