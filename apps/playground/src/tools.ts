import type { BodyDefinition, ShapeDefinition } from '@otedama/rigid';
import { button } from './page-elements.js';
import type { Playground } from './playground.js';

/** What a press on the view does: the hand drags bodies; a tap with the others adds a body or sets off a blast. */
export type Tool = 'hand' | 'add' | 'blast';

const tools: readonly Tool[] = ['hand', 'add', 'blast'];

/** Radius of a body that is added, as a share of half the shorter side of the view. */
const SIZE_SHARE = 0.055;

/** The body that is the `index`-th to be added at a point, m, to a view of which half the shorter side is `halfSide`, m: kinds take turns. */
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

/** The buttons that choose the tool: one of them is pressed. */
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
