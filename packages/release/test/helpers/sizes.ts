/** What a page downloads for a task, as a bundler keeps it: the code of each row, and how much it may weigh. */

const world = (name: string, from: string) => `
  import { createWorld } from '@otedama/rigid';
  import { ${name} } from '@otedama/${from}';
  export const world = createWorld({ solver: ${name}() });`;

export interface SizeRow {
  readonly what: string;
  readonly code: string;
  /** What it should weigh at most, KiB after minifying and gzip. */
  readonly budget: number;
  /** What fails the test, KiB: the budget, or where it is not met yet, little more than today's weight. It only ever goes down. */
  readonly limit: number;
}

export const sizeRows: readonly SizeRow[] = [
  { what: 'world, soft step', code: world('createSoftStep', 'rigid-constraint'), budget: 40, limit: 58 },
  {
    what: 'world, sequential impulses',
    code: world('createSequentialImpulses', 'rigid-constraint'),
    budget: 40,
    limit: 58,
  },
  { what: 'world, forces', code: world('createForceSolver', 'rigid-force'), budget: 40, limit: 54 },
  {
    what: 'world, shape matching',
    code: world('createShapeMatching', 'rigid-shapematch'),
    budget: 40,
    limit: 56,
  },
  { what: 'cloth, all of it', code: `export * from '@otedama/cloth-webgpu';`, budget: 25, limit: 25 },
];
