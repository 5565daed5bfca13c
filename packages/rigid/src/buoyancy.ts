/**
 * Buoyancy and drag of a liquid below a straight surface [Archimedes].
 *
 * The part of a shape below the surface has the area A and the centroid p. There the liquid pushes with the weight of the displaced liquid,
 *
 *     F = -rho A g,
 *
 * and slows the motion of the body relative to its own flow u. Both drags are integrated implicitly over the step h, so that no
 * coefficient overshoots:
 *
 *     F = -k rho A (v(p) - u) / (1 + h k rho A / m)        T = -k_w f I w / (1 + h k_w f),   f: share of the body's area that is below
 *
 * The force is constant over a step, and a bobbing body behaves like a mass on a spring of angular frequency w. If the force were
 * computed at the position at the start of the step, each step would multiply the amplitude by 1 + (1 - c) k / 2, with k = w^2 dt^2,
 * and c = 1/2 for a solver with many substeps or 1 for one with a single step. Small bodies, which bob fast, would be thrown out of
 * the liquid. So the force is computed at the position half a step ahead, extrapolated with the current velocity. The factor is then
 * 1 - (c - 1/2) k / 2, and no amplitude grows while w dt < 1.9.
 *
 * Areas are exact: polygons are clipped, and circles are cut into segments. Rounded corners and capsules are replaced by polygons of
 * the same area. Segments have no area and do not float. Overlapping shapes of a body count separately. A particle of a
 * soft body floats with the area that it stands for (soft-parts.ts).
 */
import { CIRCLE } from '@otedama/collision';
import { fieldPath, followAngle, InputError, requirePositive, type Vec2 } from '@otedama/math2d';
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
  DAMPING_STRIDE,
  DYNAMIC,
  EXTENT,
  FX,
  FY,
  INERTIA,
  INV_MASS,
  LX,
  LY,
  S,
  TORQUE,
  VX,
  VY,
  W,
} from './layout.js';
import { OutlineCache } from './outline.js';
import { SHAPE_SENSOR } from './shape-flags.js';
import { SoftParts } from './soft-parts.js';
import type { WorldState } from './world-state.js';

/** A liquid below a straight surface. */
export interface BuoyancyDefinition extends FieldBase {
  readonly kind: 'buoyancy';
  /** A point of the surface, m. */
  readonly surface: Vec2;
  /** Direction out of the liquid, any length > 0. Default (0, 1). */
  readonly normal?: Vec2;
  /** Density of the liquid, kg/m^2, >= 0. Default 1: a body of density 1 just floats. */
  readonly density?: number;
  /** Velocity of the liquid, m/s. Default (0, 0). */
  readonly flow?: Vec2;
  /** Drag against the flow, 1/s, >= 0, relative to the mass of the displaced liquid. Default 1. */
  readonly linearDrag?: number;
  /** Damping of the rotation of a completely submerged body, 1/s, >= 0. Default 1. */
  readonly angularDrag?: number;
}

/** The submerged part of a body: area, m^2, and its first moment, m^3. */
class Submerged {
  area = 0;
  momentX = 0;
  momentY = 0;
  /** Total area of the body, m^2. */
  whole = 0;
}

/**
 * Adds a liquid to a world.
 * @throws InputError for an invalid definition
 */
export function addBuoyancy(world: BareWorld, definition: BuoyancyDefinition): Field<BuoyancyDefinition> {
  return new Field(
    world,
    definition,
    (given, previous) => new Buoyancy(given, previous instanceof Buoyancy ? previous : null),
  );
}

/** Checks a buoyancy definition. @param path prefix of the fields, '' for none */
export function validateBuoyancy(definition: BuoyancyDefinition, path: string): void {
  validateField(
    definition,
    path,
    'buoyancy',
    ['density', 'linearDrag', 'angularDrag'],
    ['surface', 'normal', 'flow'],
  );
  if (definition.surface === undefined)
    throw new InputError(fieldPath(path, 'surface'), undefined, 'a point');
  const { normal } = definition;
  if (normal !== undefined)
    requirePositive(fieldPath(path, 'normal'), Math.abs(normal.x) + Math.abs(normal.y));
}

/** Offsets in `Buoyancy.#surface`: unit normal out of the liquid, and the place of the surface along it, m. */
const NORMAL_X = 0;
const NORMAL_Y = 1;
const LEVEL = 2;

/** Offsets in `Buoyancy.#ahead`: origin of the body, m, cosine and sine of its angle, and the time until then, s. */
const AHEAD_X = 0;
const AHEAD_Y = 1;
const AHEAD_C = 2;
const AHEAD_S = 3;
const AHEAD_TIME = 4;

