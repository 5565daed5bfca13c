/** Scenes saved as programs: what they import exists, and their worlds are those of the page. */
import { loadScene, type Scene } from '@otedama/rigid';
import * as constraint from '@otedama/rigid-constraint';
import * as force from '@otedama/rigid-force';
import * as shapeMatching from '@otedama/rigid-shapematch';
import { findScene } from '@otedama/scenes';
import { expect, test } from 'vitest';
import { programCode } from '../src/program-code.js';
import { Simulation, type SimulationChoice } from '../src/simulation.js';
import { findSolver, solvers } from '../src/solvers.js';

const creators: Record<string, unknown> = { ...constraint, ...force, ...shapeMatching };
const camera = { x: 1, y: 2, halfHeight: 5, halfWidth: 10 };

/** Creates the world of a program without its picture. */
function worldOf(code: string) {
  const [, create] = /import \{ (create\w+) \} from '@otedama\/rigid-/.exec(code)!;
  const part = code.slice(code.indexOf('const data'), code.indexOf('const { engine }'));
  return new Function('loadScene', create, `${part}; return world;`)(loadScene, creators[create]);
}

function play(name: string, choice: Partial<SimulationChoice> = {}): Simulation {
  const solver = findSolver('soft-step')!;
  const simulation = new Simulation({
    ...{ entry: findScene(name), parameters: {}, solver, settings: {} },
    ...choice,
  });
  for (let step = 0; step < 30; step++) simulation.step();
  return simulation;
}

test.each(solvers.map((solver) => [solver.name, solver] as const))(
  'the program of a scene under %s goes on as a copy of the scene does',
  (_, solver) => {
    const page = play('head-on', { solver, world: { gravity: 2, sleeping: false } });
    const scene = page.build(camera);
    const code = programCode(scene, page.choice);
    expect(code).toContain(', sleeping: false });');
    const world = worldOf(code);
    const copy = loadScene(scene, { solver: solver.create({}), sleeping: false });
    for (let step = 0; step < 60; step++) for (const one of [world, copy]) one.step(scene.timeStep);
    expect(world.gravity.y).toBe(-2);
    expect(world.stateHash()).toBe(copy.stateHash());
  },
);

test('settings of the scene and of the reader reach the solver', () => {
  const page = play('tower', { settings: { substeps: 3 } });
  const scene = { ...page.build(camera), settings: { 'soft-step': { substeps: 5, contactHertz: 33 } } };
  const code = programCode(scene, page.choice);
  expect(code).toContain('createSoftStep({"substeps":3,"contactHertz":33})');
  expect(code).toContain('camera.fitAspect = 2;');
});

test('joints, fields and soft bodies are in the program; of a character it says that it is not', () => {
  const solver = findSolver('shape-matching')!;
  for (const [name, choice] of [
    ['machines', {}],
    ['pond', {}],
    ['jelly-drop', { solver }],
    ['course', {}],
  ] as const) {
    const page = play(name, choice);
    const scene = page.build(camera);
    const code = programCode(scene, page.choice);
    expect(worldOf(code).bodies.length, name).toBe(
      loadScene(scene, { solver: page.choice.solver.create({}) }).bodies.length,
    );
    expect(code.includes('createCharacter'), name).toBe(name === 'course');
  }
});

test('no text of a scene ends the script or the title', () => {
  const scene: Scene = { ...play('tower').build(camera), title: '</title><b>', description: '</script><b>' };
  const code = programCode(scene, play('tower').choice);
  expect(code.match(/<\/title>/g)).toEqual(['</title>']);
  expect(code.match(/<\/script>/g)?.length).toBe(2);
  expect(code).not.toContain('<b>');
});

test('all that a program imports exists', async () => {
  const code = programCode(findScene('tower').create(), play('tower').choice);
  const imports = [...code.matchAll(/import \{ (.*) \} from '(.*)';/g)];
  expect(imports.length).toBe(4);
  for (const [, names, from] of imports) {
    const module = await import(/* @vite-ignore */ from);
    for (const name of names.split(', ')) expect(module, from).toHaveProperty(name);
  }
});
