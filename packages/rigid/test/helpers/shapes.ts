import { polygon } from '@otedama/math2d';
import type { ShapeDefinition } from '../../src/index.js';

export function box(width: number, height: number, more: object = {}): ShapeDefinition {
  return { kind: 'polygon', vertices: polygon.rectangle(width, height), ...more };
}

export function circle(radius: number, more: object = {}): ShapeDefinition {
  return { kind: 'circle', radius, ...more };
}

export function floor(y = 0, more: object = {}): ShapeDefinition {
  return { kind: 'halfSpace', position: { x: 0, y }, normal: { x: 0, y: 1 }, ...more };
}
