/**
 * Names that other engines have for fields and choices of definitions, and those that a body has in its shapes: the error for such a name
 * tells which one is meant. A name that only leaves out or adds a part of the right one, such as `rotation` or `maskBits`, needs no entry.
 */
import { translateNames } from '@otedama/math2d';

type Names = Readonly<Record<string, string>>;

/** Hints for names that all have the same one. */
const all = (names: readonly string[], hint: (name: string) => string): Names =>
  Object.fromEntries(names.map((name) => [name, hint(name)]));

const inShapes = (field: string): string => `shapes[0].${field}: it belongs to a shape`;
const box = (): string => 'polygon, with vertices: polygon.rectangle(width, height) of @otedama/math2d';
const capsule = (): string => "shape, such as { kind: 'capsule', point1, point2, radius }";

const ofSolver =
  (create: string) =>
  (field: string): string =>
    `solver: ${create}({ ${field} })`;

const worldFields: Names = {
  ...all(['substeps', 'contactHertz', 'jointHertz', 'restitutionThreshold'], ofSolver('createSoftStep')),
  ...all(['velocityIterations', 'positionIterations'], ofSolver('createSequentialImpulses')),
};

const bodyFields: Names = {
  ...all(['density', 'friction', 'restitution', 'tangentSpeed', 'rollingResistance'], inShapes),
  ...all(['sensor', 'filter', 'contactEvents', 'hitEvents', 'preSolveEvents'], inShapes),
  isSensor: inShapes('sensor'),
  ...all(['fixtures', 'colliders'], () => 'shapes'),
};

const bodyTypes: Names = {
  fixed: 'static',
  ...all(['kinematicPositionBased', 'kinematicVelocityBased'], () => 'kinematic'),
};

const shapeFields: Names = {
  type: 'kind',
  r: 'radius',
  diameter: 'radius, half of it',
  points: 'vertices',
  ...all(['bounciness', 'bounce', 'elasticity'], () => 'restitution'),
};

const shapeKinds: Names = {
  ...all(['box', 'rectangle', 'rect', 'square', 'cuboid'], box),
  ...all(['ball', 'disc'], () => 'circle'),
  ...all(['edge', 'line'], () => 'segment'),
  ...all(['plane', 'ground'], () => 'halfSpace'),
};

const jointKinds: Names = {
  ...all(['hinge', 'pin'], () => 'revolute'),
  ...all(['rod', 'spring'], () => 'distance'),
  ...{ slider: 'prismatic', fixed: 'weld', mouse: 'grab' },
};

const characterFields: Names = all(['radius', 'height'], capsule);

/** Lets the errors for unknown fields and choices of definitions tell what is meant. */
export function translateDefinitionNames(): void {
  const names = [worldFields, bodyFields, bodyTypes, shapeFields, shapeKinds, jointKinds, characterFields];
  for (const table of names) translateNames(table);
}
