/**
 * Wind on the edges of bodies.
 *
 * Wind pushes on an edge of length L with the outward normal n if the edge faces the wind. Let w = u - v(p) be the wind relative to
 * the midpoint of the edge and e its direction. The edge faces the wind with the width b = -L n . e > 0. The dynamic pressure
 * q = rho |w|^2 / 2 gives
 *
 *     F = q b (c_d e + c_l l),        l = -n - (-n . e) e,
 *
 * drag along the wind, and lift across it for a slanted edge. The force acts at the midpoint of the edge, r from the centre of mass.
 * Its strength is limited to what brings the body to the speed of the wind within the step: with k = rho |w| b / 2 the sum over the
 * edges is divided by
 *
 *     1 + h sum k (c_d (1 / m + (r x e)^2 / I) + c_l (r x l)^2 / I).
 *
 * A circle has only drag, on its diameter. The edges of a soft body are those of its skin (soft-parts.ts). Nothing gives shelter: the wind
 * acts on every edge that faces it.
 */
import { CIRCLE } from '@otedama/collision';
import { fieldPath, InputError, type Vec2 } from '@otedama/math2d';
import type { BareWorld } from './bare-world.js';
import {
  type ActiveField,
  copyOfField,
  Field,
  type FieldBase,
  isInRegion,
  regionOf,
  validateField,
} from './field.js';
import {
  BODY_STRIDE,
  C,
  CX,
  CY,
  DYNAMIC,
  FX,
  FY,
  INV_INERTIA,
  INV_MASS,
  S,
  TORQUE,
  VX,
  VY,
  W,
  X,
  Y,
} from './layout.js';
import { OutlineCache } from './outline.js';
import { SHAPE_SENSOR } from './shape-flags.js';
import { SoftParts } from './soft-parts.js';
import type { WorldState } from './world-state.js';

/** Wind: moving air that pushes on the edges of bodies. */
export interface WindDefinition extends FieldBase {
  readonly kind: 'wind';
  /** Velocity of the air, m/s. */
  readonly velocity: Vec2;
  /** Density of the air, kg/m^2, >= 0. Default 0.01, a hundredth of the default density of bodies. */
  readonly density?: number;
  /** Drag coefficient, >= 0. Default 1. */
  readonly drag?: number;
  /** Lift coefficient, >= 0. Default 1. */
  readonly lift?: number;
}

/**
 * Adds wind to a world.
 * @throws InputError for an invalid definition
 */
export function addWind(world: BareWorld, definition: WindDefinition): Field<WindDefinition> {
  return new Field(
    world,
    definition,
    (given, previous) => new Wind(given, previous instanceof Wind ? previous : null),
  );
}

/** Checks a wind definition. @param path prefix of the fields, '' for none */
export function validateWind(definition: WindDefinition, path: string): void {
  validateField(definition, path, 'wind', ['density', 'drag', 'lift'], ['velocity']);
  if (definition.velocity === undefined)
    throw new InputError(fieldPath(path, 'velocity'), undefined, 'a velocity');
}

/**
 * Offsets in `Wind.#sums`: force, N, torque, N m, and the rate at which the forces would bring the body to the velocity of the
 * wind, 1/s.
 */
const SUM_X = 0;
const SUM_Y = 1;
const SUM_TORQUE = 2;
const SUM_RATE = 3;

/** Offsets in `Wind.#edge`: middle, m, outward normal, and length, m. */
const MIDDLE_X = 0;
const MIDDLE_Y = 1;
const NORMAL_X = 2;
const NORMAL_Y = 3;
const LENGTH = 4;

class Wind implements ActiveField {
  readonly definition: WindDefinition;
  readonly #outlines: OutlineCache;
  readonly #softParts: SoftParts;
  /** The edge that `#press` looks at. */
  readonly #edge = new Float64Array(5);
  /** Sums over the edges of one body. */
  readonly #sums = new Float64Array(4);

  constructor(definition: WindDefinition, previous: Wind | null) {
    validateWind(definition, '');
    this.definition = copyOfField(definition, ['velocity']);
    this.#outlines = previous === null ? new OutlineCache() : previous.#outlines;
    this.#softParts = previous === null ? new SoftParts() : previous.#softParts;
  }

  reaches(state: WorldState, slot: number): boolean {
    return isInRegion(this.definition, state, slot);
  }

