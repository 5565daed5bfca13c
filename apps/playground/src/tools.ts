import type { BodyDefinition, ShapeDefinition } from '@otedama/rigid';
import { handMade } from './drawn-body.js';
import { button } from './page-elements.js';
import type { Playground } from './playground.js';

/** What a press that moves does with each tool, see `Stage.press`. */
export const presses = {
  hand: 'drag',
  add: 'pan',
  pen: 'stroke',
  pin: 'stroke',
  rope: 'stroke',
  rod: 'stroke',
  spring: 'stroke',
  eraser: 'stroke',
  blast: 'pan',
} as const;

/**
 * Effect of a press on the view. The hand drags bodies. The pen draws them, pin, rope, rod and spring join them, and the eraser removes what
 * it touches. A tap with the other tools adds a body or sets off a blast.
 */
export type Tool = keyof typeof presses;

const tools = Object.keys(presses) as Tool[];

/** Said when a tool is chosen, if it is not obvious what it does. */
const instructions: Partial<Record<Tool, string>> = {
  pen: 'Draw an outline or a line: it becomes a body. What begins on a wall or the ground stays there.',
  pin: 'Press where bodies overlap to hinge them, or on one body to pin it to the background.',
  rope: 'Drag from one body to another, or to the background: a rope ties them together.',
  rod: 'Drag from one body to another, or to the background: a rod keeps the two points at their distance.',
  spring: 'Drag from one body to another, or to the background: a spring joins them.',
  eraser: 'Rub over bodies and joints to remove them. A short press also removes a wall.',
};

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
  const corners = (count: number, radius: number): { x: number; y: number }[] =>
    Array.from({ length: count }, (_, k) => {
      const angle = (2 * Math.PI * (k + 0.5)) / count;
      return { x: radius * Math.cos(angle), y: radius * Math.sin(angle) };
    });
  const kinds: readonly ShapeDefinition[] = [
    { kind: 'circle', radius: size, ...handMade },
    { kind: 'polygon', vertices: corners(4, size), radius: 0.25 * size, ...handMade },
    {
      kind: 'capsule',
      point1: { x: -0.6 * size, y: 0 },
      point2: { x: 0.6 * size, y: 0 },
      radius: 0.7 * size,
      ...handMade,
    },
    { kind: 'polygon', vertices: corners(6, 1.1 * size), ...handMade },
  ];
  return { position, shapes: [kinds[index % kinds.length] as ShapeDefinition] };
}

/** The buttons that select the tool. Exactly one is pressed. */
export class ToolBar {
  constructor(playground: Playground, tell: (sentence: string) => void) {
    button('undo').addEventListener('click', () => playground.undo());
    for (const tool of tools)
      button(`tool-${tool}`).addEventListener('click', () => {
        playground.edits.tool = tool;
        const instruction = playground.edits.refusalOf(tool) ?? instructions[tool];
        if (instruction !== undefined) tell(instruction);
        for (const other of tools)
          button(`tool-${other}`).setAttribute('aria-pressed', String(other === tool));
      });
  }
}
