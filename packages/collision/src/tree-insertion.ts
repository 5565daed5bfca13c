/**
 * Insertion of a leaf into a dynamic tree, and its removal.
 *
 * Insertion looks for the sibling that adds least to the sum of all perimeters (the surface area heuristic in 2D). It descends from the
 * root while a lower bound allows a better sibling below. On the way back up, rotations shorten perimeters further by swapping a child
 * with a grandchild [Catto, Dynamic Bounding Volume Hierarchies, GDC 2019].
 */
import { NONE, type TreeNodes } from './tree-nodes.js';

/** Finds a sibling for a leaf, creates a parent for both, and updates and rotates the nodes up to the root. */
export function insertLeaf(nodes: TreeNodes, leaf: number): void {
  if (nodes.root === NONE) {
    nodes.root = leaf;
    nodes.parent[leaf] = NONE;
    return;
  }
  const sibling = bestSibling(nodes, leaf);
  const above = nodes.take();
  const { parent, child1, child2 } = nodes;
  const oldParent = parent[sibling];
  parent[above] = oldParent;
  nodes.proxyOfNode[above] = NONE;
  child1[above] = sibling;
  child2[above] = leaf;
  parent[sibling] = above;
  parent[leaf] = above;
  if (oldParent === NONE) nodes.root = above;
  else if (child1[oldParent] === sibling) child1[oldParent] = above;
  else child2[oldParent] = above;
  for (let node = above; node !== NONE; node = parent[node]) {
    nodes.refit(node);
    rotate(nodes, node);
  }
}

/** Replaces the parent of a leaf by the leaf's sibling and updates the boxes and heights above. */
export function removeLeaf(nodes: TreeNodes, leaf: number): void {
  if (leaf === nodes.root) {
    nodes.root = NONE;
    return;
  }
  const { parent, child1, child2 } = nodes;
  const above = parent[leaf];
  const grandparent = parent[above];
  const sibling = child1[above] === leaf ? child2[above] : child1[above];
  parent[sibling] = grandparent;
  if (grandparent === NONE) nodes.root = sibling;
  else if (child1[grandparent] === above) child1[grandparent] = sibling;
  else child2[grandparent] = sibling;
  nodes.free(above);
  for (let node = grandparent; node !== NONE; node = parent[node]) nodes.refit(node);
}

/**
 * Returns the best sibling of a new leaf D. Node S as the sibling costs the perimeter of (S u D) plus the growth of all
 * ancestors of S. Below a child C the cost is at least: growth of the ancestors + growth of C + perimeter of D.
 */
function bestSibling(nodes: TreeNodes, leaf: number): number {
  const { boxes, child1, child2, proxyOfNode } = nodes;
  const d = 4 * leaf;
  const perimeterD = boxes[d + 2] - boxes[d] + boxes[d + 3] - boxes[d + 1];
  const centerX = boxes[d] + boxes[d + 2];
  const centerY = boxes[d + 1] + boxes[d + 3];
  let node = nodes.root;
  let union = unionPerimeter(boxes, 4 * node, d);
  let inherited = 0;
  let best = node;
  let bestCost = union;
  while (proxyOfNode[node] === NONE) {
    const o = 4 * node;
    inherited += union - (boxes[o + 2] - boxes[o] + boxes[o + 3] - boxes[o + 1]);
    const c1 = child1[node];
    const c2 = child2[node];
    const union1 = unionPerimeter(boxes, 4 * c1, d);
    const union2 = unionPerimeter(boxes, 4 * c2, d);
    const cost1 = inherited + union1;
    const cost2 = inherited + union2;
    if (cost1 < bestCost) {
      bestCost = cost1;
      best = c1;
    }
    if (cost2 < bestCost) {
      bestCost = cost2;
      best = c2;
    }
    let bound1 = Infinity;
    let bound2 = Infinity;
    const p = 4 * c1;
    const q = 4 * c2;
    if (proxyOfNode[c1] === NONE) {
      bound1 = cost1 - (boxes[p + 2] - boxes[p] + boxes[p + 3] - boxes[p + 1]) + perimeterD;
    }
    if (proxyOfNode[c2] === NONE) {
      bound2 = cost2 - (boxes[q + 2] - boxes[q] + boxes[q + 3] - boxes[q + 1]) + perimeterD;
    }
    if (bound1 >= bestCost && bound2 >= bestCost) break;
    let takesFirst = bound1 < bound2;
    if (bound1 === bound2) {
      // both contain D, or grow equally: descend to the nearer centre
      const d1 =
        Math.abs(boxes[p] + boxes[p + 2] - centerX) + Math.abs(boxes[p + 1] + boxes[p + 3] - centerY);
      const d2 =
        Math.abs(boxes[q] + boxes[q + 2] - centerX) + Math.abs(boxes[q + 1] + boxes[q + 3] - centerY);
      takesFirst = d1 <= d2;
    }
    node = takesFirst ? c1 : c2;
    union = takesFirst ? union1 : union2;
  }
  return best;
}

/** Swaps a child of a node with a grandchild below the other child if that shortens the perimeter of the other child. */
function rotate(nodes: TreeNodes, node: number): void {
  const { boxes, child1, child2, proxyOfNode } = nodes;
  const b = child1[node];
  const c = child2[node];
  let gain = 0;
  let moved = NONE; // grandchild that goes up
  let lowered = NONE; // child that goes down in its place
  for (let side = 0; side < 2; side++) {
    const inner = side === 0 ? b : c;
    const other = side === 0 ? c : b;
    if (proxyOfNode[inner] !== NONE) continue;
    const o = 4 * inner;
    const now = boxes[o + 2] - boxes[o] + boxes[o + 3] - boxes[o + 1];
    const f = child1[inner];
    const g = child2[inner];
    const gainF = now - unionPerimeter(boxes, 4 * other, 4 * g);
    const gainG = now - unionPerimeter(boxes, 4 * other, 4 * f);
    if (gainF > gain) {
      gain = gainF;
      moved = f;
      lowered = other;
    }
    if (gainG > gain) {
      gain = gainG;
      moved = g;
      lowered = other;
    }
  }
  if (moved === NONE) return;
  const inner = nodes.parent[moved];
  if (child1[inner] === moved) child1[inner] = lowered;
  else child2[inner] = lowered;
  if (child1[node] === lowered) child1[node] = moved;
  else child2[node] = moved;
  nodes.parent[lowered] = inner;
  nodes.parent[moved] = node;
  nodes.refit(inner);
  nodes.refit(node);
}

/** Half the perimeter of the union of the boxes at two offsets. */
function unionPerimeter(boxes: Float64Array, p: number, q: number): number {
  const minX = boxes[p] < boxes[q] ? boxes[p] : boxes[q];
  const minY = boxes[p + 1] < boxes[q + 1] ? boxes[p + 1] : boxes[q + 1];
  const maxX = boxes[p + 2] > boxes[q + 2] ? boxes[p + 2] : boxes[q + 2];
  const maxY = boxes[p + 3] > boxes[q + 3] ? boxes[p + 3] : boxes[q + 3];
  return maxX - minX + maxY - minY;
}
