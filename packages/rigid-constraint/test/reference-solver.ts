/**
 * A reference implementation of sequential impulses, written for readability: vectors as objects, anchors instead of arms, and the 2 x 2
 * block solved by trying every set of active points. It shares no code with the package except the laws of its targets.
 */

import {
  AX,
  AY,
  BODY_A,
  BODY_B,
  BODY_STRIDE,
  BX,
  BY,
  CONTACT_INDEX_STRIDE,
  CONTACT_STRIDE,
  COUNT,
  CX,
  CY,
  FRICTION,
  GRAVITY_SCALE,
  INV_INERTIA,
  INV_MASS,
  integratePositions,
  integrateVelocities,
  NORMAL_IMPULSE,
  NX,
  NY,
  POINT_STRIDE,
  POINT0,
  RESTITUTION,
  reboundSpeed,
  SEPARATION,
  type Solver,
  type SolverWorld,
  TANGENT_IMPULSE,
  TANGENT_SPEED,
  VX,
  VY,
  W,
} from '@otedama/rigid';

interface Vec {
  x: number;
  y: number;
}

const dot = (a: Vec, b: Vec): number => a.x * b.x + a.y * b.y;
const cross = (a: Vec, b: Vec): number => a.x * b.y - a.y * b.x;

interface Body {
  slot: number;
  v: Vec;
  w: number;
  m: number;
  i: number;
  gravityScale: number;
}

interface Point {
  offset: number;
  rA: Vec;
  rB: Vec;
  target: number;
  /** Approach speed before solving and target separation speed; 0 if the point does not bounce. */
  approach: number;
  bounce: number;
  normalImpulse: number;
  tangentImpulse: number;
}

/** Bounds of a normal impulse and its target velocity. */
interface Limit {
  low: number;
  high: number;
  target: number;
}

interface Contact {
  a: Body;
  b: Body;
  n: Vec;
  t: Vec;
  mu: number;
  belt: number;
  points: Point[];
}

function velocity(contact: Contact, point: Point, direction: Vec): number {
  const { a, b } = contact;
  const relative = {
    x: b.v.x - b.w * point.rB.y - (a.v.x - a.w * point.rA.y),
    y: b.v.y + b.w * point.rB.x - (a.v.y + a.w * point.rA.x),
  };
  return dot(relative, direction);
}

function push(contact: Contact, point: Point, direction: Vec, impulse: number): void {
  const { a, b } = contact;
  a.v.x -= a.m * impulse * direction.x;
  a.v.y -= a.m * impulse * direction.y;
  a.w -= a.i * impulse * cross(point.rA, direction);
  b.v.x += b.m * impulse * direction.x;
  b.v.y += b.m * impulse * direction.y;
  b.w += b.i * impulse * cross(point.rB, direction);
}

/** J M^-1 J^T between the rows of two points along one direction. */
function coupling(contact: Contact, p: Point, q: Point, direction: Vec): number {
  const { a, b } = contact;
  const armsA = cross(p.rA, direction) * cross(q.rA, direction);
  const armsB = cross(p.rB, direction) * cross(q.rB, direction);
  return a.m + b.m + a.i * armsA + b.i * armsB;
}

function solveContact(contact: Contact): void {
  const { points, n } = contact;
  solveFriction(contact);
  if (points.length === 1 || isWellConditioned(contact)) {
    const lambda = pressedImpulses(contact);
    for (const [j, point] of points.entries()) setNormalImpulse(contact, point, lambda[j]);
  } else {
    for (const point of points) {
      const error = velocity(contact, point, n) - point.target;
      const lambda = point.normalImpulse - error / coupling(contact, point, point, n);
      setNormalImpulse(contact, point, Math.max(0, lambda));
    }
  }
}

function setNormalImpulse(contact: Contact, point: Point, lambda: number): void {
  push(contact, point, contact.n, lambda - point.normalImpulse);
  point.normalImpulse = lambda;
}

/** Whether the two normal rows are different enough to be solved together. */
function isWellConditioned(contact: Contact): boolean {
  const [p, q] = contact.points;
  const k11 = coupling(contact, p, p, contact.n);
  const k12 = coupling(contact, p, q, contact.n);
  const k22 = coupling(contact, q, q, contact.n);
  return k11 * k11 < 1000 * (k11 * k22 - k12 * k12);
}

