import type { JointKind } from '@otedama/rigid';
import {
  createSequentialImpulses,
  createSoftStep,
  defaultSequentialImpulseSettings as impulseDefaults,
  defaultSoftStepSettings as softDefaults,
} from '@otedama/rigid-constraint';
import { createForceSolver, createPenaltySolver } from '@otedama/rigid-force';
import { createShapeMatching } from '@otedama/rigid-shapematch';
import type { SceneEntry } from '@otedama/scenes';
import { setting } from './setting.js';
import type { SolverChoice } from './solver-choice.js';

/** Explanations shared by several solvers. */
const hints = {
  substeps: 'Steps within each step of the world: more are stiffer, and cost in proportion.',
  bounceAbove: 'Approach speed up to which nothing bounces, m/s.',
  warmStart: 'Starts each step from the impulses of the last one.',
} as const;

const sequentialImpulses: SolverChoice = {
  name: 'sequential-impulses',
  title: 'Sequential impulses',
  description: 'Corrects velocities contact by contact, over and over, until hardly any still approaches.',
  settings: [
    setting.number(
      'velocityIterations',
      'Velocity iterations',
      impulseDefaults.velocityIterations,
      1,
      60,
      1,
      'Passes over all contacts and joints per step.',
    ),
    setting.number(
      'positionIterations',
      'Position iterations',
      impulseDefaults.positionIterations,
      0,
      20,
      1,
      'At most so many passes per step that push overlaps apart.',
    ),
    setting.choice(
      'positionCorrection',
      'Overlap',
      impulseDefaults.positionCorrection,
      { Projection: 'projection', Baumgarte: 'baumgarte', 'Not corrected': 'none' },
      'How overlap is removed: by moving bodies, or by velocities that part them (Baumgarte).',
    ),
    setting.choice(
      'restitutionRule',
      'Restitution',
      impulseDefaults.restitutionRule,
      { 'Above threshold': 'threshold', 'Minus threshold': 'subtract' },
      'Whether the threshold only decides what bounces, or is also taken off the approach speed.',
    ),
    setting.toggle('warmStarting', 'Warm start', impulseDefaults.warmStarting, hints.warmStart),
    setting.toggle(
      'blockSolver',
      'Block solver',
      impulseDefaults.blockSolver,
      'Solves both points of a contact together.',
    ),
  ],
  create: (values) => createSequentialImpulses(values),
};

const softStep: SolverChoice = {
  name: 'soft-step',
  title: 'Soft step',
  description: 'Many short substeps with a pass or two each; contacts and joints are stiff, damped springs.',
  settings: [
    setting.number('substeps', 'Substeps', softDefaults.substeps, 1, 16, 1, hints.substeps),
    setting.number(
      'contactHertz',
      'Contact (Hz)',
      softDefaults.contactHertz,
      1,
      240,
      1,
      'Stiffness of contacts, as the frequency of their springs; held to a fifth of the substep rate.',
    ),
    setting.number(
      'contactDampingRatio',
      'Contact damping',
      softDefaults.contactDampingRatio,
      0.1,
      20,
      0.1,
      'Damping ratio of contacts: below 1, overlaps bounce.',
    ),
    setting.number(
      'maximumPushOutSpeed',
      'Push-out (m/s)',
      softDefaults.maximumPushOutSpeed,
      0,
      20,
      0.1,
      'Fastest that an overlap is pushed apart.',
    ),
    setting.number(
      'jointPasses',
      'Joint iterations',
      softDefaults.jointPasses,
      0,
      16,
      1,
      'Passes over the joints per substep; 0: as many as their number allows.',
    ),
    setting.number(
      'jointHertz',
      'Joints (Hz)',
      softDefaults.jointHertz,
      1,
      240,
      1,
      'Stiffness of rigid joints, as the frequency of their springs.',
    ),
    setting.number(
      'restitutionThreshold',
      'Bounce above',
      softDefaults.restitutionThreshold,
      0,
      10,
      0.1,
      hints.bounceAbove,
    ),
    setting.toggle('warmStarting', 'Warm start', softDefaults.warmStarting, hints.warmStart),
  ],
  create: (values) => createSoftStep(values),
};