/** Its functions pass numbers to each other in arrays, because arguments would be allocated. */
class Buoyancy implements ActiveField {
  readonly definition: BuoyancyDefinition;
  readonly #outlines: OutlineCache;
  readonly #part = new Submerged();
  readonly #softParts: SoftParts;
  readonly #surface = new Float64Array(3);
  /** Pose of the body after half a step. */
  readonly #ahead = new Float64Array(5);
  /** A direction, and its angle, rad. */
  readonly #direction = new Float64Array(2);
  readonly #angle = new Float64Array(1);

  constructor(definition: BuoyancyDefinition, previous: Buoyancy | null) {
    validateBuoyancy(definition, '');
    this.definition = copyOfField(definition, ['surface', 'normal', 'flow']);
    this.#outlines = previous === null ? new OutlineCache() : previous.#outlines;
    this.#softParts = previous === null ? new SoftParts() : previous.#softParts;
    this.#findSurface();
  }

  reaches(state: WorldState, slot: number): boolean {
    if (!isInRegion(this.definition, state, slot)) return false;
    const { pose, damping } = state.bodies;
    const o = slot * BODY_STRIDE;
    const surface = this.#surface;
    const height = surface[NORMAL_X] * pose[o + CX] + surface[NORMAL_Y] * pose[o + CY] - surface[LEVEL];
    return height < damping[slot * DAMPING_STRIDE + EXTENT];
  }

  apply(state: WorldState, dt: number): void {
    const { bodies, shapes } = state;
    const { definition } = this;
    const { minX, minY, maxX, maxY } = regionOf(definition);
    const { density = 1, linearDrag = 1, angularDrag = 1 } = definition;
    this.#ahead[AHEAD_TIME] = 0.5 * dt;
    const flow = definition.flow ?? STILL;
    const part = this.#part;
    this.#softParts.update(state);
    const { areas } = this.#softParts;
    const { pose, motion, mass, type, awake, awakeCount } = bodies;
    for (let k = 0; k < awakeCount; k++) {
      const slot = awake[k];
      if (type[slot] !== DYNAMIC) continue;
      const o = slot * BODY_STRIDE;
      const cx = pose[o + CX];
      const cy = pose[o + CY];
      if (cx < minX || cx > maxX || cy < minY || cy > maxY) continue;
      this.#lookAhead(state, o);
      part.area = 0;
      part.momentX = 0;
      part.momentY = 0;
      part.whole = 0;
      for (let shape = bodies.firstShape[slot]; shape >= 0; shape = shapes.next[shape]) {
        if ((shapes.flags[shape] & SHAPE_SENSOR) === 0) this.#cut(state, shape);
      }
      if (!(part.area > 0)) continue;
      const displaced = density * (areas[slot] > 0 ? (areas[slot] * part.area) / part.whole : part.area);
      const rx = part.momentX / part.area - (cx + 0.5 * dt * motion[o + VX]);
      const ry = part.momentY / part.area - (cy + 0.5 * dt * motion[o + VY]);
      const w = motion[o + W];
      const drag = (linearDrag * displaced) / (1 + dt * linearDrag * displaced * mass[o + INV_MASS]);
      const fx = -displaced * state.gravityX - drag * (motion[o + VX] - w * ry - flow.x);
      const fy = -displaced * state.gravityY - drag * (motion[o + VY] + w * rx - flow.y);
      const below = part.area / part.whole;
      const spinDrag = (angularDrag * below * mass[o + INERTIA]) / (1 + dt * angularDrag * below);
      mass[o + FX] += fx;
      mass[o + FY] += fy;
      mass[o + TORQUE] += rx * fy - ry * fx - spinDrag * w;
    }
  }

