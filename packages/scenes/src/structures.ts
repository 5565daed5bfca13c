/** Structures that stand only by friction and balance: card house, arch, dominoes. */

import { cos, polygon, sin } from '@otedama/math2d';
import type { BodyDefinition } from '@otedama/rigid';
import { defineScene } from './define-scene.js';
import { box, floor, onCircle } from './shapes.js';
import type { SceneEntry } from './types.js';
import { benchmarkWorld } from './worlds.js';

/** Playing cards: half thickness and half length, m; lean from the vertical, rad. */
const CARD = { halfThickness: 0.001, halfLength: 0.2, lean: (25 * Math.PI) / 180, friction: 0.7 };

/** Distance of neighbouring card tents, m. It is less than the length of a card, so the flat cards overlap at their ends. */
const TENT_PITCH = 0.35;

/**
 * Tents of two leaning cards, bridged by flat cards, in levels of `tents`, `tents` - 1, ..., 1.
 *
 * The lowest and highest corners of a card leaning by a are h = L cos a + t sin a below and above its centre. The card touches its partner
 * at a horizontal distance of t cos a + L sin a. The flat cards overlap by 5 cm at their ends, with a penetration of one card thickness (2
 * mm), which is within the slop of any solver.
 */
export const cardHouse: SceneEntry = defineScene({
  name: 'card-house',
  category: 'stacking',
  title: 'Card house',
  description: 'Cards two millimetres thick, friction 0.7: only a very accurate solver keeps it standing.',
  parameters: {
    tents: { title: 'tents at the base', default: 5, minimum: 1, maximum: 10, integer: true },
  },
  build: ({ tents }) => {
    const { halfThickness: t, halfLength: l, lean, friction } = CARD;
    const h = l * cos(lean) + t * sin(lean);
    const halfTent = t * cos(lean) + l * sin(lean);
    const bodies: BodyDefinition[] = [floor({ friction })];
    const card = (x: number, y: number, angle: number): void => {
      bodies.push({ position: { x, y }, angle, shapes: [box(t, l, { friction })] });
    };
    let bottom = 0;
    for (let level = tents; level > 0; level--) {
      const firstX = (-(level - 1) * TENT_PITCH) / 2;
      for (let tent = 0; tent < level; tent++) {
        const x = firstX + tent * TENT_PITCH;
        card(x - halfTent, bottom + h, -lean);
        card(x + halfTent, bottom + h, lean);
        if (tent + 1 < level) card(x + TENT_PITCH / 2, bottom + 2 * h + t, Math.PI / 2);
      }
      bottom += 2 * h + 2 * t;
    }
    return {
      ...benchmarkWorld(),
      camera: { x: 0, y: bottom / 2, halfHeight: Math.max(0.5, bottom * 0.7) },
      bodies,
    };
  },
});

/** Inner and outer radius of the arch, m. Their ratio is well above 1.11. A half ring with a lower ratio collapses. */
const ARCH_INNER = 6;
const ARCH_OUTER = 8;

/** A half ring of wedge-shaped blocks with a stack of four boxes on its keystone. */
export const arch: SceneEntry = defineScene({
  name: 'arch',
  category: 'stacking',
  title: 'Arch',
  description: 'Seventeen loose blocks and the four boxes they carry stand by friction 0.6 alone.',
  parameters: { blocks: { title: 'blocks', default: 17, minimum: 3, maximum: 41, integer: true } },
  build: ({ blocks }) => {
    const material = { friction: 0.6 };
    const bodies: BodyDefinition[] = [floor(material)];
    for (let i = 0; i < blocks; i++) {
      const a = (i * Math.PI) / blocks;
      const b = ((i + 1) * Math.PI) / blocks;
      const corners = [
        onCircle(ARCH_INNER, a),
        onCircle(ARCH_OUTER, a),
        onCircle(ARCH_OUTER, b),
        onCircle(ARCH_INNER, b),
      ];
      const center = polygon.centroid(corners);
      const vertices = corners.map((corner) => ({ x: corner.x - center.x, y: corner.y - center.y }));
      bodies.push({ position: center, shapes: [{ kind: 'polygon', vertices, ...material }] });
    }
    const top = ARCH_OUTER * (blocks % 2 === 1 ? cos(Math.PI / (2 * blocks)) : 1);
    for (let i = 0; i < 4; i++) {
      bodies.push({ position: { x: 0, y: top + 0.5 + i }, shapes: [box(0.7, 0.5, material)] });
    }
    return { ...benchmarkWorld(), camera: { x: 0, y: 6, halfHeight: 8 }, bodies };
  },
});

/** Half width and half height of a domino, m, and the distance between neighbours. */
const DOMINO = { halfWidth: 0.125, halfHeight: 0.5, pitch: 0.6 };

/** Impulse on the top edge of the first domino, N s. */
const DOMINO_PUSH = 0.2;

/** A row of dominoes. The first one starts with a push at its top. */
export const dominoes: SceneEntry = defineScene({
  name: 'dominoes',
  category: 'stacking',
  title: 'Dominoes',
  description: 'The first domino gets a push; the rest fall in order.',
  parameters: { count: { title: 'dominoes', default: 15, minimum: 2, maximum: 100, integer: true } },
  build: ({ count }) => {
    const { halfWidth, halfHeight, pitch } = DOMINO;
    const mass = 4 * halfWidth * halfHeight;
    const inertia = (mass * (halfWidth * halfWidth + halfHeight * halfHeight)) / 3;
    const firstX = (-(count - 1) * pitch) / 2;
    return {
      ...benchmarkWorld(),
      // shifted to the right, where the last domino falls, and with little of the ground in view
      camera: { x: pitch, y: 0.1 * count * pitch, halfHeight: Math.max(3, count * pitch * 0.36) },
      bodies: [
        floor({ friction: 0.6 }),
        ...Array.from(
          { length: count },
          (_, i): BodyDefinition => ({
            position: { x: firstX + i * pitch, y: halfHeight },
            ...(i === 0
              ? {
                  linearVelocity: { x: DOMINO_PUSH / mass, y: 0 },
                  angularVelocity: (-DOMINO_PUSH * halfHeight) / inertia,
                }
              : {}),
            shapes: [box(halfWidth, halfHeight, { friction: 0.6 })],
          }),
        ),
      ],
    };
  },
});
