import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { createWorld, type Solver } from '../src/index.js';
import { box, circle, floor } from './helpers/shapes.js';

const packageFolder = join(dirname(fileURLToPath(import.meta.url)), '..');

/** Code of the block of the README with this name, importing the sources. */
function readmeBlock(name: string): string {
  const text = readFileSync(join(packageFolder, 'README.md'), 'utf8');
  const block = new RegExp(`\`\`\`ts ${name}\n([^]*?)\`\`\``).exec(text);
  if (block === null) throw new Error(`README.md has no block ${name}`);
  return block[1].replaceAll("'@otedama/rigid'", "'../src/index.js'");
}

/** Writes a block to a module of its own and imports it. */
function runBlock(file: string, code: string): Promise<Record<string, unknown>> {
  const folder = join(packageFolder, 'test-output');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, file), code);
  return import(/* @vite-ignore */ join(folder, file));
}

it('the example of the README runs', async () => {
  const solver =
    "import { simpleSolver as createSequentialImpulses } from '../test/helpers/simple-solver.js';";
  const code = readmeBlock('example').replace(/^import .*rigid-constraint';$/m, solver);
  const { frame } = await runBlock('readme-example.ts', `${code}\nexport { frame };\n`);
  let lowest = 5;
  for (let k = 0; k < 90; k++) {
    lowest = Math.min(lowest, (frame as (seconds: number) => { y: number })(1 / 60).y);
  }
  expect(lowest).toBeGreaterThan(0.45);
  expect(lowest).toBeLessThan(0.7);
});

let createAfternoonSolver: (iterations?: number) => Solver;

describe('the solver of the README', () => {
  beforeAll(async () => {
    const module = await runBlock('readme-solver.ts', readmeBlock('solver'));
    createAfternoonSolver = module.createAfternoonSolver as typeof createAfternoonSolver;
  });

  it('is short enough for an afternoon', () => {
    expect(readmeBlock('solver').split('\n').length).toBeLessThan(100);
  });

  it('stacks five boxes that stand still', () => {
    const world = createWorld({ solver: createAfternoonSolver(), sleeping: false });
    world.createBody({ type: 'static', shapes: [floor()] });
    const boxes = [0, 1, 2, 3, 4].map((k) =>
      world.createBody({ position: { x: 0, y: 0.6 + 1.1 * k }, shapes: [box(1, 1)] }),
    );
    for (let k = 0; k < 600; k++) world.step(1 / 60);
    for (const [k, body] of boxes.entries()) {
      expect(Math.abs(body.position.x)).toBeLessThan(0.01);
      expect(Math.abs(body.position.y - 0.5 - k)).toBeLessThan(0.03);
      expect(Math.abs(body.linearVelocity.y)).toBeLessThan(1e-3);
    }
    expect(world.invariants().deepestOverlap).toBeLessThan(0.01);
  });

  it('10.2.10 stops a sliding box where friction says', () => {
    const world = createWorld({
      solver: createAfternoonSolver(),
      gravity: { x: 0, y: -9.8 },
      sleeping: false,
    });
    world.createBody({ type: 'static', shapes: [floor(0, { friction: 0.1 })] });
    const body = world.createBody({
      position: { x: 0, y: 0.5 },
      linearVelocity: { x: 3, y: 0 },
      shapes: [box(1, 1, { friction: 0.1 })],
    });
    let steps = 0;
    while (body.linearVelocity.x > 1e-3 && steps < 1000) {
      world.step(0.02);
      steps++;
    }
    expect(Math.abs(steps * 0.02 - 3.0612)).toBeLessThan(0.03 * 3.0612);
    expect(Math.abs(body.position.x - 4.5918)).toBeLessThan(0.03 * 4.5918);
  });

  it('drags a body by a grab joint', () => {
    const world = createWorld({ solver: createAfternoonSolver() });
    const ball = world.createBody({ shapes: [circle(0.5)] });
    const joint = world.createJoint({ kind: 'grab', body: ball, target: { x: 2, y: 1 } });
    for (let k = 0; k < 240; k++) world.step(1 / 60);
    // the spring of 5 Hz hangs through by g / w^2
    expect(ball.position.x).toBeCloseTo(2, 2);
    expect(ball.position.y).toBeCloseTo(1 - 9.81 / (10 * Math.PI) ** 2, 2);
    world.destroyJoint(joint);
  });

  it('refuses what it says it cannot do', () => {
    const world = createWorld({ solver: createAfternoonSolver() });
    expect(() => world.createBody({ shapes: [circle(1, { restitution: 0.5 })] })).toThrow(
      'shapes[0].restitution',
    );
  });
});
