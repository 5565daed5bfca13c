import { findScene, type SceneEntry, sceneList } from '@otedama/scenes';
import { expect, test } from 'vitest';
import { groupScenes, matchScore, neighborScene, sceneMatches } from '../src/catalog.js';
import { canRun, solverFor, solvers } from '../src/solvers.js';

test('grouping keeps every scene once and the order of the list inside a group', () => {
  const groups = groupScenes(sceneList);
  expect(groups.flatMap((group) => group.scenes)).toHaveLength(sceneList.length);
  expect(groups[0].title).toBe('Showcase');
  for (const { scenes } of groups) {
    const places = scenes.map((scene) => sceneList.indexOf(scene));
    expect(places).toEqual([...places].sort((a, b) => a - b));
  }
});

test('the page opens on the fountain, a scene that every solver can do', () => {
  expect(sceneList[0].name).toBe('fountain');
  for (const solver of solvers) expect(canRun(solver, sceneList[0]), solver.name).toBe(true);
});

test("a scene that is there to show a method names a solver of the page; the reader's own choice goes before it", () => {
  const shown = sceneList.filter((scene) => scene.solver !== null);
  expect(shown.map((scene) => solverFor(scene, null).name)).toEqual(shown.map((scene) => scene.solver));
  expect(shown.length).toBe(3);
  for (const scene of shown) expect(solverFor(scene, solvers[4])).toBe(solvers[4]);
  expect(solverFor(findScene('tower'), null)).toBe(solvers[0]);
});

test('every scene is found by its own title and name, and all by an empty search', () => {
  for (const scene of sceneList) {
    expect(sceneMatches(scene, scene.title), scene.title).toBe(true);
    expect(sceneMatches(scene, scene.name), scene.name).toBe(true);
    expect(sceneMatches(scene, '')).toBe(true);
    expect(sceneMatches(scene, 'zzqx')).toBe(false);
  }
});

test('a whole word scores above a part of one, and that above scattered letters', () => {
  const whole = matchScore('Tower of boxes', 'tower');
  const part = matchScore('Watchtower', 'tower');
  const scattered = matchScore('two ewers', 'tower');
  expect(whole).toBeGreaterThan(part);
  expect(part).toBeGreaterThan(scattered);
  expect(matchScore('Pyramid', 'prmd')).toBeGreaterThan(0);
  expect(matchScore('a very long sentence with letters far apart', 'avt')).toBe(0);
});

test('neighbours go round the end of the list in both directions', () => {
  const last = sceneList.at(-1) as SceneEntry;
  expect(neighborScene(sceneList, sceneList[0].name, -1)).toBe(last);
  expect(neighborScene(sceneList, last.name, 1)).toBe(sceneList[0]);
  expect(neighborScene(sceneList, sceneList[3].name, 1)).toBe(sceneList[4]);
});

test('every solver is made with its default settings, under the name that scenes know it by', () => {
  for (const choice of solvers) {
    const values = Object.fromEntries(choice.settings.map((setting) => [setting.key, setting.default]));
    expect(choice.create(values).name).toBe(choice.name);
    expect(choice.create({}).name).toBe(choice.name);
  }
});
