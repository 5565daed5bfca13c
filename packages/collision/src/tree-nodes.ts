/**
 * The nodes of a dynamic tree, as rows of flat arrays: leaves, whose boxes are those of proxies, and inner nodes, whose box is the union of
 * the boxes of two children. Rows that were freed are taken first.
 */
import { grown } from './grown.js';

/** No node, or no proxy. */
export const NONE = -1;

/** The nodes of one tree. */
export class TreeNodes {
  /** Boxes of the nodes, stride 4: minX, minY, maxX, maxY. */
  boxes: Float64Array = new Float64Array(64);
  parent: Int32Array = new Int32Array(16);
  child1: Int32Array = new Int32Array(16);
  child2: Int32Array = new Int32Array(16);
  /** Edges down to the deepest leaf. */
  heights: Int32Array = new Int32Array(16);
  /** Proxy of a leaf, or -1. */
  proxyOfNode: Int32Array = new Int32Array(16);
  /** 1 for inner nodes whose box was enlarged since the last rebuild. */
  isEnlarged: Uint8Array = new Uint8Array(16);
  root: number = NONE;
  /** Number of nodes in use. */
  count = 0;
  /** Leaves and kept subtrees of a rebuild. */
  kept: Int32Array = new Int32Array(16);
  /** Nodes that a search has still to visit. */
  stack: Int32Array = new Int32Array(128);
  /** Number of rows that were ever in use. */
  private end = 0;
  /** Head of the list of free nodes, linked through `parent`. */
  private freeNode: number = NONE;

  /** Takes a node, with no enlarged mark; the rest of its row is that of its last use. */
  take(): number {
    this.count++;
    let node = this.freeNode;
    if (node !== NONE) this.freeNode = this.parent[node];
    else {
      node = this.end++;
      if (node >= this.parent.length) this.grow(2 * this.parent.length);
    }
    this.isEnlarged[node] = 0;
    return node;
  }

  free(node: number): void {
    this.count--;
    this.parent[node] = this.freeNode;
    this.freeNode = node;
  }

  /** Copies the box at `boxes[offset..]` to a node. */
  writeBox(node: number, boxes: Float64Array, offset: number): void {
    const o = 4 * node;
    this.boxes[o] = boxes[offset];
    this.boxes[o + 1] = boxes[offset + 1];
    this.boxes[o + 2] = boxes[offset + 2];
    this.boxes[o + 3] = boxes[offset + 3];
  }

  /** Computes the box, height and enlarged mark of an inner node from its children. */
  refit(node: number): void {
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

  growStack(): Int32Array {
    this.stack = grown(this.stack, 2 * this.stack.length);
    return this.stack;
  }

  private grow(capacity: number): void {
    this.boxes = grown(this.boxes, 4 * capacity);
    this.parent = grown(this.parent, capacity);
    this.child1 = grown(this.child1, capacity);
    this.child2 = grown(this.child2, capacity);
    this.heights = grown(this.heights, capacity);
    this.proxyOfNode = grown(this.proxyOfNode, capacity);
    this.isEnlarged = grown(this.isEnlarged, capacity);
  }
}
