/** Random cloths and random calls on them, generated from a seed. */

import {
  bakeDistanceField,
  type Cloth,
  type ClothDefinition,
  type Collider,
  type DistanceField,
  type MotionLimits,
  type MotionLimitsOptions,
  type Pressure,
  pressure,
  type Skin,
  type Vector3,
} from '../src/index.js';
import type { Draw } from './draw.js';
import { hash } from './gpu.js';
import { arbitraryMesh, ball, cuboid, insideOut, sideBySide, torus } from './meshes.js';

/** Shapes of different sizes, coarse so that they are quick to compute. The colliders of a cloth may use them if it has them. */
const shapes: readonly DistanceField[] = [
  bakeDistanceField(torus(0.5, 0.2, 16, 8), { cellSize: 0.1 }),
  bakeDistanceField(cuboid(0.6, 0.2, 0.4), { cellSize: 0.13, margin: 0.1 }),
  bakeDistanceField(ball(1, 0.4), { cellSize: 0.16 }),
];

/** One to three distance fields. */
export function arbitraryFields(draw: Draw): DistanceField[] {
  const first = draw.integer(shapes.length);
  return [...shapes.slice(first), ...shapes.slice(0, first)].slice(0, 1 + draw.integer(shapes.length));
}

/** A mesh cloth of up to 12 x 12 cells, whose colliders may use `fields`. */
export function arbitraryMeshDefinition(draw: Draw, fields: readonly DistanceField[] = []): ClothDefinition {
  const mesh = arbitraryMesh(draw);
  const count = mesh.positions.length / 3;
  const { columns, rows, width, height, shearCompliance, inverseMass, pins, ...others } = arbitraryDefinition(
    draw,
    fields,
  );
  return {
    ...others,
    mesh,
    pins: Array.from({ length: draw.integer(4) }, () => draw.integer(count)),
    ...(draw.chance(0.3) ? { density: draw.between(0.1, 3) } : {}),
  };
}

/** One to three closed shells of different sizes, some of which face inwards, with a gas in each. */
export function arbitraryGasDefinition(draw: Draw, fields: readonly DistanceField[] = []): ClothDefinition {
  const shell = () => draw.pick([ball(0, 0.3), ball(1, 0.3), torus(0.3, 0.12, 8, 5)]);
  const shells = Array.from({ length: 1 + draw.integer(3) }, () =>
    draw.chance(0.3) ? insideOut(shell()) : shell(),
  );
  const mesh = sideBySide(shells, draw.between(0.5, 1));
  // far more would make the rounding of a volume in float32 a force
  const ambient = draw.pick([0, 100, 1e4]);
  const overpressures = shells.map(() => draw.between(Math.max(-ambient, -200), 200));
  const gas = pressure({ overpressure: overpressures, ambient });
  const { inverseMass, ...definition } = arbitraryMeshDefinition(draw, fields);
  const pins = Array.from({ length: draw.integer(3) }, () => draw.integer(mesh.positions.length / 3));
  return { ...definition, mesh, pins, density: draw.between(0.2, 3), pressure: gas };
}

/** A definition with hinges, or strain limits, or neither. */
export function withOtherConstraints(draw: Draw, definition: ClothDefinition): ClothDefinition {
  const { bendCompliance, ...others } = definition;
  const bent = draw.chance(0.3) ? { ...others, bendStiffness: 10 ** draw.between(-6, -1) } : definition;
  const limits = arbitraryStrainLimits(draw, definition.mesh !== undefined);
  return draw.chance(0.4) ? { ...bent, ...limits } : bent;
}

function arbitraryStrainLimits(draw: Draw, isMesh: boolean): ClothDefinition {
  const limit = () => (draw.chance(0.3) ? 0 : draw.between(0, 0.3));
  const [strainLimit, columnStrainLimit, shearStrainLimit] = [limit(), limit(), limit()];
  return isMesh ? { strainLimit } : { strainLimit, columnStrainLimit, shearStrainLimit };
}

