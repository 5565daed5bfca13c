import {
  BODY_A,
  BODY_B,
  CONTACT_INDEX_STRIDE,
  DYNAMIC,
  forEachRestingContact,
  type Joint,
} from '@otedama/rigid';
import { hexColor } from './color.js';
import type { DebugLayer } from './debug-layers.js';
import type { DrawnWorld } from './types.js';

const awakeColor = hexColor('#e07a1f');
const asleepColor = hexColor('#8a93a6');

/** For each body slot, the representative slot of its island. Two bodies are in one island exactly if this slot is the same. */
function islandOf(world: DrawnWorld): Int32Array {
  const { bodyStore, contactStore } = world;
  const parent = Int32Array.from({ length: bodyStore.slots }, (_, slot) => slot);
  const find = (slot: number): number => {
    let root = slot;
    while (parent[root] !== root) root = parent[root] = parent[parent[root]];
    return root;
  };
  const join = (a: number, b: number): void => {
    // static and kinematic bodies do not connect islands
    if (bodyStore.type[a] === DYNAMIC && bodyStore.type[b] === DYNAMIC) parent[find(a)] = find(b);
  };
  const joinContact = (contact: number): void => {
    const i = contact * CONTACT_INDEX_STRIDE;
    join(contactStore.index[i + BODY_A], contactStore.index[i + BODY_B]);
  };
  for (let place = 0; place < contactStore.touchingCount; place++) joinContact(contactStore.touching[place]);
  forEachRestingContact(contactStore, bodyStore, joinContact);
  for (const joint of world.joints as Iterable<Joint>) {
    if (joint.bodyA !== null) join(joint.bodyA.id, joint.bodyB.id);
  }
  return parent.map((_, slot) => find(slot));
}

/**
 * Islands: dynamic bodies connected by contacts and joints, which fall asleep and wake up together. Draws a box around each island,
 * orange while it is awake, grey while it is asleep.
 */
export const islandLayer: DebugLayer = {
  name: 'islands',
  title: 'Islands',
  draw(world, painter) {
    const islands = islandOf(world);
    const boxes = new Map<
      number,
      { minX: number; minY: number; maxX: number; maxY: number; isAwake: boolean }
    >();
    for (const body of world.bodies) {
      if (world.bodyStore.type[body.id] !== DYNAMIC) continue;
      const key = islands[body.id];
      let box = boxes.get(key);
      if (box === undefined) {
        box = { minX: Infinity, minY: Infinity, maxX: -Infinity, maxY: -Infinity, isAwake: false };
        boxes.set(key, box);
      }
      box.isAwake ||= body.isAwake;
      for (const { aabb } of body.shapes) {
        box.minX = Math.min(box.minX, aabb.minX);
        box.minY = Math.min(box.minY, aabb.minY);
        box.maxX = Math.max(box.maxX, aabb.maxX);
        box.maxY = Math.max(box.maxY, aabb.maxY);
      }
    }
    for (const { minX, minY, maxX, maxY, isAwake } of boxes.values()) {
      if (Number.isFinite(maxX - minX) && Number.isFinite(maxY - minY)) {
        painter.box(minX, minY, maxX, maxY, isAwake ? awakeColor : asleepColor, 2);
      }
    }
  },
};
