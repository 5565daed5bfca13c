/**
 * Dynamic bounding volume tree: leaves are proxies, the box of every inner node is the union of its two children's boxes.
 *
 * Leaves are inserted and removed one by one (`tree-insertion.ts`), or, if many have moved, their ancestors are enlarged and the enlarged
 * part is rebuilt (`tree-rebuild.ts`). Nodes are rows of flat arrays (`tree-nodes.ts`); boxes must be finite.
 */
import { type BoxVisitor, type RayVisitor, rayMeetsBox } from './broad-phase.js';
import { grown } from './grown.js';
import type { ProxyBuffer } from './pair-buffer.js';
import { insertLeaf, removeLeaf } from './tree-insertion.js';
import { NONE, TreeNodes } from './tree-nodes.js';
import { enlargeAncestors, rebuildTree } from './tree-rebuild.js';

/**
 * Bounding volume tree over boxes of the caller: insertion by the surface area heuristic, rotations, and rebuilds of the enlarged part
 * if many leaves have moved.
 */
export class DynamicTree {
  private readonly nodes = new TreeNodes();
  private leafOf: Int32Array = new Int32Array(256);
  /** Index in the stack where a search begins. Below it are the pending nodes of a ray cast whose visitor is running. */
  private bottom = 0;

  /** Number of nodes in use: 2 n - 1 for n leaves. */
  get nodeCount(): number {
    return this.nodes.count;
  }

  /** Number of edges from the root to the deepest leaf; 0 for a single leaf, -1 for an empty tree. */
  get height(): number {
    const { root, heights } = this.nodes;
    return root === NONE ? -1 : heights[root];
  }

  /** Adds a leaf for a proxy that is not in the tree; its box is copied from `boxes[offset..]`. */
  insert(proxy: number, boxes: Float64Array, offset: number): void {
    const { nodes } = this;
    const leaf = nodes.take();
    nodes.writeBox(leaf, boxes, offset);
    nodes.child1[leaf] = NONE;
    nodes.child2[leaf] = NONE;
    nodes.heights[leaf] = 0;
    nodes.proxyOfNode[leaf] = proxy;
    if (proxy >= this.leafOf.length) {
      this.leafOf = grown(this.leafOf, Math.max(2 * this.leafOf.length, proxy + 1));
    }
    this.leafOf[proxy] = leaf;
    insertLeaf(nodes, leaf);
  }

  /** Removes the leaf of a proxy. */
  remove(proxy: number): void {
    const leaf = this.leafOf[proxy];
    removeLeaf(this.nodes, leaf);
    this.nodes.free(leaf);
  }

  /**
   * Removes the leaf of a proxy and inserts it again with the box at `boxes[offset]` (minX, minY, maxX, maxY, m).
   * Keeps the quality of the tree. Use it if few leaves have moved. With the box that the leaf has, nothing changes: a visitor of
   * `castRay` may ask a query that takes in the same moves again.
   */
  move(proxy: number, boxes: Float64Array, offset: number): void {
    const leaf = this.leafOf[proxy];
    const { nodes } = this;
    const own = nodes.boxes;
    const o = 4 * leaf;
    if (
      own[o] === boxes[offset] &&
      own[o + 1] === boxes[offset + 1] &&
      own[o + 2] === boxes[offset + 2] &&
      own[o + 3] === boxes[offset + 3]
    )
      return;
    removeLeaf(nodes, leaf);
    nodes.writeBox(leaf, boxes, offset);
    insertLeaf(nodes, leaf);
  }

  /** Writes a new box of a leaf and enlarges its ancestors to contain it. Call `rebuild` after the last one. */
  enlarge(proxy: number, boxes: Float64Array, offset: number): void {
    const leaf = this.leafOf[proxy];
    this.nodes.writeBox(leaf, boxes, offset);
    enlargeAncestors(this.nodes, leaf);
  }

  /** Rebuilds the nodes above enlarged leaves (or all nodes) from the top down. */
  rebuild(all = false): void {
    rebuildTree(this.nodes, all);
  }

  /** Appends the proxies whose boxes touch the box at `boxes[offset..]` to `out`. */
  query(boxes: Float64Array, offset: number, out: ProxyBuffer): void {
    const { nodes, bottom } = this;
    if (nodes.root === NONE) return;
    const { boxes: own, child1, child2, proxyOfNode } = nodes;
    const minX = boxes[offset];
    const minY = boxes[offset + 1];
    const maxX = boxes[offset + 2];
    const maxY = boxes[offset + 3];
    let { stack } = nodes;
    let depth = bottom;
    stack[depth++] = nodes.root;
    while (depth > bottom) {
      const node = stack[--depth];
      const o = 4 * node;
      if (minX <= own[o + 2] && own[o] <= maxX && minY <= own[o + 3] && own[o + 1] <= maxY) {
        if (proxyOfNode[node] !== NONE) out.push(proxyOfNode[node]);
        else {
          if (depth + 2 > stack.length) stack = nodes.growStack();
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
    const { nodes, bottom } = this;
    let limit = maxFraction;
    if (nodes.root === NONE) return limit;
    const { boxes, child1, child2, proxyOfNode } = nodes;
    let { stack } = nodes;
    let depth = bottom;
    stack[depth++] = nodes.root;
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
        stack = nodes.stack;
      } else {
        if (depth + 2 > stack.length) stack = nodes.growStack();
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
    const { boxes, parent, child1, child2, proxyOfNode, root } = this.nodes;
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
}
