/** Soft bodies in a world. The particles are ordinary bodies; the solver preserves the shape. */
import {
  atan2,
  cos,
  fieldPath,
  InputError,
  refuseUnknownProperties,
  requireBoolean,
  requireKnownFields,
  requireOneOf,
  sin,
  type Vec2,
} from '@otedama/math2d';
import * as polygon from '@otedama/math2d/polygon';
import type { Body } from './body.js';
import type { BodyDefinition, Material } from './definitions.js';
import { BODY_STRIDE, CX, CY } from './layout.js';
import type { SoftBodyDefinition, SoftBodyFilter, SoftBodyModes } from './soft-body-definition.js';
import { layoutSoftBody, SAME_LENGTH, type SoftBodyLayout } from './soft-body-layout.js';
import type { SolverCapabilities } from './solver.js';
import { requireSoftBodies } from './solver-validation.js';
import {
  type Check,
  checkFields,
  materialFields,
  requireAbove0,
  requireColor,
  requireMagnitude,
  requireMagnitude2,
  requireMass,
  requireNotBelow0,
  requireString,
  validateFilter,
  validateMaterial,
} from './validate.js';
import type { WorldState } from './world-state.js';

const modesOfSoftBodies: readonly SoftBodyModes[] = ['linear', 'quadratic', 'free'];

const softBodyChecks: Readonly<Record<Exclude<keyof SoftBodyDefinition, 'outline' | keyof Material>, Check>> =
  {
    position: requireMagnitude2,
    angle: requireMagnitude,
    linearVelocity: requireMagnitude2,
    angularVelocity: requireMagnitude,
    mass: requireMass,
    particleRadius: requireAbove0,
    modes: (field, value) => requireOneOf(field, value, modesOfSoftBodies),
    compliance: requireNotBelow0,
    damping: requireNotBelow0,
    clusterSize: requireAbove0,
    keepArea: requireBoolean,
    filter: validateSoftBodyFilter,
    contactEvents: requireBoolean,
    hitEvents: requireBoolean,
    preSolveEvents: requireBoolean,
    name: requireString,
    color: requireColor,
    userData: () => {},
  };

function validateSoftBodyFilter(field: string, filter: SoftBodyFilter): void {
  requireKnownFields(filter, field, ['category', 'mask']);
  validateFilter(filter, field);
}

/** Most particles of a soft body. Ten thousand take about 30 ms per step. */
const MAXIMUM_PARTICLES = 10_000;

/** Least side of a region in particle radii. Inner particles are two radii apart, so smaller regions are rows and single particles. */
const REGION_RADII = 3;

/** First of the collision groups that disable collision between the particles of one soft body; users' groups are above. */
const FIRST_SOFT_GROUP = -0x40000000;

/** Fields of a definition that the shapes of the particles take over. */
const fieldsOfParticles = [
  ...materialFields.filter((field) => field !== 'density'),
  'contactEvents',
  'hitEvents',
  'preSolveEvents',
] as const;

/** A validated definition with all defaults filled in. */
export interface SoftBodyPlan {
  /** Which deformations are allowed. */
  readonly modes: SoftBodyModes;
  /** m/N. */
  readonly compliance: number;
  /** 1/s. */
  readonly damping: number;
  /** Side length of a cluster, m; infinite for one region. */
  readonly clusterSize: number;
  /** Whether the area inside the outline is preserved. */
  readonly keepArea: boolean;
  /** kg. */
  readonly mass: number;
  /** m. */
  readonly radius: number;
  /** Positions of the particles in the rest shape. */
  readonly layout: SoftBodyLayout;
}

