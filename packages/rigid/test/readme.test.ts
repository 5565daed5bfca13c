import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { createWorld, type Recording, type Solver, type World } from '../src/index.js';
import { circle, floor } from './helpers/shapes.js';

const packageFolder = join(dirname(fileURLToPath(import.meta.url)), '..');

/** Code of the block with this name, with imports from the sources. */
function blockOf(file: string, name: string): string {
  const text = readFileSync(join(packageFolder, file), 'utf8');
  const block = new RegExp(`\`\`\`ts ${name}\n([^]*?)\`\`\``).exec(text);
  if (block === null) throw new Error(`${file} has no block ${name}`);
  return block[1].replaceAll("'@otedama/rigid'", "'../src/index.js'");
}

/** Writes a block to its own module and imports it. */
function runBlock(file: string, code: string): Promise<Record<string, unknown>> {
  const folder = join(packageFolder, 'test-output');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, file), code);
  return import(/* @vite-ignore */ join(folder, file));
}

it('the example of the README runs', async () => {
  const solver = "import { simpleSolver as createSoftStep } from '../test/helpers/simple-solver.js';";
  const code = blockOf('README.md', 'example').replace(/^import .*rigid-constraint';$/m, solver);
  const { frame } = await runBlock('readme-example.ts', `${code}\nexport { frame };\n`);
  let lowest = 5;
  for (let k = 0; k < 90; k++) {
    lowest = Math.min(lowest, (frame as (seconds: number) => { y: number })(1 / 60).y);
  }
  expect(lowest).toBeGreaterThan(0.45);
  expect(lowest).toBeLessThan(0.7);
});

it('the rollback of the docs plays both sides to the same end', async () => {
  const solver = "import { simpleSolver as createSoftStep } from '../test/helpers/simple-solver.js';";
  const code = blockOf('docs/snapshots.md', 'rollback').replace(/^import .*rigid-constraint';$/m, solver);
  interface Game {
    readonly world: World;
    readonly recording: Recording<readonly number[]>;
    frame(own: number): void;
    arrived(step: number, other: number): void;
  }
  const load = async (name: string) =>
    (await runBlock(name, `${code}\nexport { world, recording, frame, arrived };\n`)) as unknown as Game;
  const push = (step: number): number => (step % 40 < 10 ? 1 : step % 40 < 15 ? -1 : 0);
  const late = await load('readme-rollback-late.ts');
  const prompt = await load('readme-rollback-prompt.ts');
  const delay = 7;
  let isGuessedWrong = false;
  for (let step = 0; step < 200; step++) {
    late.frame(0.5);
    prompt.frame(0.5);
    prompt.arrived(step, push(step));
    if (step >= delay) late.arrived(step - delay, push(step - delay));
    isGuessedWrong ||= late.world.stateHash() !== prompt.world.stateHash();
  }
  for (let step = 200 - delay; step < 200; step++) late.arrived(step, push(step));
  expect(isGuessedWrong).toBe(true);
  expect(late.world.stateHash()).toBe(prompt.world.stateHash());
});

describe('the solver of the docs', () => {
  let smallSolver: Solver;
  beforeAll(async () => {
    const module = await runBlock('readme-solver.ts', blockOf('docs/small-solver.md', 'solver'));
    smallSolver = module.smallSolver as Solver;
  });

  it('lets five balls fall on each other and rest', () => {
    const world = createWorld({ solver: smallSolver, sleeping: false });
    world.createBody({ type: 'static', shapes: [floor(0, { friction: 0 })] });
    const balls = [0, 1, 2, 3, 4].map((k) =>
      world.createBody({
        position: { x: 0, y: 0.6 + 1.1 * k },
        fixedRotation: true,
        shapes: [circle(0.5, { friction: 0 })],
      }),
    );
    for (let k = 0; k < 600; k++) world.step(1 / 60);
    for (const [k, ball] of balls.entries()) {
      expect(Math.abs(ball.position.y - 0.5 - k)).toBeLessThan(0.05);
      expect(Math.abs(ball.linearVelocity.y)).toBeLessThan(0.01);
    }
  });

  it('refuses what it says it cannot do', () => {
    const world = createWorld({ solver: smallSolver });
    expect(() => world.createBody({ shapes: [circle(1, { restitution: 0.5 })] })).toThrow(
      'shapes[0].restitution',
    );
  });
});