  apply(state: WorldState, dt: number): void {
    const { bodies, shapes, geometry } = state;
    const { minX, minY, maxX, maxY } = regionOf(this.definition);
    const { mass, pose, type, awake, awakeCount } = bodies;
    const sums = this.#sums;
    const edge = this.#edge;
    this.#softParts.update(state);
    const { areas, edges } = this.#softParts;
    for (let k = 0; k < awakeCount; k++) {
      const slot = awake[k];
      if (type[slot] !== DYNAMIC) continue;
      const o = slot * BODY_STRIDE;
      const cx = pose[o + CX];
      const cy = pose[o + CY];
      if (cx < minX || cx > maxX || cy < minY || cy > maxY) continue;
      const x = pose[o + X];
      const y = pose[o + Y];
      const c = pose[o + C];
      const s = pose[o + S];
      sums.fill(0);
      if (areas[slot] > 0) {
        const ex = edges[2 * slot];
        const ey = edges[2 * slot + 1];
        const length = Math.sqrt(ex * ex + ey * ey);
        if (length === 0) continue;
        edge[MIDDLE_X] = cx;
        edge[MIDDLE_Y] = cy;
        edge[NORMAL_X] = ex / length;
        edge[NORMAL_Y] = ey / length;
        edge[LENGTH] = length;
        this.#press(state, o);
        this.#push(mass, o, dt);
        continue;
      }
      for (let shape = bodies.firstShape[slot]; shape >= 0; shape = shapes.next[shape]) {
        if ((shapes.flags[shape] & SHAPE_SENSOR) !== 0) continue;
        if (geometry.kind[shape] === CIRCLE) {
          const lx = geometry.localCenters[2 * shape];
          const ly = geometry.localCenters[2 * shape + 1];
          edge[MIDDLE_X] = x + (c * lx - s * ly);
          edge[MIDDLE_Y] = y + (s * lx + c * ly);
          edge[NORMAL_X] = 0;
          edge[NORMAL_Y] = 0;
          edge[LENGTH] = 2 * geometry.radius[shape];
          this.#press(state, o);
          continue;
        }
        const outline = this.#outlines.get(state, shape);
        const count = outline.length;
        for (let i = 0, j = count - 2; i < count; j = i, i += 2) {
          const ex = outline[i] - outline[j];
          const ey = outline[i + 1] - outline[j + 1];
          const mx = 0.5 * (outline[i] + outline[j]);
          const my = 0.5 * (outline[i + 1] + outline[j + 1]);
          const length = Math.sqrt(ex * ex + ey * ey);
          if (length === 0) continue;
          // the outward normal of a counter-clockwise edge is (ey, -ex), rotated to world axes
          edge[NORMAL_X] = (c * ey + s * ex) / length;
          edge[NORMAL_Y] = (s * ey - c * ex) / length;
          edge[MIDDLE_X] = x + (c * mx - s * my);
          edge[MIDDLE_Y] = y + (s * mx + c * my);
          edge[LENGTH] = length;
          this.#press(state, o);
        }
      }
      this.#push(mass, o, dt);
    }
  }

  /** Applies the sums to the body at `o`, for a step of `dt` seconds. */
  #push(mass: Float64Array, o: number, dt: number): void {
    const sums = this.#sums;
    const share = 1 / (1 + dt * sums[SUM_RATE]);
    mass[o + FX] += share * sums[SUM_X];
    mass[o + FY] += share * sums[SUM_Y];
    mass[o + TORQUE] += share * sums[SUM_TORQUE];
  }

  /**
   * Adds the force on the edge in `#edge`. The normal (0, 0) means a round shape of that width. The edge is passed in an array, because
   * numbers would be allocated at each call.
   */
  #press(state: WorldState, o: number): void {
    const edge = this.#edge;
    const nx = edge[NORMAL_X];
    const ny = edge[NORMAL_Y];
    const length = edge[LENGTH];
    const { pose, motion, mass } = state.bodies;
    const sums = this.#sums;
    const { velocity, density = 0.01, drag = 1, lift = 1 } = this.definition;
    const rx = edge[MIDDLE_X] - pose[o + CX];
    const ry = edge[MIDDLE_Y] - pose[o + CY];
    const wx = velocity.x - (motion[o + VX] - motion[o + W] * ry);
    const wy = velocity.y - (motion[o + VY] + motion[o + W] * rx);
    const speed = Math.sqrt(wx * wx + wy * wy);
    if (speed === 0) return;
    const ex = wx / speed;
    const ey = wy / speed;
    const facing = -(nx * ex + ny * ey);
    const isRound = nx === 0 && ny === 0;
    if (!isRound && facing <= 0) return;
    const width = isRound ? length : length * facing;
    const k = 0.5 * density * speed * width;
    // zero for a round shape, which has no lift
    const lx = -nx - facing * ex;
    const ly = -ny - facing * ey;
    const armAlong = rx * ey - ry * ex;
    const armAcross = rx * ly - ry * lx;
    const fx = k * speed * (drag * ex + lift * lx);
    const fy = k * speed * (drag * ey + lift * ly);
    sums[SUM_X] += fx;
    sums[SUM_Y] += fy;
    sums[SUM_TORQUE] += rx * fy - ry * fx;
    sums[SUM_RATE] +=
      k *
      (drag * mass[o + INV_MASS] +
        (drag * armAlong * armAlong + lift * armAcross * armAcross) * mass[o + INV_INERTIA]);
  }
}
