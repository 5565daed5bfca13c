/**
 * Rebuilding of a dynamic tree. If many leaves have moved, it is cheaper to enlarge their ancestors and to rebuild only the enlarged part
 * from the top, splitting at the middle of the centres.
 */
import { NONE, type TreeNodes } from './tree-nodes.js';

/** Enlarges the ancestors of a leaf to contain its box, and marks them. */
export function enlargeAncestors(nodes: TreeNodes, leaf: number): void {
  const { boxes, parent, isEnlarged } = nodes;
  const leafBox = 4 * leaf;
  const minX = boxes[leafBox];
  const minY = boxes[leafBox + 1];
  const maxX = boxes[leafBox + 2];
  const maxY = boxes[leafBox + 3];
  for (let node = parent[leaf]; node !== NONE; node = parent[node]) {
    const o = 4 * node;
    let changed = false;
    if (minX < boxes[o]) {
      boxes[o] = minX;
      changed = true;
    }
    if (minY < boxes[o + 1]) {
      boxes[o + 1] = minY;
      changed = true;
    }
    if (maxX > boxes[o + 2]) {
      boxes[o + 2] = maxX;
      changed = true;
    }
    if (maxY > boxes[o + 3]) {
      boxes[o + 3] = maxY;
      changed = true;
    }
    if (!changed) {
      // the remaining ancestors contain the box already; if a node below was enlarged, mark them so that a rebuild finds it
      if (node === parent[leaf]) return;
      for (let up = node; up !== NONE && isEnlarged[up] === 0; up = parent[up]) isEnlarged[up] = 1;
      return;
    }
    isEnlarged[node] = 1;
  }
}

/** Rebuilds the nodes above enlarged leaves (or all nodes) from the top down. */
export function rebuildTree(nodes: TreeNodes, all: boolean): void {
  const { root, parent, child1, child2, proxyOfNode, isEnlarged } = nodes;
  if (root === NONE || proxyOfNode[root] !== NONE) return;
  // a query in the callback of another one comes here too, and may not touch the stack of that one
  if (!all && isEnlarged[root] === 0) return;
  if (nodes.kept.length < parent.length) nodes.kept = new Int32Array(parent.length);
  const { kept } = nodes;
  // Free the enlarged inner nodes. Keep the subtrees below them unchanged.
  let count = 0;
  let depth = 0;
  let { stack } = nodes;
  stack[depth++] = root;
  while (depth > 0) {
    const node = stack[--depth];
    if (proxyOfNode[node] === NONE && (all || isEnlarged[node] === 1)) {
      if (depth + 2 > stack.length) stack = nodes.growStack();
      stack[depth++] = child2[node];
      stack[depth++] = child1[node];
      nodes.free(node);
    } else {
      kept[count++] = node;
    }
  }
  nodes.root = build(nodes, 0, count);
  nodes.parent[nodes.root] = NONE;
}

/** Builds a subtree over `kept[start .. start + count]` and returns its top node. */
function build(nodes: TreeNodes, start: number, count: number): number {
  const { boxes, kept } = nodes;
  if (count === 1) return kept[start];
  let minX = Infinity;
  let minY = Infinity;
  let maxX = -Infinity;
  let maxY = -Infinity;
  for (let k = start; k < start + count; k++) {
    const o = 4 * kept[k];
    const x = boxes[o] + boxes[o + 2];
    const y = boxes[o + 1] + boxes[o + 3];
    if (x < minX) minX = x;
    if (x > maxX) maxX = x;
    if (y < minY) minY = y;
    if (y > maxY) maxY = y;
  }
  const axis = maxX - minX >= maxY - minY ? 0 : 1;
  const middle = axis === 0 ? 0.5 * (minX + maxX) : 0.5 * (minY + maxY);
  let split = start;
  for (let k = start; k < start + count; k++) {
    const node = kept[k];
    if (boxes[4 * node + axis] + boxes[4 * node + axis + 2] < middle) {
      kept[k] = kept[split];
      kept[split++] = node;
    }
  }
  // all centres coincide, or nearly all are on one side: split into halves to keep the tree shallow
  if (8 * (split - start) < count || 8 * (start + count - split) < count) split = start + (count >> 1);
  const first = build(nodes, start, split - start);
  const second = build(nodes, split, start + count - split);
  const node = nodes.take();
  nodes.proxyOfNode[node] = NONE;
  nodes.child1[node] = first;
  nodes.child2[node] = second;
  nodes.parent[first] = node;
  nodes.parent[second] = node;
  nodes.refit(node);
  return node;
}
