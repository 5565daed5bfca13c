/**
 * Goal positions of shape matching in one step, for display: of a rigid body push by push, of a soft body substep by substep. Read from a
 * `StepRecord` of @otedama/rigid; particles of rigid bodies are computed by `pushedParticles`.
 */

import { type GoalShape, shapeOutline } from '@otedama/render-babylon';
import { BODY_STRIDE, type Body, LX, LY, type SoftBody, type StepRecord, type World } from '@otedama/rigid';
import {
  type ParticleMasses,
  polygonParticles,
  pushedParticles,
  ringParticles,
} from '@otedama/rigid-shapematch';
import { type Placement, type Point, place } from './geometry.js';
import { bodyName, lengthText, softBodyName } from './names.js';

export interface GoalStep {
  readonly title: string;
  readonly text: string;
  /** Outlines before the fit, closed chains, world axes, m. */
  readonly before: readonly (readonly Point[])[];
  /** The goals with their outline, and the particles after the push. */
  readonly shape: GoalShape;
  /** Particles before the push, where displacements start. For soft bodies the particles themselves. */
  readonly from: readonly Point[];
  readonly numbers: readonly (readonly [name: string, value: string])[];
}

export interface GoalLesson {
  readonly name: string;
  readonly isSoft: boolean;
  /** Size of the body, m. A magnified displacement must stay small relative to it. */
  readonly size: number;
  readonly steps: readonly GoalStep[];
}

/** Bodies with goals in a record: indices in `world.softBodies`, and slots of rigid bodies in ascending order. */
export function bodiesWithGoals(world: World, record: StepRecord): { soft: number[]; rigid: number[] } {
  const particles = new Set(
    world.softBodies.flatMap((soft) => soft.particles.map((particle) => particle.id)),
  );
  const rigid = new Set(record.fits.map(({ body }) => body).filter((body) => !particles.has(body)));
  return {
    soft: [...new Set(record.goals.map(({ softBody }) => softBody))],
    rigid: [...rigid].sort((a, b) => a - b),
  };
}

/**
 * Particles that represent the mass of a body, relative to its centre of mass in body axes. They are the corners if the body is one
 * convex polygon.
 */
function particlesOf(world: World, body: Body): ParticleMasses {
  const [shape, ...others] = body.shapes;
  const { pose } = world.bodyStore;
  const center = { x: pose[body.id * BODY_STRIDE + LX], y: pose[body.id * BODY_STRIDE + LY] };
  if (shape?.geometry.kind === 'polygon' && others.length === 0) {
    const particles = polygonParticles(shape.geometry.vertices, body.mass);
    const inertia = particles.masses.reduce((sum, m, k) => {
      const { x, y } = particles.points[k];
      return sum + m * ((x - center.x) ** 2 + (y - center.y) ** 2);
    }, 0);
    // a user-defined mass may have a different inertia than the polygon
    if (Math.abs(inertia - body.inertia) < 1e-6 * body.inertia) return particles;
  }
  return ringParticles(body.mass, body.inertia);
}

/** Goals of a rigid body, push by push; null if it was not pushed. */
export function rigidGoalLesson(world: World, record: StepRecord, body: Body): GoalLesson | null {
  const fits = record.fits.filter((fit) => fit.body === body.id);
  if (fits.length === 0 || body.inertia === 0) return null;
  const particles = particlesOf(world, body);
  const { pose } = world.bodyStore;
  const center = { x: pose[body.id * BODY_STRIDE + LX], y: pose[body.id * BODY_STRIDE + LY] };
  const outlines = body.shapes.map((shape) =>
    shapeOutline(shape.geometry).points.map((p) => ({ x: p.x - center.x, y: p.y - center.y })),
  );
  const placed = (pose: Placement): Point[][] =>
    outlines.map((outline) => outline.map((p) => place(pose, p)));
  const steps = fits.map((fit): GoalStep => {
    const { before, pushed, goals } = pushedParticles(fit, particles);
    const other = world.shapeAt(fit.shapeA)?.body === body ? fit.shapeB : fit.shapeA;
    const otherBody = world.shapeAt(other)?.body;
    const by = otherBody === undefined ? 'a body that is gone' : bodyName(world, otherBody);
    const shift = Math.hypot(fit.after.x - fit.before.x, fit.after.y - fit.before.y);
    const turn = Math.atan2(
      fit.after.s * fit.before.c - fit.after.c * fit.before.s,
      fit.after.c * fit.before.c + fit.after.s * fit.before.s,
    );
    const farthest = Math.max(...pushed.map((p, k) => Math.hypot(p.x - before[k].x, p.y - before[k].y)));
    return {
      title: `Substep ${fit.substep + 1}, pushed by ${by}`,
      text: `The particles next to the contact are pushed out of ${by} (red). The rest shape, turned and moved to fit all particles best, gives their goals (green, dashed), and the body goes there: it stays rigid.`,
      before: placed(fit.before),
      shape: { outlines: placed(fit.after), particles: pushed, goals },
      from: before,
      numbers: [
        ['Farthest push', lengthText(farthest)],
        ['Centre moves', lengthText(shift)],
        ['Body turns', `${(1000 * turn).toPrecision(3).replace('-', '−')} mrad`],
      ],
    };
  });
  const size = 2 * Math.max(...outlines.flat().map((p) => Math.hypot(p.x, p.y)));
  return { name: bodyName(world, body), isSoft: false, size, steps };
}