/** The impulses that bring both points to their targets. */
function bothAtTarget(contact: Contact, limit: readonly Limit[]): number[] {
  const [p, q] = contact.points;
  const k11 = coupling(contact, p, p, contact.n);
  const k12 = coupling(contact, p, q, contact.n);
  const k22 = coupling(contact, q, q, contact.n);
  const det = k11 * k22 - k12 * k12;
  const e1 = velocity(contact, p, contact.n) - limit[0].target;
  const e2 = velocity(contact, q, contact.n) - limit[1].target;
  return [p.normalImpulse - (k22 * e1 - k12 * e2) / det, q.normalImpulse - (k11 * e2 - k12 * e1) / det];
}

/** Restitution: contacts that were hit separate again, with at most e times the impulse that stopped them. */
function expand(contacts: readonly Contact[], iterations: number): void {
  const limits = new Map<Point, Limit>();
  for (const { points } of contacts) {
    const work = points.reduce((sum, point) => sum + point.normalImpulse * point.approach, 0);
    const hit = points.filter((point) => point.bounce > 0 && point.normalImpulse > 0);
    const hitWork = hit.reduce((sum, point) => sum + point.normalImpulse * point.approach, 0);
    const rho = Math.max(0, Math.min(1, work / hitWork));
    for (const point of hit) {
      const low = point.normalImpulse;
      limits.set(point, {
        low,
        high: low * (1 + (rho * point.bounce) / point.approach),
        target: point.bounce,
      });
    }
  }
  if (limits.size === 0) return;
  for (let iteration = 0; iteration < iterations; iteration++) {
    for (const contact of contacts) {
      solveFriction(contact);
      const { points } = contact;
      const free = (point: Point): Limit => ({
        low: 0,
        high: Number.POSITIVE_INFINITY,
        target: point.target,
      });
      const limit = points.map((point) => limits.get(point) ?? free(point));
      const both = points.length === 2 && isWellConditioned(contact) ? bothAtTarget(contact, limit) : null;
      if (both?.every((lambda, j) => lambda >= limit[j].low && lambda <= limit[j].high)) {
        for (const [j, point] of points.entries()) setNormalImpulse(contact, point, both[j]);
        continue;
      }
      for (const [j, point] of points.entries()) {
        const mass = 1 / coupling(contact, point, point, contact.n);
        const wanted = point.normalImpulse - mass * (velocity(contact, point, contact.n) - limit[j].target);
        setNormalImpulse(contact, point, Math.max(limit[j].low, Math.min(limit[j].high, wanted)));
      }
    }
  }
}

function solveFriction(contact: Contact): void {
  const { points, t } = contact;
  for (const point of points) {
    const limit = contact.mu * point.normalImpulse;
    const mass = 1 / coupling(contact, point, point, t);
    const wanted = point.tangentImpulse - mass * (velocity(contact, point, t) - contact.belt);
    const clamped = Math.max(-limit, Math.min(limit, wanted));
    push(contact, point, t, clamped - point.tangentImpulse);
    point.tangentImpulse = clamped;
  }
}

/** The impulses that solve the normal rows of a contact together, with the other rows unchanged. */
function pressedImpulses(contact: Contact): number[] {
  const { points, n } = contact;
  const error = points.map((point) => velocity(contact, point, n) - point.target);
  const k = points.map((p) => points.map((q) => coupling(contact, p, q, n)));
  const sets = points.length === 1 ? [[0], []] : [[0, 1], [0], [1], []];
  let best: number[] = [];
  let smallestFault = Number.POSITIVE_INFINITY;
  for (const pressed of sets) {
    const d = points.map((point) => -point.normalImpulse);
    const rest = error.map(
      (e, j) => e + d.reduce((sum, dq, q) => sum + (pressed.includes(q) ? 0 : k[j][q] * dq), 0),
    );
    if (pressed.length === 2) {
      const det = k[0][0] * k[1][1] - k[0][1] * k[1][0];
      d[0] = -(k[1][1] * rest[0] - k[0][1] * rest[1]) / det;
      d[1] = -(k[0][0] * rest[1] - k[1][0] * rest[0]) / det;
    } else if (pressed.length === 1) {
      d[pressed[0]] = -rest[pressed[0]] / k[pressed[0]][pressed[0]];
    }
    const lambda = points.map((point, j) => (pressed.includes(j) ? point.normalImpulse + d[j] : 0));
    const after = error.map((e, j) => e + d.reduce((sum, dq, q) => sum + k[j][q] * dq, 0));
    const fault = Math.max(
      0,
      ...lambda.map((l) => -l),
      ...after.map((v, j) => (pressed.includes(j) ? 0 : -v)),
    );
    if (fault < smallestFault) {
      smallestFault = fault;
      best = lambda;
    }
    if (fault === 0) break;
  }
  return best;
}

