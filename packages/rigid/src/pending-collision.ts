/** Object-level geometry until `collision` offers it: validation and mass of shapes. */
import type { GeometryStore } from '@otedama/collision';
import {
  InputError,
  PI,
  polygon,
  requireFiniteVec2,
  requireNonNegative,
  requirePositive,
  type Vec2,
} from '@otedama/math2d';

export type Shape = Parameters<GeometryStore['add']>[0];

export function validateShape(shape: Shape, field: string): void {
  const at = (name: string) => (field === '' ? name : `${field}.${name}`);
  switch (shape.kind) {
    case 'circle':
      if (shape.center !== undefined) requireFiniteVec2(at('center'), shape.center);
      requirePositive(at('radius'), shape.radius);
      break;
    case 'capsule':
      requireFiniteVec2(at('point1'), shape.point1);
      requireFiniteVec2(at('point2'), shape.point2);
      requirePositive(at('radius'), shape.radius);
      break;
    case 'polygon':
      polygon.validateConvex(shape.vertices as Vec2[], at('vertices'));
      if (shape.radius !== undefined) requireNonNegative(at('radius'), shape.radius);
      break;
    case 'segment':
      requireFiniteVec2(at('point1'), shape.point1);
      requireFiniteVec2(at('point2'), shape.point2);
      break;
    case 'halfSpace':
      requireFiniteVec2(at('normal'), shape.normal);
      if (shape.position !== undefined) requireFiniteVec2(at('position'), shape.position);
      break;
    case 'chainSegment':
      for (const name of ['ghost1', 'point1', 'point2', 'ghost2'] as const)
        requireFiniteVec2(at(name), shape[name]);
      break;
    default:
      throw new InputError(at('kind'), (shape as { kind: unknown }).kind, 'a kind of shape');
  }
}

export function massProperties(
  shape: Shape,
  density: number,
): { mass: number; center: Vec2; inertia: number } {
  switch (shape.kind) {
    case 'circle': {
      const mass = density * PI * shape.radius * shape.radius;
      return {
        mass,
        center: shape.center ?? { x: 0, y: 0 },
        inertia: (mass * shape.radius * shape.radius) / 2,
      };
    }
    case 'polygon': {
      const vertices = shape.vertices as Vec2[];
      const mass = density * polygon.area(vertices);
      return { mass, center: polygon.centroid(vertices), inertia: density * polygon.secondMoment(vertices) };
    }
    default:
      return { mass: 0, center: { x: 0, y: 0 }, inertia: 0 };
  }
}