/** Checks a definition and fills in its defaults. Throws an `InputError` with the path of the invalid field. */
export function planSoftBody(
  definition: SoftBodyDefinition,
  path: string,
  capabilities: SolverCapabilities,
): SoftBodyPlan {
  const at = (field: string): string => fieldPath(path, field);
  requireKnownFields(definition, path, ['outline', ...Object.keys(softBodyChecks), ...materialFields]);
  requireSoftBodies(path, capabilities);
  const { outline } = definition;
  if (!Array.isArray(outline)) throw new InputError(at('outline'), outline, 'an array of points');
  polygon.validateConvex(outline, at('outline'));
  for (const [k, point] of outline.entries()) requireMagnitude2(at(`outline[${k}]`), point);
  validateMaterial(definition, path, capabilities);
  checkFields(definition, path, softBodyChecks);
  const area = polygon.area(outline);
  const { density = 1, modes = 'quadratic', damping = 5, keepArea = false } = definition;
  const mass = requireMass(at('mass'), definition.mass ?? area * density);
  const radius = definition.particleRadius ?? Math.sqrt(area) / 12;
  const compliance = definition.compliance ?? 0.0005 / mass;
  const clusterSize = definition.clusterSize ?? Infinity;
  // skin particles are a radius apart, inner ones two
  const count = perimeter(outline) / radius + area / (4 * radius * radius);
  if (count > MAXIMUM_PARTICLES) {
    throw new InputError(
      at('particleRadius'),
      radius,
      `a radius for at most ${MAXIMUM_PARTICLES} particles, not ${Math.ceil(count)}`,
    );
  }
  const layout = layoutSoftBody(outline, radius, mass);
  if (layout === null) {
    throw new InputError(at('particleRadius'), radius, 'a radius that leaves room inside the outline');
  }
  if (clusterSize < REGION_RADII * radius * (1 - SAME_LENGTH)) {
    throw new InputError(
      at('clusterSize'),
      clusterSize,
      `at least ${REGION_RADII} particle radii, ${REGION_RADII * radius} m: smaller regions do not hold together`,
    );
  }
  return { modes, compliance, damping, clusterSize, keepArea, mass, radius, layout };
}

function perimeter(outline: readonly Vec2[]): number {
  let sum = 0;
  outline.forEach(({ x, y }, k) => {
    const next = outline[(k + 1) % outline.length];
    sum += Math.sqrt((next.x - x) * (next.x - x) + (next.y - y) * (next.y - y));
  });
  return sum;
}

/** Definitions of the bodies of the particles, in the order of the layout. */
export function particleDefinitions(
  definition: SoftBodyDefinition,
  plan: SoftBodyPlan,
  id: number,
): BodyDefinition[] {
  const { layout, radius } = plan;
  const { x, y } = definition.position ?? { x: 0, y: 0 };
  const angle = definition.angle ?? 0;
  const c = cos(angle);
  const s = sin(angle);
  const center = polygon.centroid(definition.outline);
  const v = definition.linearVelocity ?? { x: 0, y: 0 };
  const w = definition.angularVelocity ?? 0;
  const surface = Object.fromEntries(
    fieldsOfParticles.map((field) => [field, definition[field]]).filter(([, value]) => value !== undefined),
  );
  return layout.points.map((point, i) => {
    const rx = c * (point.x - center.x) - s * (point.y - center.y);
    const ry = s * (point.x - center.x) + c * (point.y - center.y);
    return {
      position: { x: x + c * point.x - s * point.y, y: y + s * point.x + c * point.y },
      linearVelocity: { x: v.x - w * ry, y: v.y + w * rx },
      mass: layout.masses[i],
      fixedRotation: true,
      allowSleep: false,
      ...(definition.color === undefined ? {} : { color: definition.color }),
      shapes: [
        {
          kind: 'circle',
          radius,
          ...surface,
          filter: { ...definition.filter, group: FIRST_SOFT_GROUP - id },
        },
      ],
    };
  });
}

/** Lists a soft body as the owner of its particles. */
export function listParticles({ particleOwners }: WorldState, softBody: SoftBody): void {
  for (const { id } of softBody.particles) particleOwners.set(id, softBody);
}

/**
 * Handle of a soft body. Its particles are bodies of the world: you can read and push them, but not destroy them one by one. If you
 * make particles static or kinematic, or disable them, they hold the soft body in place, and the others keep its shape around them. A
 * soft body never falls asleep by itself. Setting `isAwake` of a particle to false puts the whole soft body to sleep.
 */
export class SoftBody {
  static {
    refuseUnknownProperties(
      SoftBody,
      'softBody',
      { definition: false, plan: false, particles: false },
      { filter: 'setFilter' },
    );
  }

  /** The definition it was created with, a frozen copy. */
  readonly definition: SoftBodyDefinition;
  /** The definition with all defaults filled in. */
  readonly plan: SoftBodyPlan;
  /** The particles; the first `plan.layout.skin` follow the outline counter-clockwise. */
  readonly particles: readonly Body[];
  readonly #state: WorldState;

  /** @internal Worlds make soft bodies: see `World.createSoftBody`. */
  constructor(
    state: WorldState,
    definition: SoftBodyDefinition,
    plan: SoftBodyPlan,
    particles: readonly Body[],
  ) {
    this.#state = state;
    this.definition = definition;
    this.plan = plan;
    this.particles = Object.freeze(particles);
    Object.freeze(this);
  }

  /** Whether the soft body is still in its world. */
  get isValid(): boolean {
    return this.#state.softBodies.includes(this);
  }

