/**
 * Dynamic bounding volume tree: leaves are proxies, the box of every inner node is the union of its two children's boxes.
 *
 * Insertion looks for the sibling that adds least to the sum of all perimeters (the surface area heuristic in 2D). It
 * descends from the root while a lower bound allows a better sibling below. On the way back up, rotations shorten perimeters
 * further by swapping a child with a grandchild [Catto, Dynamic Bounding Volume Hierarchies, GDC 2019]. If many leaves have
 * moved, it is cheaper to enlarge their ancestors and to rebuild only the enlarged part from the top, splitting at the middle
 * of the centres.
 *
 * Nodes are rows of flat arrays; boxes must be finite.
 */
import { type BoxVisitor, type RayVisitor, rayMeetsBox } from './broad-phase.js';
import { grown } from './grown.js';
import type { ProxyBuffer } from './pair-buffer.js';

const NONE = -1;

/**
 * Bounding volume tree over boxes of the caller: insertion by the surface area heuristic, rotations, and rebuilds of the enlarged part
 * if many leaves have moved.
 */
export class DynamicTree {
  /** Boxes of the nodes, stride 4: minX, minY, maxX, maxY. */
  private boxes: Float64Array = new Float64Array(64);
  private parent: Int32Array = new Int32Array(16);
  private child1: Int32Array = new Int32Array(16);
  private child2: Int32Array = new Int32Array(16);
  /** Edges down to the deepest leaf. */
  private heights: Int32Array = new Int32Array(16);
  /** Proxy of a leaf, or -1. */
  private proxyOfNode: Int32Array = new Int32Array(16);
  /** 1 for inner nodes whose box was enlarged since the last rebuild. */
  private isEnlarged: Uint8Array = new Uint8Array(16);
  private leafOf: Int32Array = new Int32Array(256);
  private root = NONE;
  private nodeEnd = 0;
  /** Head of the list of free nodes, linked through `parent`. */
  private freeNode = NONE;
  /** Leaves and kept subtrees of a rebuild. */
  private rebuildNodes: Int32Array = new Int32Array(16);
  private stack: Int32Array = new Int32Array(128);
  /** Index in the stack where a search begins. Below it are the pending nodes of a ray cast whose visitor is running. */
  private bottom = 0;

  /** Number of nodes in use: 2 n - 1 for n leaves. */
  nodeCount = 0;

  /** Number of edges from the root to the deepest leaf; 0 for a single leaf, -1 for an empty tree. */
  get height(): number {
    return this.root === NONE ? -1 : this.heights[this.root];
  }

  /** Adds a leaf for a proxy that is not in the tree; its box is copied from `boxes[offset..]`. */
  insert(proxy: number, boxes: Float64Array, offset: number): void {
    const leaf = this.takeNode();
    this.writeBox(leaf, boxes, offset);
    this.child1[leaf] = NONE;
    this.child2[leaf] = NONE;
    this.heights[leaf] = 0;
    this.proxyOfNode[leaf] = proxy;
    if (proxy >= this.leafOf.length) {
      this.leafOf = grown(this.leafOf, Math.max(2 * this.leafOf.length, proxy + 1));
    }
    this.leafOf[proxy] = leaf;
    this.insertLeaf(leaf);
  }

  /** Removes the leaf of a proxy. */
  remove(proxy: number): void {
    const leaf = this.leafOf[proxy];
    this.removeLeaf(leaf);
    this.freeOne(leaf);
  }

  /**
   * Removes the leaf of a proxy and inserts it again with the box at `boxes[offset]` (minX, minY, maxX, maxY, m).
   * Keeps the quality of the tree. Use it if few leaves have moved. With the box that the leaf has, nothing changes: a visitor of
   * `castRay` may ask a query that takes in the same moves again.
   */
  move(proxy: number, boxes: Float64Array, offset: number): void {
    const leaf = this.leafOf[proxy];
    const own = this.boxes;
    const o = 4 * leaf;
    if (
      own[o] === boxes[offset] &&
      own[o + 1] === boxes[offset + 1] &&
      own[o + 2] === boxes[offset + 2] &&
      own[o + 3] === boxes[offset + 3]
    )
      return;
    this.removeLeaf(leaf);
    this.writeBox(leaf, boxes, offset);
    this.insertLeaf(leaf);
  }

