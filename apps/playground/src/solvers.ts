import {
  createSequentialImpulses,
  createSoftStep,
  defaultSequentialImpulseSettings as impulseDefaults,
  defaultSoftStepSettings as softDefaults,
} from '@otedama/rigid-constraint';
import { createForceSolver, createPenaltySolver } from '@otedama/rigid-force';
import { createShapeMatching } from '@otedama/rigid-shapematch';
import type { SceneEntry } from '@otedama/scenes';
import { type SolverChoice, setting } from './solver-choice.js';

const sequentialImpulses: SolverChoice = {
  name: 'sequential-impulses',
  title: 'Sequential impulses',
  description:
    'Velocities are corrected contact by contact, over and over, until hardly any still approaches.',
  settings: [
    setting.number('velocityIterations', 'Velocity passes', impulseDefaults.velocityIterations, 1, 60, 1),
    setting.number('positionIterations', 'Position passes', impulseDefaults.positionIterations, 0, 20, 1),
    setting.choice('positionCorrection', 'Overlaps', impulseDefaults.positionCorrection, {
      Projection: 'projection',
      Baumgarte: 'baumgarte',
      'Left alone': 'none',
    }),
    setting.choice('restitutionRule', 'Bounce', impulseDefaults.restitutionRule, {
      'Above a speed': 'threshold',
      'Less a speed': 'subtract',
    }),
    setting.toggle('warmStarting', 'Warm start', impulseDefaults.warmStarting),
    setting.toggle('blockSolver', 'Pairs of points', impulseDefaults.blockSolver),
  ],
  create: (values) => createSequentialImpulses(values),
};

const softStep: SolverChoice = {
  name: 'soft-step',
  title: 'Soft step',
  description: 'Many short substeps with a pass or two each; contacts and joints are stiff, damped springs.',
  settings: [
    setting.number('substeps', 'Substeps', softDefaults.substeps, 1, 16, 1),
    setting.number('contactHertz', 'Contact, Hz', softDefaults.contactHertz, 1, 240, 1),
    setting.number('contactDampingRatio', 'Contact damping', softDefaults.contactDampingRatio, 0.1, 20, 0.1),
    setting.number('maximumPushOutSpeed', 'Push-out speed', softDefaults.maximumPushOutSpeed, 0, 20, 0.1),
    setting.number(
      'jointPasses',
      'Joint passes',
      softDefaults.jointPasses,
      0,
      16,
      1,
      '0: as many as the number of joints allows.',
    ),
    setting.number('jointHertz', 'Joints, Hz', softDefaults.jointHertz, 1, 240, 1),
    setting.number('restitutionThreshold', 'Bounce above', softDefaults.restitutionThreshold, 0, 10, 0.1),
    setting.toggle('warmStarting', 'Warm start', softDefaults.warmStarting),
  ],
  create: (values) => createSoftStep(values),
};

const force: SolverChoice = {
  name: 'force',
  title: 'Impulses as forces',
  description:
    'Each contact acts like the force that would stop the bodies within a substep, one sweep at a time.',
  settings: [
    setting.number('substeps', 'Substeps', 8, 1, 60, 1),
    setting.toggle('memory', 'Remember forces', true),
    setting.number('pushOut', 'Push-out', 0.2, 0, 1, 0.05),
    setting.number('restitutionThreshold', 'Bounce above', 1, 0, 10, 0.1),
  ],
  create: (values) => createForceSolver(values),
};

const penalty: SolverChoice = {
  name: 'penalty',
  title: 'Penalty springs',
  description: 'Overlap is pushed back by a damped spring at every contact point.',
  settings: [
    setting.number('substeps', 'Substeps', 16, 1, 60, 1),
    setting.number('dampingRatio', 'Damping ratio', 0.3, 0, 2, 0.05),
    setting.number('restitutionThreshold', 'Bounce above', 1, 0, 10, 0.1),
  ],
  create: (values) => createPenaltySolver(values),
};

const shapeMatching: SolverChoice = {
  name: 'shape-matching',
  title: 'Shape matching',
  description: 'Corners move as particles; each body then takes the place where its shape fits them best.',
  settings: [
    setting.number('substeps', 'Substeps', 8, 1, 60, 1),
    setting.number('compliance', 'Compliance', 0, 0, 1e-3, 1e-5),
    setting.number('restitutionThreshold', 'Bounce above', 1, 0, 10, 0.1),
  ],
  create: (values) => createShapeMatching(values),
};

/** All solvers, the default first. A new one is one more entry. */
export const solvers: readonly SolverChoice[] = [softStep, sequentialImpulses, force, shapeMatching, penalty];

/** The solver of that name, or the default one. */
export function findSolver(name: string | undefined): SolverChoice {
  return solvers.find((solver) => solver.name === name) ?? solvers[0];
}

/** Whether a solver can do all that is in a scene. */
export function canRun(solver: SolverChoice, scene: SceneEntry): boolean {
  return lackOf(solver, scene) === null;
}

/** What a solver lacks for a scene, in words; null if it can do it. */
export function lackOf(solver: SolverChoice, scene: SceneEntry): string | null {
  if (!scene.softBodies && scene.joints.length === 0) return null;
  const { softBodies = false, joints } = solver.create({}).capabilities;
  if (scene.softBodies && !softBodies) return 'no soft bodies';
  return scene.joints.every((kind) => joints.includes(kind)) ? null : 'no hinges';
}

/** The wanted solver if it can do the scene, else the first one that can. Where none is wanted, the one that the scene is there to show. */
export function solverFor(scene: SceneEntry, wanted: SolverChoice | null): SolverChoice {
  const asked = wanted ?? findSolver(scene.solver ?? undefined);
  return canRun(asked, scene) ? asked : (solvers.find((solver) => canRun(solver, scene)) ?? asked);
}