/** Goals of a soft body, substep by substep; null if there are none. */
export function softGoalLesson(record: StepRecord, softBody: SoftBody, index: number): GoalLesson | null {
  const own = record.goals.filter((goals) => goals.softBody === index);
  if (own.length === 0) return null;
  const { skin } = softBody.plan.layout;
  const points = (values: Float64Array): Point[] =>
    Array.from({ length: values.length / 2 }, (_, k) => ({ x: values[2 * k], y: values[2 * k + 1] }));
  const steps = own.map((step): GoalStep => {
    const particles = points(step.particles);
    const goals = points(step.goals);
    const apart = particles.map((p, k) => Math.hypot(p.x - goals[k].x, p.y - goals[k].y));
    const rms = Math.sqrt(apart.reduce((sum, d) => sum + d * d, 0) / apart.length);
    return {
      title: `Substep ${step.substep + 1}`,
      text: 'Each region of the body fits its rest shape to its particles, in its modes. A particle (red) is pulled to the mean of the goals of its regions (green, dashed outline); what the modes allow is pulled back only as far as the stiffness asks.',
      before: [particles.slice(0, skin)],
      shape: { outlines: [goals.slice(0, skin)], particles, goals },
      from: particles,
      numbers: [
        ['Particles', String(particles.length)],
        ['Farthest from its goal', lengthText(Math.max(...apart))],
        ['Root mean square', lengthText(rms)],
      ],
    };
  });
  const layout = softBody.plan.layout.points;
  const size = 2 * Math.max(...layout.map((p) => Math.hypot(p.x, p.y)));
  return { name: softBodyName(softBody, index), isSoft: true, size, steps };
}

/** Size of the largest displacement after magnification, as a fraction of the body's size. */
const LARGEST_SHARE = 0.35;

/** Factor that magnifies displacements so that the largest is visible: a round number, 1 for no magnification. */
export function magnification({ steps, size }: GoalLesson): number {
  let farthest = 0;
  for (const { from, shape } of steps) {
    from.forEach((p, k) => {
      for (const q of [shape.particles[k], shape.goals[k]]) {
        farthest = Math.max(farthest, Math.hypot(q.x - p.x, q.y - p.y));
      }
    });
  }
  if (farthest === 0) return 1;
  const wanted = (LARGEST_SHARE * size) / farthest;
  if (wanted < 2) return 1;
  const power = 10 ** Math.floor(Math.log10(wanted));
  const lead = wanted / power;
  return power * (lead >= 5 ? 5 : lead >= 2 ? 2 : 1);
}

/** The step with its displacements magnified by a factor. */
export function magnified(step: GoalStep, factor: number): GoalStep {
  if (factor === 1) return step;
  const away = (from: readonly Point[], to: readonly Point[]): Point[] =>
    to.map((q, k) => ({
      x: from[k].x + factor * (q.x - from[k].x),
      y: from[k].y + factor * (q.y - from[k].y),
    }));
  return {
    ...step,
    shape: {
      outlines: step.shape.outlines.map((outline, k) => away(step.before[k], outline)),
      particles: away(step.from, step.shape.particles),
      goals: away(step.from, step.shape.goals),
    },
  };
}