/** Limits of the motion of `count` particles, alike or different, with and without a backstop. */
export function arbitraryLimits(draw: Draw, count: number): MotionLimitsOptions {
  const each = (least: number, most: number) =>
    draw.chance(0.5)
      ? draw.between(least, most)
      : Array.from({ length: count }, () => draw.between(least, most));
  return {
    ...(draw.chance(0.7) ? { maxDistance: each(draw.chance(0.2) ? 0 : 0.05, 0.6) } : {}),
    ...(draw.chance(0.5) ? { backstop: { offset: each(0, 0.1), radius: each(0, 0.5) } } : {}),
  };
}

/** A skin that has moved and turned, by centimetres, from where the cloth starts; with normals for limits that have a backstop. */
export function arbitrarySkin(draw: Draw, { start, limited }: ArbitraryParts): Skin {
  const [way, turn, normal] = [draw.vector(0.2), draw.between(-0.3, 0.3), draw.vector(1)];
  const count = start.length / 4;
  const positions = Array.from({ length: count }, (_, id) => {
    const [x, y, z] = start.subarray(4 * id, 4 * id + 3);
    return [x + turn * z + way.x, y + way.y, z - turn * x + way.z];
  });
  const normals = positions.flatMap(() => [normal.x, normal.y, normal.z]);
  return { positions: positions.flat(), ...(limited?.backstop && { normals }) };
}

/** What all copies of a cloth have besides its definition: the options of its limits, its gas, and where it starts. */
export interface ArbitraryParts {
  readonly limited: MotionLimitsOptions | null;
  readonly gas: Pressure | null;
  readonly start: Float32Array;
}

/** A random call of a part, or of a parameter that only some cloths have, the same on every copy. */
export function arbitraryPartCall(
  draw: Draw,
  parts: ArbitraryParts,
): (cloth: Cloth, limits: MotionLimits | null) => unknown {
  const { gas } = parts;
  const skin = arbitrarySkin(draw, parts);
  const scale = draw.between(0, 1.5);
  const overpressure = draw.between(0, 200);
  const shell = draw.chance(0.5) ? 0 : undefined;
  const isOff = draw.chance(0.3);
  const [onMesh, onGrid] = [true, false].map((isMesh) => arbitraryStrainLimits(draw, isMesh));
  const off = { strainLimit: Number.POSITIVE_INFINITY };
  return draw.pick<(cloth: Cloth, limits: MotionLimits | null) => unknown>([
    (_, limits) => limits?.move(skin),
    (_, limits) => limits?.move(skin),
    (_, limits) => limits?.place(skin),
    (_, limits) => limits?.setScale(scale),
    () => gas?.setOverpressure(overpressure, shell),
    (cloth) =>
      // those made without a limit have no long links
      hasLongLinks(cloth) && cloth.setParameters(isOff ? off : cloth.isMesh ? onMesh : onGrid),
  ]);
}

/** Whether a cloth was made with a strain limit; one of a grid then has one for its columns, and one of a mesh is not switched off. */
const hasLongLinks = ({ isMesh, parameters: { strainLimit, columnStrainLimit } }: Cloth) =>
  isMesh ? strainLimit !== Number.POSITIVE_INFINITY : columnStrainLimit !== 'auto';

/** Cells of an arbitrary cloth: up to 14 x 14, sometimes a single line. */
export function arbitrarySize(draw: Draw): { columns: number; rows: number } {
  const columns = draw.chance(0.1) ? 0 : 1 + draw.integer(14);
  return { columns, rows: draw.chance(0.1) ? 0 : 1 + draw.integer(14) };
}