const force: SolverChoice = {
  name: 'force',
  title: 'Impulses as forces',
  description:
    'Each contact acts as the force that would stop the bodies within a substep, one sweep at a time.',
  settings: [
    setting.number('substeps', 'Substeps', 8, 1, 60, 1, hints.substeps),
    setting.toggle('memory', 'Warm start', true, 'Starts each contact from its force of the last substep.'),
    setting.number('pushOut', 'Push-out', 0.2, 0, 1, 0.05, 'Share of an overlap that a substep removes.'),
    setting.number('restitutionThreshold', 'Bounce above', 1, 0, 10, 0.1, hints.bounceAbove),
  ],
  create: (values) => createForceSolver(values),
};

const penalty: SolverChoice = {
  name: 'penalty',
  title: 'Penalty springs',
  description: 'A damped spring at every contact point pushes overlap apart.',
  settings: [
    setting.number('substeps', 'Substeps', 16, 1, 60, 1, hints.substeps),
    setting.number(
      'dampingRatio',
      'Damping ratio',
      0.3,
      0,
      2,
      0.05,
      '1 is critical damping; more damping needs more substeps to stay stable.',
    ),
    setting.number('restitutionThreshold', 'Bounce above', 1, 0, 10, 0.1, hints.bounceAbove),
  ],
  create: (values) => createPenaltySolver(values),
};

const shapeMatching: SolverChoice = {
  name: 'shape-matching',
  title: 'Shape matching',
  description: 'Corners move as particles; each body then takes the pose that fits them best.',
  settings: [
    setting.number('substeps', 'Substeps', 8, 1, 60, 1, hints.substeps),
    setting.number(
      'compliance',
      'Compliance',
      0,
      0,
      1e-3,
      1e-5,
      'Softness of contacts, m/N; 0 is as stiff as the substeps allow. Overfull boxes need some to come to rest.',
    ),
    setting.number('restitutionThreshold', 'Bounce above', 1, 0, 10, 0.1, hints.bounceAbove),
  ],
  create: (values) => createShapeMatching(values),
};

/** All solvers, the default first. To add a solver, add an entry here. */
export const solvers: readonly SolverChoice[] = [softStep, sequentialImpulses, force, shapeMatching, penalty];

/** The solver with that name, or the default one. */
export function findSolver(name: string | undefined): SolverChoice {
  return solvers.find((solver) => solver.name === name) ?? solvers[0];
}

/** Whether a solver supports everything in a scene. */
export function canRun(solver: SolverChoice, scene: SceneEntry): boolean {
  return lackOf(solver, scene) === null;
}

/** Text that says what a solver lacks for a scene; null if it can run the scene. */
export function lackOf(solver: SolverChoice, scene: SceneEntry): string | null {
  if (!scene.softBodies && scene.joints.length === 0) return null;
  const { softBodies = false, joints } = solver.create({}).capabilities;
  if (scene.softBodies && !softBodies) return 'no soft bodies';
  return scene.joints.every((kind) => joints.includes(kind)) ? null : 'no joints';
}

/**
 * A sentence that says why nothing can be joined by a kind of joint in a scene as it runs, and what to do; null if it can.
 * @param running the scene under the chosen solver and under those compared with it
 */
export function lackOfJoints(
  running: readonly { readonly entry: SceneEntry; readonly solver: SolverChoice }[],
  kind: JointKind,
): string | null {
  const canJoin = (solver: SolverChoice): boolean => solver.create({}).capabilities.joints.includes(kind);
  const lacking = running.map(({ solver }) => solver).filter((solver) => !canJoin(solver));
  if (lacking.length === 0) return null;
  const [{ entry, solver: chosen }] = running;
  const lack = `${lacking.map(({ title }) => title).join(' and ')} cannot join bodies`;
  if (!lacking.includes(chosen))
    return `${lack}: end the comparison with ${lacking.length > 1 ? 'them' : 'it'}.`;
  const able = solvers.filter((solver) => canJoin(solver) && canRun(solver, entry)).map(({ title }) => title);
  return able.length > 0
    ? `${lack}: choose the solver ${able.join(' or ')}.`
    : `${lack}, and no other solver can run “${entry.title}”: choose another scene.`;
}

/**
 * The wanted solver if it can run the scene, otherwise the first one that can. If none is wanted, the solver that the scene
 * demonstrates.
 */
export function solverFor(scene: SceneEntry, wanted: SolverChoice | null): SolverChoice {
  const asked = wanted ?? findSolver(scene.solver ?? undefined);
  return canRun(asked, scene) ? asked : (solvers.find((solver) => canRun(solver, scene)) ?? asked);
}
