/** Download size of a page for a task, as a bundler keeps it: the code of each row and its size budget. */

/** A page that creates a world with one solver and exports it together with some functions. */
const page = (entry: '' | '/bare', solver: string, from: string, also = '') => `
  import { createWorld } from '@otedama/rigid${entry}';
  import { ${solver} } from '@otedama/${from}';
  ${also}
  export const world = createWorld({ solver: ${solver}() });`;
const bareSoftStep = (also: string) =>
  page('/bare', 'createSoftStep', 'rigid-constraint/bare', `export ${also} from '@otedama/rigid/bare';`);

export interface SizeRow {
  readonly what: string;
  readonly code: string;
  /** Size budget, KiB after minifying and gzip. The test fails above it. Rows without a budget only inform. */
  readonly budget?: number;
}

const WORLD = 42.5;

export const sizeRows: readonly SizeRow[] = [
  { what: 'bare world, soft step', code: bareSoftStep('{}'), budget: WORLD },
  {
    what: 'bare world, sequential impulses',
    code: page('/bare', 'createSequentialImpulses', 'rigid-constraint/bare'),
    budget: WORLD,
  },
  {
    what: 'bare world, forces',
    code: page('/bare', 'createForceSolver', 'rigid-force'),
    budget: WORLD,
  },
  {
    what: 'bare world, penalty springs',
    code: page('/bare', 'createPenaltySolver', 'rigid-force'),
    budget: WORLD,
  },
  {
    what: 'bare world, shape matching',
    code: page('/bare', 'createShapeMatching', 'rigid-shapematch/bare'),
    budget: WORLD,
  },
  {
    what: 'bare world, soft step, joints',
    code: `
      import { createWorld } from '@otedama/rigid/bare';
      import { createSoftStep, joints } from '@otedama/rigid-constraint/bare';
      export { createJoint, destroyJoint } from '@otedama/rigid/bare';
      export const world = createWorld({ solver: createSoftStep({}, { joints }) });`,
  },
  {
    what: 'bare world, soft step, fast bodies swept',
    code: `
      import { continuous, createWorld } from '@otedama/rigid/bare';
      import { createSoftStep } from '@otedama/rigid-constraint/bare';
      export const world = createWorld({ solver: createSoftStep() }, { continuous });`,
  },
  {
    what: 'bare world, soft step, shocks',
    code: `
      import { createWorld } from '@otedama/rigid/bare';
      import { createSoftStep, shocks } from '@otedama/rigid-constraint/bare';
      export const world = createWorld({ solver: createSoftStep({}, { shocks }) });`,
  },
  { what: 'bare world, soft step, rays', code: bareSoftStep('{ castRay, castRayAll }') },
  {
    what: 'bare world, soft step, all queries',
    code: bareSoftStep('{ castRay, castRayAll, castShape, overlapAABB, overlapPoint, overlapShape }'),
  },
  {
    what: 'bare world, soft step, state hash and invariants',
    code: bareSoftStep('{ invariants, stateHash }'),
  },
  {
    what: 'bare world, soft step, snapshots',
    code: page(
      '/bare',
      'createSoftStep',
      'rigid-constraint/bare',
      "export { takeSnapshot, restoreSnapshot } from '@otedama/rigid';",
    ),
  },
  {
    what: 'bare world, soft step, concave outlines',
    code: page(
      '/bare',
      'createSoftStep',
      'rigid-constraint/bare',
      "export { concave } from '@otedama/rigid';",
    ),
  },
  { what: 'world, soft step', code: page('', 'createSoftStep', 'rigid-constraint') },
  { what: 'world, sequential impulses', code: page('', 'createSequentialImpulses', 'rigid-constraint') },
  { what: 'world, forces', code: page('', 'createForceSolver', 'rigid-force') },
  { what: 'world, shape matching', code: page('', 'createShapeMatching', 'rigid-shapematch') },
  {
    what: 'world, soft step, scenes to and from text',
    code: page(
      '',
      'createSoftStep',
      'rigid-constraint',
      "export { loadScene, parseScene, serializeScene, toScene } from '@otedama/rigid';",
    ),
  },
  // 5.2 KiB of this is for cloth from meshes: checks, colours, distances along the surface, and their kernels; 1.2 for long links, without
  // which a cloth of few substeps looks like rubber; 2.5 for pieces, each damped relative to its own motion, and for sleep
  {
    what: 'cloth without its optional parts',
    code: `export { createCloth, weldVertices } from '@otedama/cloth-webgpu';`,
    budget: 47.7,
  },
  // 3.2 KiB of this is for motion limits, 4.5 for gases and what keeps their shells from turning, 1.2 for what colliders feel, the rest for
  // tears and baked distance fields
  { what: 'cloth, all of it', code: `export * from '@otedama/cloth-webgpu';`, budget: 63.8 },
];