/** An arbitrary cloth, whose colliders may use `fields`. */
export function arbitraryDefinition(
  draw: Draw,
  fields: readonly DistanceField[] = [],
  { columns, rows } = arbitrarySize(draw),
): ClothDefinition {
  const count = (columns + 1) * (rows + 1);
  return {
    columns,
    rows,
    width: draw.between(0.5, 3),
    height: draw.between(0.5, 3),
    ...arbitraryParameters(draw),
    colliders: arbitraryColliders(draw, fields),
    ...(fields.length > 0 ? { fields } : {}),
    pins: draw.chance(0.5)
      ? draw.pick(['topCorners', 'topEdge', 'none'] as const)
      : Array.from({ length: draw.integer(4) }, () => draw.integer(count)),
    ...(draw.chance(0.4) ? { velocity: draw.vector(2) } : {}),
    ...(draw.chance(0.4)
      ? { inverseMass: Array.from({ length: count }, () => (draw.chance(0.05) ? 0 : draw.between(0.5, 2))) }
      : {}),
    measureInterval: draw.integer(4),
    checkpointInterval: draw.integer(8),
  };
}

function arbitraryParameters(draw: Draw): ClothDefinition {
  const compliance = () => (draw.chance(0.2) ? Number.POSITIVE_INFINITY : 10 ** draw.between(-7, 0));
  return {
    gravity: draw.chance(0.7) ? { x: 0, y: -10, z: 0 } : draw.vector(10),
    substeps: 1 + draw.integer(6),
    stretchCompliance: draw.chance(0.7) ? 1e-6 : compliance(),
    shearCompliance: compliance(),
    bendCompliance: compliance(),
    wind: draw.chance(0.7) ? { x: 0, y: 0, z: 0 } : draw.vector(5),
    damping: draw.chance(0.5) ? 0 : draw.between(0, 3),
    drag: draw.chance(0.5) ? 0 : draw.between(0, 3),
    tethers: draw.chance(0.5) ? false : draw.between(1, 1.2),
    thickness: draw.chance(0.5) ? 0.01 : draw.between(0, 0.1),
    selfCollision: draw.chance(0.5) ? false : draw.chance(0.5) || draw.between(0.001, 0.1),
    selfFriction: draw.between(0, 1),
    airDensity: draw.chance(0.6) ? 0 : draw.between(0, 3),
  };
}

/** Up to three colliders near the cloth, or none. Half of them are of type `field`, if there are `fields`. */
function arbitraryColliders(draw: Draw, fields: readonly DistanceField[]): Collider[] {
  const friction = () => (draw.chance(0.3) ? {} : { friction: draw.between(0, 1) });
  const rotation = () =>
    draw.chance(0.3) ? {} : { rotation: { ...draw.vector(1), w: draw.between(0.1, 1) } };
  const ofField = (): Collider => ({
    ...{ type: 'field', field: draw.pick(fields), position: draw.vector(1) },
    ...rotation(),
    ...friction(),
  });
  return Array.from({ length: draw.chance(0.4) ? 0 : 1 + draw.integer(3) }, () =>
    draw.pick<() => Collider>([
      () => {
        const { x, z } = draw.vector(0.3);
        return {
          type: 'plane',
          point: { x: 0, y: draw.between(-2, 0), z: 0 },
          normal: { x, y: 1, z },
          ...friction(),
        };
      },
      () => ({ type: 'sphere', center: draw.vector(1), radius: draw.between(0, 0.6), ...friction() }),
      () => ({
        type: 'capsule',
        from: draw.vector(1),
        to: draw.vector(1),
        radius: draw.between(0, 0.3),
        ...friction(),
      }),
      () => ({
        type: 'box',
        center: draw.vector(1),
        halfSizes: { x: draw.between(0, 0.5), y: draw.between(0, 0.5), z: draw.between(0, 0.5) },
        ...rotation(),
        ...friction(),
      }),
      ...(fields.length > 0 ? Array.from({ length: 4 }, () => ofField) : []),
    ])(),
  );
}

