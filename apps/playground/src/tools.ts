import type { BodyDefinition, ShapeDefinition } from '@otedama/rigid';
import { button } from './page-elements.js';
import type { Playground } from './playground.js';

/** Effect of a press on the view: the hand drags bodies; a tap with the other tools adds a body or sets off a blast. */
export type Tool = 'hand' | 'add' | 'blast';

const tools: readonly Tool[] = ['hand', 'add', 'blast'];

/** Radius of an added body, as a fraction of half the shorter side of the view. */
const SIZE_SHARE = 0.055;

/**
 * Returns the body with number `index` to add at a point, m. `halfSide` is half the shorter side of the view, m. Successive bodies have
 * different shapes.
 */
export function addedBody(
  index: number,
  position: { readonly x: number; readonly y: number },
  halfSide: number,
): BodyDefinition {
  const size = SIZE_SHARE * halfSide;
  const material = { density: 0.6, friction: 0.5, restitution: 0.2 };
  const corners = (count: number, radius: number): { x: number; y: number }[] =>
    Array.from({ length: count }, (_, k) => {
      const angle = (2 * Math.PI * (k + 0.5)) / count;
      return { x: radius * Math.cos(angle), y: radius * Math.sin(angle) };
    });
  const kinds: readonly ShapeDefinition[] = [
    { kind: 'circle', radius: size, ...material },
    { kind: 'polygon', vertices: corners(4, size), radius: 0.25 * size, ...material },
    {
      kind: 'capsule',
      point1: { x: -0.6 * size, y: 0 },
      point2: { x: 0.6 * size, y: 0 },
      radius: 0.7 * size,
      ...material,
    },
    { kind: 'polygon', vertices: corners(6, 1.1 * size), ...material },
  ];
  return { position, shapes: [kinds[index % kinds.length] as ShapeDefinition] };
}

/** The buttons that select the tool. Exactly one is pressed. */
export class ToolBar {
  constructor(playground: Playground) {
    for (const tool of tools)
      button(`tool-${tool}`).addEventListener('click', () => {
        playground.tool = tool;
        for (const other of tools)
          button(`tool-${other}`).setAttribute('aria-pressed', String(other === tool));
      });
  }
}
