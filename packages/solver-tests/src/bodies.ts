import { polygon } from '@otedama/math2d';
import {
  type Body,
  type BodyDefinition,
  createWorld,
  type ShapeDefinition,
  type Solver,
  type World,
} from '@otedama/rigid';

/** Surface of a shape in these tests. The default is frictionless and inelastic. Pairs use the larger value instead of a mixed one. */
export interface Surface {
  friction?: number;
  restitution?: number;
}

/** Default material of the shapes in these tests. */
export const plain = {
  friction: 0,
  restitution: 0,
  frictionCombine: 'maximum',
  restitutionCombine: 'maximum',
} as const;

/** A static half-space, solid below a line through (x, y) that rises by `angle` (rad). */
export function wall(angle: number, surface: Surface = {}, x = 0, y = 0): BodyDefinition {
  const normal = { x: -Math.sin(angle), y: Math.cos(angle) };
  return {
    type: 'static',
    position: { x, y },
    shapes: [{ kind: 'halfSpace', normal, ...plain, ...surface }],
  };
}

/** The articles' square with circumradius `radius` (m). Its sides are horizontal and vertical at an angle of pi/4. */
export function square(radius: number, surface: Surface = {}): ShapeDefinition {
  return { kind: 'polygon', vertices: polygon.regular(radius, 4), ...plain, ...surface };
}

export function box(width: number, height: number, surface: Surface = {}): ShapeDefinition {
  return { kind: 'polygon', vertices: polygon.rectangle(width, height), ...plain, ...surface };
}

export function circle(radius: number, surface: Surface = {}, x = 0): ShapeDefinition {
  return { kind: 'circle', center: { x, y: 0 }, radius, ...plain, ...surface };
}

/** Creates a world with the given bodies. Returns the bodies in the same order. */
export function makeWorld(
  solver: Solver,
  gravity: number,
  definitions: readonly BodyDefinition[],
): { world: World; bodies: Body[] } {
  const world = createWorld({ solver, gravity: { x: 0, y: -gravity }, sleeping: false });
  return { world, bodies: definitions.map((definition) => world.createBody(definition)) };
}

/** Small seeded random generator of numbers in [0, 1). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 4294967296;
  };
}

/** Creates a world without gravity in which bodies of several kinds drift and hit each other. */
export function closedWorld(solver: Solver, surface: Surface): { world: World; bodies: Body[] } {
  const next = seeded(7);
  const definitions: BodyDefinition[] = [];
  for (let i = 0; i < 16; i++) {
    const x = 1.9 * (i % 4) - 2.85;
    const y = 1.9 * Math.floor(i / 4) - 2.85;
    const shape =
      i % 3 === 0 ? circle(0.6, surface) : i % 3 === 1 ? square(0.9, surface) : box(1.4, 0.8, surface);
    definitions.push({
      position: { x, y },
      angle: 6 * next(),
      linearVelocity: { x: 3 * (next() - 0.5) - 1.5 * x, y: 3 * (next() - 0.5) - 1.5 * y },
      angularVelocity: 6 * (next() - 0.5),
      mass: 0.5 + 2 * next(),
      shapes: [shape],
    });
  }
  return makeWorld(solver, 0, definitions);
}