  /** The world it is in; throws for a destroyed soft body, whose particles may be other bodies by now. */
  #live(use: string): WorldState {
    if (!this.isValid)
      throw new InputError(`softBody.${use}`, 'a destroyed soft body', 'a soft body that is in its world');
    return this.#state;
  }

  /** Centre of mass, m. Throws `InputError` for a destroyed soft body. */
  get worldCenter(): Vec2 {
    const { pose } = this.#live('worldCenter').bodies;
    const { masses } = this.plan.layout;
    let x = 0;
    let y = 0;
    this.particles.forEach((particle, i) => {
      x += (masses[i] * pose[particle.id * BODY_STRIDE + CX]) / this.plan.mass;
      y += (masses[i] * pose[particle.id * BODY_STRIDE + CY]) / this.plan.mass;
    });
    return { x, y };
  }

  /** Centres of the skin particles, counter-clockwise, m, in a new array. Draw an outline through them. Throws `InputError` for a destroyed
   * soft body. */
  get skin(): Vec2[] {
    const { pose } = this.#live('skin').bodies;
    return this.particles.slice(0, this.plan.layout.skin).map((particle) => {
      const o = particle.id * BODY_STRIDE;
      return { x: pose[o + CX], y: pose[o + CY] };
    });
  }

  /** Area inside the centres of the skin particles, m^2. */
  get area(): number {
    return polygon.area(this.skin);
  }

  /** The same area in the rest shape, m^2. */
  get restArea(): number {
    return polygon.area(this.plan.layout.points.slice(0, this.plan.layout.skin));
  }

  /** What it collides with, in a new object. Throws `InputError` for a destroyed soft body. */
  get filter(): Required<SoftBodyFilter> {
    this.#live('filter');
    const { category, mask } = this.particles[0].shapes[0].filter;
    return { category, mask };
  }

  /** Changes the given fields of the filter of all particles. Throws `InputError` for a destroyed soft body or an invalid filter. */
  setFilter(filter: SoftBodyFilter): void {
    this.#live('setFilter');
    validateSoftBodyFilter('filter', filter);
    for (const { shapes } of this.particles) shapes[0].setFilter(filter);
  }

  /**
   * Returns a definition with the current position, angle, velocities and filter, for the best fit of the rest shape to the particles;
   * without user data.
   */
  toDefinition(): SoftBodyDefinition {
    const { userData: _, filter: _filter, ...definition } = this.definition;
    const { filter } = this;
    const isUsual = filter.category === 1 && filter.mask === 0xffffffff;
    const { masses, points } = this.plan.layout;
    const center = this.worldCenter;
    const { mass } = this.plan;
    const rest = { x: 0, y: 0 };
    points.forEach((point, i) => {
      rest.x += (masses[i] * point.x) / mass;
      rest.y += (masses[i] * point.y) / mass;
    });
    let vx = 0;
    let vy = 0;
    this.particles.forEach((particle, i) => {
      const v = particle.linearVelocity;
      vx += (masses[i] * v.x) / mass;
      vy += (masses[i] * v.y) / mass;
    });
    let crossed = 0;
    let along = 0;
    let momentum = 0;
    let inertia = 0;
    this.particles.forEach((particle, i) => {
      const { x, y } = particle.worldCenter;
      const v = particle.linearVelocity;
      const px = x - center.x;
      const py = y - center.y;
      crossed += masses[i] * ((points[i].x - rest.x) * py - (points[i].y - rest.y) * px);
      along += masses[i] * ((points[i].x - rest.x) * px + (points[i].y - rest.y) * py);
      momentum += masses[i] * (px * v.y - py * v.x);
      inertia += masses[i] * (px * px + py * py);
    });
    const angle = crossed === 0 && along === 0 ? 0 : atan2(crossed, along);
    const c = cos(angle);
    const s = sin(angle);
    const w = inertia > 0 ? momentum / inertia : 0;
    const outlineCenter = polygon.centroid(this.definition.outline);
    const ox = c * (outlineCenter.x - rest.x) - s * (outlineCenter.y - rest.y);
    const oy = s * (outlineCenter.x - rest.x) + c * (outlineCenter.y - rest.y);
    return {
      ...definition,
      ...(isUsual ? {} : { filter }),
      position: { x: center.x - (c * rest.x - s * rest.y), y: center.y - (s * rest.x + c * rest.y) },
      angle,
      linearVelocity: { x: vx - w * oy, y: vy + w * ox },
      angularVelocity: w,
    };
  }
}