  #findSurface(): void {
    const { definition } = this;
    const normal = definition.normal ?? UP;
    const length = Math.sqrt(normal.x * normal.x + normal.y * normal.y);
    const surface = this.#surface;
    surface[NORMAL_X] = normal.x / length;
    surface[NORMAL_Y] = normal.y / length;
    surface[LEVEL] = surface[NORMAL_X] * definition.surface.x + surface[NORMAL_Y] * definition.surface.y;
  }

  /**
   * Writes the pose of the body at `o` after half a step at its current velocity. The rotation by a small angle a is applied as one
   * with the tangent a.
   */
  #lookAhead({ bodies: { pose, motion } }: WorldState, o: number): void {
    const ahead = this.#ahead;
    const seconds = ahead[AHEAD_TIME];
    const turn = seconds * motion[o + W];
    const length = Math.sqrt(1 + turn * turn);
    const c = (pose[o + C] - turn * pose[o + S]) / length;
    const s = (pose[o + S] + turn * pose[o + C]) / length;
    const lx = pose[o + LX];
    const ly = pose[o + LY];
    ahead[AHEAD_X] = pose[o + CX] + seconds * motion[o + VX] - (c * lx - s * ly);
    ahead[AHEAD_Y] = pose[o + CY] + seconds * motion[o + VY] - (s * lx + c * ly);
    ahead[AHEAD_C] = c;
    ahead[AHEAD_S] = s;
  }

  /** Adds the part of a shape below the line n . p = level to the part of its body. The body is at the pose in `#ahead`. */
  #cut(state: WorldState, shape: number): void {
    if (state.geometry.kind[shape] === CIRCLE) {
      this.#cutCircle(state, shape);
      return;
    }
    const part = this.#part;
    const surface = this.#surface;
    const ahead = this.#ahead;
    const nx = surface[NORMAL_X];
    const ny = surface[NORMAL_Y];
    const level = surface[LEVEL];
    const x = ahead[AHEAD_X];
    const y = ahead[AHEAD_Y];
    const c = ahead[AHEAD_C];
    const s = ahead[AHEAD_S];
    const outline = this.#outlines.get(state, shape);
    const count = outline.length;
    if (count === 0) return;
    // Sutherland-Hodgman clipping against one line. The triangles are summed on the way about a point near the shape, which keeps
    // the precision.
    let px = x + (c * outline[count - 2] - s * outline[count - 1]);
    let py = y + (s * outline[count - 2] + c * outline[count - 1]);
    let before = nx * px + ny * py - level;
    const originX = px;
    const originY = py;
    let area = 0;
    let whole = 0;
    let momentX = 0;
    let momentY = 0;
    // the apex of the next triangle, relative to the origin; the clipped outline begins with the first point below the line
    let hasLast = false;
    let lastX = 0;
    let lastY = 0;
    let firstX = 0;
    let firstY = 0;
    for (let k = 0; k < count; k += 2) {
      const qx = x + (c * outline[k] - s * outline[k + 1]);
      const qy = y + (s * outline[k] + c * outline[k + 1]);
      const after = nx * qx + ny * qy - level;
      whole += (px - originX) * (qy - originY) - (py - originY) * (qx - originX);
      for (let side = 0; side < 2; side++) {
        // side 0: the point where the edge crosses the surface; side 1: the end of the edge, if it is below
        let vx: number;
        let vy: number;
        if (side === 0) {
          if (before <= 0 === after <= 0) continue;
          const t = before / (before - after);
          vx = px + t * (qx - px) - originX;
          vy = py + t * (qy - py) - originY;
        } else {
          if (after > 0) continue;
          vx = qx - originX;
          vy = qy - originY;
        }
        if (hasLast) {
          const twice = lastX * vy - lastY * vx;
          area += twice;
          momentX += twice * (lastX + vx);
          momentY += twice * (lastY + vy);
        } else {
          hasLast = true;
          firstX = vx;
          firstY = vy;
        }
        lastX = vx;
        lastY = vy;
      }
      px = qx;
      py = qy;
      before = after;
    }
    part.whole += 0.5 * whole;
    if (!hasLast) return;
    const twice = lastX * firstY - lastY * firstX;
    area += twice;
    momentX += twice * (lastX + firstX);
    momentY += twice * (lastY + firstY);
    part.area += 0.5 * area;
    part.momentX += momentX / 6 + 0.5 * area * originX;
    part.momentY += momentY / 6 + 0.5 * area * originY;
  }

  /**
   * Circular segment of a circle whose centre is at the height d: area r^2 acos(d / r) - d sqrt(r^2 - d^2), centroid (2 / 3) (r^2
   * - d^2)^(3/2) / area below the centre.
   */
  #cutCircle({ geometry }: WorldState, shape: number): void {
    const part = this.#part;
    const surface = this.#surface;
    const ahead = this.#ahead;
    const nx = surface[NORMAL_X];
    const ny = surface[NORMAL_Y];
    const lx = geometry.localCenters[2 * shape];
    const ly = geometry.localCenters[2 * shape + 1];
    const x = ahead[AHEAD_X] + (ahead[AHEAD_C] * lx - ahead[AHEAD_S] * ly);
    const y = ahead[AHEAD_Y] + (ahead[AHEAD_S] * lx + ahead[AHEAD_C] * ly);
    const r = geometry.radius[shape];
    const d = nx * x + ny * y - surface[LEVEL];
    const whole = Math.PI * r * r;
    part.whole += whole;
    if (d >= r) return;
    const direction = this.#direction;
    const angle = this.#angle;
    let area = whole;
    let drop = 0;
    if (d > -r) {
      const half = Math.sqrt(r * r - d * d);
      direction[0] = d;
      direction[1] = half;
      angle[0] = 0;
      followAngle(angle, 0, direction);
      area = r * r * angle[0] - d * half;
      drop = area > 0 ? ((2 / 3) * half * half * half) / area : 0;
    }
    part.area += area;
    part.momentX += area * (x - drop * nx);
    part.momentY += area * (y - drop * ny);
  }
}

const UP: Vec2 = { x: 0, y: 1 };
const STILL: Vec2 = { x: 0, y: 0 };