/** The reference as a solver, with default settings and without position correction. */
export function createReferenceSolver(iterations = 10, threshold = 1): Solver {
  return {
    name: 'reference',
    capabilities: {
      restitution: true,
      friction: true,
      tangentSpeed: true,
      rollingResistance: false,
      joints: [],
    },
    step(world: SolverWorld, dt: number): void {
      world.collide();
      integrateVelocities(world.bodies, world.gravityX, world.gravityY, dt);
      const { contacts, list } = readContacts(world, dt, threshold);
      for (const contact of contacts) {
        for (const point of contact.points) {
          push(contact, point, contact.n, point.normalImpulse);
          push(contact, point, contact.t, point.tangentImpulse);
        }
      }
      for (let k = 0; k < iterations; k++) for (const contact of contacts) solveContact(contact);
      expand(contacts, iterations);
      for (const body of list.values()) {
        const o = body.slot * BODY_STRIDE;
        world.bodies.motion[o + VX] = body.v.x;
        world.bodies.motion[o + VY] = body.v.y;
        world.bodies.motion[o + W] = body.w;
      }
      for (const contact of contacts) {
        for (const point of contact.points) {
          world.contacts.data[point.offset + NORMAL_IMPULSE] = point.normalImpulse;
          world.contacts.data[point.offset + TANGENT_IMPULSE] = point.tangentImpulse;
        }
      }
      integratePositions(world.bodies, dt);
    },
  };
}

function readContacts(
  world: SolverWorld,
  dt: number,
  threshold: number,
): { contacts: Contact[]; list: Map<number, Body> } {
  const { motion, mass, pose, type } = world.bodies;
  const { index, data, touching, touchingCount } = world.contacts;
  const list = new Map<number, Body>();
  const body = (slot: number): Body => {
    const known = list.get(slot);
    if (known) return known;
    const o = slot * BODY_STRIDE;
    const made = {
      slot,
      v: { x: motion[o + VX], y: motion[o + VY] },
      w: motion[o + W],
      m: mass[o + INV_MASS],
      i: mass[o + INV_INERTIA],
      gravityScale: type[slot] === 2 ? mass[o + GRAVITY_SCALE] : 0,
    };
    list.set(slot, made);
    return made;
  };
  const center = (slot: number): Vec => ({
    x: pose[slot * BODY_STRIDE + CX],
    y: pose[slot * BODY_STRIDE + CY],
  });
  const contacts: Contact[] = [];
  for (let k = 0; k < touchingCount; k++) {
    const ci = touching[k] * CONTACT_INDEX_STRIDE;
    const c = touching[k] * CONTACT_STRIDE;
    const n = { x: data[c + NX], y: data[c + NY] };
    const contact: Contact = {
      a: body(index[ci + BODY_A]),
      b: body(index[ci + BODY_B]),
      n,
      t: { x: n.y, y: -n.x },
      mu: data[c + FRICTION],
      belt: data[c + TANGENT_SPEED],
      points: [],
    };
    for (let j = 0; j < index[ci + COUNT]; j++) {
      const p = c + POINT0 + j * POINT_STRIDE;
      // both anchors are the same point of the world; a refreshed manifold has let them drift apart
      const centerA = center(index[ci + BODY_A]);
      const centerB = center(index[ci + BODY_B]);
      const share = contact.b.m / (contact.a.m + contact.b.m);
      const middle = {
        x: (1 - share) * (centerA.x + data[p + AX]) + share * (centerB.x + data[p + BX]),
        y: (1 - share) * (centerA.y + data[p + AY]) + share * (centerB.y + data[p + BY]),
      };
      const point: Point = {
        offset: p,
        rA: { x: middle.x - centerA.x, y: middle.y - centerA.y },
        rB: { x: middle.x - centerB.x, y: middle.y - centerB.y },
        target: 0,
        approach: 0,
        bounce: 0,
        normalImpulse: data[p + NORMAL_IMPULSE],
        tangentImpulse: data[p + TANGENT_IMPULSE],
      };
      const gap = data[p + SEPARATION];
      const vn = velocity(contact, point, n);
      const e = data[c + RESTITUTION];
      if (gap > 0) point.target = -gap / dt;
      const pull = dot({ x: world.gravityX, y: world.gravityY }, n);
      const acceleration = pull * (contact.a.gravityScale - contact.b.gravityScale);
      const v = -vn - acceleration * dt;
      point.approach = -vn;
      if (e > 0 && v > threshold && gap + vn * dt < 0) {
        point.bounce = reboundSpeed(e, v, gap, acceleration, dt);
        point.target = Math.max(point.target, 0);
      }
      if (vn > threshold) {
        point.normalImpulse = 0;
        point.tangentImpulse = 0;
      }
      contact.points.push(point);
    }
    contacts.push(contact);
  }
  return { contacts, list };
}