  /** Writes a new box of a leaf and enlarges its ancestors to contain it. Call `rebuild` after the last one. */
  enlarge(proxy: number, boxes: Float64Array, offset: number): void {
    const leaf = this.leafOf[proxy];
    this.writeBox(leaf, boxes, offset);
    const { boxes: own, parent, isEnlarged } = this;
    const minX = boxes[offset];
    const minY = boxes[offset + 1];
    const maxX = boxes[offset + 2];
    const maxY = boxes[offset + 3];
    for (let node = parent[leaf]; node !== NONE; node = parent[node]) {
      const o = 4 * node;
      let changed = false;
      if (minX < own[o]) {
        own[o] = minX;
        changed = true;
      }
      if (minY < own[o + 1]) {
        own[o + 1] = minY;
        changed = true;
      }
      if (maxX > own[o + 2]) {
        own[o + 2] = maxX;
        changed = true;
      }
      if (maxY > own[o + 3]) {
        own[o + 3] = maxY;
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
  rebuild(all = false): void {
    const { root, child1, child2, proxyOfNode, isEnlarged } = this;
    if (root === NONE || proxyOfNode[root] !== NONE) return;
    // a query in the callback of another one comes here too, and may not touch the stack of that one
    if (!all && isEnlarged[root] === 0) return;
    if (this.rebuildNodes.length < this.parent.length) this.rebuildNodes = new Int32Array(this.parent.length);
    const nodes = this.rebuildNodes;
    // Free the enlarged inner nodes. Keep the subtrees below them unchanged.
    let count = 0;
    let depth = 0;
    let stack = this.stack;
    stack[depth++] = root;
    while (depth > 0) {
      const node = stack[--depth];
      if (proxyOfNode[node] === NONE && (all || isEnlarged[node] === 1)) {
        if (depth + 2 > stack.length) stack = this.growStack();
        stack[depth++] = child2[node];
        stack[depth++] = child1[node];
        this.freeOne(node);
      } else {
        nodes[count++] = node;
      }
    }
    this.root = this.build(0, count);
    this.parent[this.root] = NONE;
  }

  /** Appends the proxies whose boxes touch the box at `boxes[offset..]` to `out`. */
  query(boxes: Float64Array, offset: number, out: ProxyBuffer): void {
    if (this.root === NONE) return;
    const { boxes: own, child1, child2, proxyOfNode } = this;
    const minX = boxes[offset];
    const minY = boxes[offset + 1];
    const maxX = boxes[offset + 2];
    const maxY = boxes[offset + 3];
    const bottom = this.bottom;
    let stack = this.stack;
    let depth = bottom;
    stack[depth++] = this.root;
    while (depth > bottom) {
      const node = stack[--depth];
      const o = 4 * node;
      if (minX <= own[o + 2] && own[o] <= maxX && minY <= own[o + 3] && own[o + 1] <= maxY) {
        if (proxyOfNode[node] !== NONE) out.push(proxyOfNode[node]);
        else {
          if (depth + 2 > stack.length) stack = this.growStack();
          stack[depth++] = child2[node];
          stack[depth++] = child1[node];
        }
      }
    }
  }

  /**
   * Visits the proxies whose boxes the ray hits, near subtrees first. Returns the last fraction that the visitor returned, or
   * `maxFraction`. The visitor may query the tree.
   */
  castRay(
    originX: number,
    originY: number,
    translationX: number,
    translationY: number,
    maxFraction: number,
    visit: RayVisitor,
  ): number {
    let limit = maxFraction;
    if (this.root === NONE) return limit;
    const { boxes, child1, child2, proxyOfNode, bottom } = this;
    let stack = this.stack;
    let depth = bottom;
    stack[depth++] = this.root;
    while (depth > bottom && limit > 0) {
      const node = stack[--depth];
      if (!rayMeetsBox(boxes, 4 * node, originX, originY, translationX, translationY, limit)) continue;
      if (proxyOfNode[node] !== NONE) {
        this.bottom = depth;
        try {
          limit = visit(proxyOfNode[node], limit);
        } finally {
          this.bottom = bottom;
        }
        stack = this.stack;
      } else {
        if (depth + 2 > stack.length) stack = this.growStack();
        const p = 4 * child1[node];
        const q = 4 * child2[node];
        // the child whose centre comes first along the ray goes on top of the stack
        const ahead =
          translationX * (boxes[q] + boxes[q + 2] - boxes[p] - boxes[p + 2]) +
          translationY * (boxes[q + 1] + boxes[q + 3] - boxes[p + 1] - boxes[p + 3]);
        stack[depth++] = ahead >= 0 ? child2[node] : child1[node];
        stack[depth++] = ahead >= 0 ? child1[node] : child2[node];
      }
    }
    return limit;
  }

  /**
   * Visits the boxes of all nodes, each before those of its children, with the number of nodes above it as `depth`. Allocates nothing.
   * The visitor must not change the tree.
   */
  visitBoxes(visit: BoxVisitor): void {
    const { boxes, parent, child1, child2, proxyOfNode, root } = this;
    let depth = 0;
    let node = root;
    while (node !== NONE) {
      visit(boxes, 4 * node, depth, proxyOfNode[node]);
      if (proxyOfNode[node] === NONE) {
        node = child1[node];
        depth++;
        continue;
      }
      // up to the nearest node whose second child is still to be visited
      while (node !== root && node === child2[parent[node]]) {
        node = parent[node];
        depth--;
      }
      node = node === root ? NONE : child2[parent[node]];
    }
  }

  /** Finds a sibling for a leaf, creates a parent for both, and updates and rotates the nodes up to the root. */
  private insertLeaf(leaf: number): void {
    if (this.root === NONE) {
      this.root = leaf;
      this.parent[leaf] = NONE;
      return;
    }
    const sibling = this.bestSibling(leaf);
    const above = this.takeNode();
    const { parent, child1, child2 } = this;
    const oldParent = parent[sibling];
    parent[above] = oldParent;
    this.proxyOfNode[above] = NONE;
    child1[above] = sibling;
    child2[above] = leaf;
    parent[sibling] = above;
    parent[leaf] = above;
    if (oldParent === NONE) this.root = above;
    else if (child1[oldParent] === sibling) child1[oldParent] = above;
    else child2[oldParent] = above;
    for (let node = above; node !== NONE; node = parent[node]) {
      this.refit(node);
      this.rotate(node);
    }
  }

  /** Replaces the parent of a leaf by the leaf's sibling and updates the boxes and heights above. */
  private removeLeaf(leaf: number): void {
    if (leaf === this.root) {
      this.root = NONE;
      return;
    }
    const { parent, child1, child2 } = this;
    const above = parent[leaf];
    const grandparent = parent[above];
    const sibling = child1[above] === leaf ? child2[above] : child1[above];
    parent[sibling] = grandparent;
    if (grandparent === NONE) this.root = sibling;
    else if (child1[grandparent] === above) child1[grandparent] = sibling;
    else child2[grandparent] = sibling;
    this.freeOne(above);
    for (let node = grandparent; node !== NONE; node = parent[node]) this.refit(node);
  }

  /**
   * Returns the best sibling of a new leaf D. Node S as the sibling costs the perimeter of (S u D) plus the growth of all
   * ancestors of S. Below a child C the cost is at least: growth of the ancestors + growth of C + perimeter of D.
   */
  private bestSibling(leaf: number): number {
    const { boxes, child1, child2, proxyOfNode } = this;
    const d = 4 * leaf;
    const perimeterD = boxes[d + 2] - boxes[d] + boxes[d + 3] - boxes[d + 1];
    const centerX = boxes[d] + boxes[d + 2];
    const centerY = boxes[d + 1] + boxes[d + 3];
    let node = this.root;
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
  private rotate(node: number): void {
    const { boxes, child1, child2, proxyOfNode } = this;
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
    const inner = this.parent[moved];
    if (child1[inner] === moved) child1[inner] = lowered;
    else child2[inner] = lowered;
    if (child1[node] === lowered) child1[node] = moved;
    else child2[node] = moved;
    this.parent[lowered] = inner;
    this.parent[moved] = node;
    this.refit(inner);
    this.refit(node);
  }

  /** Builds a subtree over `rebuildNodes[start .. start + count]` and returns its top node. */
  private build(start: number, count: number): number {
    const nodes = this.rebuildNodes;
    if (count === 1) return nodes[start];
    const { boxes } = this;
    let minX = Infinity;
    let minY = Infinity;
    let maxX = -Infinity;
    let maxY = -Infinity;
    for (let k = start; k < start + count; k++) {
      const o = 4 * nodes[k];
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
      const node = nodes[k];
      if (boxes[4 * node + axis] + boxes[4 * node + axis + 2] < middle) {
        nodes[k] = nodes[split];
        nodes[split++] = node;
      }
    }
    // all centres coincide, or nearly all are on one side: split into halves to keep the tree shallow
    if (8 * (split - start) < count || 8 * (start + count - split) < count) split = start + (count >> 1);
    const first = this.build(start, split - start);
    const second = this.build(split, start + count - split);
    const node = this.takeNode();
    this.proxyOfNode[node] = NONE;
    this.child1[node] = first;
    this.child2[node] = second;
    this.parent[first] = node;
    this.parent[second] = node;
    this.refit(node);
    return node;
  }

  /** Computes the box, height and enlarged mark of an inner node from its children. */
  private refit(node: number): void {
    const { boxes, heights, isEnlarged } = this;
    const c1 = this.child1[node];
    const c2 = this.child2[node];
    const o = 4 * node;
    const p = 4 * c1;
    const q = 4 * c2;
    boxes[o] = boxes[p] < boxes[q] ? boxes[p] : boxes[q];
    boxes[o + 1] = boxes[p + 1] < boxes[q + 1] ? boxes[p + 1] : boxes[q + 1];
    boxes[o + 2] = boxes[p + 2] > boxes[q + 2] ? boxes[p + 2] : boxes[q + 2];
    boxes[o + 3] = boxes[p + 3] > boxes[q + 3] ? boxes[p + 3] : boxes[q + 3];
    heights[node] = 1 + (heights[c1] > heights[c2] ? heights[c1] : heights[c2]);
    isEnlarged[node] = isEnlarged[c1] | isEnlarged[c2];
  }

  private writeBox(node: number, boxes: Float64Array, offset: number): void {
    const o = 4 * node;
    this.boxes[o] = boxes[offset];
    this.boxes[o + 1] = boxes[offset + 1];
    this.boxes[o + 2] = boxes[offset + 2];
    this.boxes[o + 3] = boxes[offset + 3];
  }

  private takeNode(): number {
    this.nodeCount++;
    let node = this.freeNode;
    if (node !== NONE) this.freeNode = this.parent[node];
    else {
      node = this.nodeEnd++;
      if (node >= this.parent.length) this.growNodes(2 * this.parent.length);
    }
    this.isEnlarged[node] = 0;
    return node;
  }

  private freeOne(node: number): void {
    this.nodeCount--;
    this.parent[node] = this.freeNode;
    this.freeNode = node;
  }

  private growNodes(capacity: number): void {
    this.boxes = grown(this.boxes, 4 * capacity);
    this.parent = grown(this.parent, capacity);
    this.child1 = grown(this.child1, capacity);
    this.child2 = grown(this.child2, capacity);
    this.heights = grown(this.heights, capacity);
    this.proxyOfNode = grown(this.proxyOfNode, capacity);
    this.isEnlarged = grown(this.isEnlarged, capacity);
  }

  private growStack(): Int32Array {
    this.stack = grown(this.stack, 2 * this.stack.length);
    return this.stack;
  }
}

/** Half the perimeter of the union of the boxes at two offsets. */
function unionPerimeter(boxes: Float64Array, p: number, q: number): number {
  const minX = boxes[p] < boxes[q] ? boxes[p] : boxes[q];
  const minY = boxes[p + 1] < boxes[q + 1] ? boxes[p + 1] : boxes[q + 1];
  const maxX = boxes[p + 2] > boxes[q + 2] ? boxes[p + 2] : boxes[q + 2];
  const maxY = boxes[p + 3] > boxes[q + 3] ? boxes[p + 3] : boxes[q + 3];
  return maxX - minX + maxY - minY;
}
