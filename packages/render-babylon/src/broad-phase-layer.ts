import { type Color, hexColor, oklch } from './color.js';
import type { DebugLayer } from './debug-layers.js';

/** Boxes of shapes. */
const shapeColor = hexColor('#8a93a6');

/** Lightness and chroma of a mid tone, visible on light and on dark backgrounds, and the hues of the outermost and of deep boxes, degrees. */
const LIGHTNESS = 0.62;
const CHROMA = 0.17;
const OUTER_HUE = 300;
const DEEP_HUE = 60;

/** Depth at which the colours end, few enough that neighbours differ clearly. Deeper boxes have the colour of this depth. */
const COLORED_DEPTH = 6;

/** Colours of the boxes that contain others, by depth: violet, blue, green, yellow, orange. */
const depthColors: readonly Color[] = Array.from({ length: COLORED_DEPTH + 1 }, (_, depth) =>
  oklch(LIGHTNESS, CHROMA, OUTER_HUE + ((DEEP_HUE - OUTER_HUE) * depth) / COLORED_DEPTH),
);

/**
 * Broad phase: the fat boxes of the shapes, grey, and the boxes that they are filed under. These are the inner nodes of a tree, violet at
 * its root and orange deep inside, or the occupied cells of a grid. Pairs are searched only among boxes that overlap.
 */
export const broadPhaseLayer: DebugLayer = {
  name: 'broad-phase',
  title: 'Broad phase',
  draw(world, painter) {
    world.forEachBroadPhaseBox?.((boxes, offset, depth, proxy) => {
      const minX = boxes[offset];
      const minY = boxes[offset + 1];
      const maxX = boxes[offset + 2];
      const maxY = boxes[offset + 3];
      if (!Number.isFinite(maxX - minX) || !Number.isFinite(maxY - minY)) return;
      const isShape = proxy >= 0;
      const color = isShape ? shapeColor : depthColors[Math.min(depth, COLORED_DEPTH)];
      painter.box(minX, minY, maxX, maxY, color, isShape ? 1 : 1.5);
    });
  },
};