/** The same colliders, each moved a little. */
function movedBy(on: Vector3, colliders: readonly Collider[]): Collider[] {
  const moved = (place: Vector3) => ({ x: place.x + on.x, y: place.y + on.y, z: place.z + on.z });
  return colliders.map((each): Collider => {
    if (each.type === 'plane') return { ...each, point: moved(each.point) };
    if (each.type === 'sphere') return { ...each, center: moved(each.center) };
    if (each.type === 'box' || each.type === 'field') {
      // rotates it, sometimes with the equivalent quaternion of opposite sign
      const { x, y, z, w } = each.rotation ?? { x: 0, y: 0, z: 0, w: 1 };
      const sign = on.x < 0 ? -1 : 1;
      const rotation = { x: sign * (x + on.y), y: sign * y, z: sign * (z + on.z), w: sign * w };
      if (each.type === 'box') return { ...each, center: moved(each.center), rotation };
      return { ...each, position: moved(each.position), rotation };
    }
    return { ...each, from: moved(each.from) };
  });
}

/** Number of pointers that {@link arbitraryCall} uses. */
export const POINTERS = 4;

/** A random call, the same on every copy; `fields` as in the definition. Hands and pins move by centimetres, sometimes by a metre. */
export function arbitraryCall(
  draw: Draw,
  positions: Float32Array,
  fields: readonly DistanceField[] = [],
): (cloth: Cloth) => unknown {
  const particle = draw.integer(positions.length / 4);
  const pointer = draw.integer(POINTERS);
  const way = draw.vector(draw.chance(0.05) ? 1 : 0.05);
  const [x, y, z] = positions.subarray(4 * particle, 4 * particle + 3);
  const place = { x: x + way.x, y: y + way.y, z: z + way.z };
  const velocity = draw.chance(0.3) ? draw.vector(3) : undefined;
  const ray = {
    origin: { x: draw.between(-1, 1), y: draw.between(-1.5, 1.5), z: -5 },
    direction: { x: draw.between(-0.1, 0.1), y: draw.between(-0.1, 0.1), z: 1 },
  };
  const parameters = arbitraryParameters(draw);
  const names = Object.keys(parameters) as (keyof typeof parameters)[];
  const name = draw.pick(names);
  const isMissing = ({ isMesh, parameters: { bendStiffness } }: Cloth) =>
    // a mesh has no diagonals, and a cloth with hinges no links for bending
    (isMesh && name === 'shearCompliance') || (bendStiffness > 0 && name === 'bendCompliance');
  const colliders = arbitraryColliders(draw, fields);
  const on = draw.vector(0.1);
  return draw.pick<(cloth: Cloth) => unknown>([
    (cloth) => cloth.setParameters(isMissing(cloth) ? {} : { [name]: parameters[name] }),
    (cloth) => cloth.grabParticle(pointer, particle, place),
    (cloth) => cloth.grabParticle(pointer, particle, place),
    (cloth) => cloth.moveGrab(pointer, place),
    (cloth) => cloth.moveGrab(pointer, ray),
    (cloth) => cloth.release(pointer, velocity),
    (cloth) => cloth.release(pointer),
    (cloth) => cloth.setPin(particle),
    (cloth) => cloth.setPin(particle, place),
    (cloth) => cloth.freePin(particle),
    (cloth) => cloth.pins.length > 0 && cloth.freePin(cloth.pins[particle % cloth.pins.length]),
    (cloth) => cloth.setColliders(colliders),
    (cloth) => cloth.moveColliders(movedBy(on, cloth.colliders)),
    (cloth) => cloth.moveColliders(movedBy(on, cloth.colliders)),
    (cloth) => cloth.pinForces(),
    (cloth) => cloth.measure(),
  ]);
}

/** All values that must be identical in every bit. */
export async function bitsOf(cloth: Cloth): Promise<readonly number[]> {
  const [positions, velocities, normals] = await Promise.all([
    cloth.readPositions(),
    cloth.readVelocities(),
    cloth.readNormals(),
  ]);
  return [hash(positions), hash(velocities), hash(normals), cloth.stepCount, cloth.pins.length];
}

/** Seeds of a run: the usual ones, or 1 to the number that `VITE_SEEDS` gives, for a long run. */
export function seeds(usual: readonly number[]): readonly number[] {
  const count = (import.meta as ImportMeta & { readonly env: { readonly VITE_SEEDS?: string } }).env
    .VITE_SEEDS;
  return count === undefined ? usual : Array.from({ length: Number(count) }, (_, k) => k + 1);
}
