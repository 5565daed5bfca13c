/** Typical problems in games: heavy bodies on light ones, tiled floors, thin walls, runs that are not repeatable. */

import { polygon } from '@otedama/math2d';
import type { Scene } from '@otedama/rigid';
import { TIME_STEP } from '../engine.js';
import { QualityChecker } from '../quality.js';
import { benchScene } from '../scenes.js';
import { type Examination, GRAVITY, length, percentOff, sceneOf } from './examination.js';

const box = { kind: 'polygon', vertices: polygon.rectangle(1, 1) } as const;

/** A box must not penetrate another one, even if it is heavy. */
export const burden: Examination = {
  id: 'burden',
  title: 'a box carries one of 100 times its mass for 5 s',
  unit: 'mm',
  limit: 10,
  scene: () =>
    sceneOf('burden', { x: 0, y: -GRAVITY }, [
      { type: 'static', shapes: [{ kind: 'halfSpace', normal: { x: 0, y: 1 } }] },
      { position: { x: 0, y: 0.5 }, shapes: [box] },
      { position: { x: 0, y: 1.5 }, shapes: [{ ...box, density: 100 }] },
    ]),
  error: (play, scene) => {
    const trace = play(300);
    const checker = new QualityChecker(scene);
    let deepest = 0;
    for (let step = 1; step <= trace.steps; step++) {
      deepest = Math.max(deepest, checker.overlap(trace.all(step)).deepest);
    }
    return 1000 * deepest;
  },
};

const TILES = 60;
const SPEED = 10;

/** A body without friction that moves at 10 m/s over tiles of 1 m with their tops at y = 0. */
const overTiles = (name: string, shape: NonNullable<Scene['bodies'][number]['shapes']>[number]): Scene =>
  sceneOf(name, { x: 0, y: -GRAVITY }, [
    { position: { x: 0, y: 0.5 }, linearVelocity: { x: SPEED, y: 0 }, shapes: [{ ...shape, friction: 0 }] },
    ...Array.from({ length: TILES }, (_, i) => ({
      type: 'static' as const,
      position: { x: i - 4, y: -0.5 },
      shapes: [{ ...box, friction: 0 }],
    })),
  ]);

/** A row of tiles acts as a floor: a box without friction keeps its speed over the seams. */
export const tiles: Examination = {
  id: 'tiles',
  title: 'a box keeps its speed over 50 tiles',
  unit: '%',
  limit: 1,
  scene: () => overTiles('tiles', box),
  error: (play) => percentOff(play(300).end(0).x, SPEED * 5),
};

/** The same for a ball. */
export const seams: Examination = {
  id: 'seams',
  title: 'a ball keeps its speed over 50 tiles',
  unit: '%',
  limit: 1,
  scene: () => overTiles('seams', { kind: 'circle', radius: 0.5 }),
  error: (play) => percentOff(play(300).end(0).x, SPEED * 5),
};

const BULLET = { speed: 100, radius: 0.1 } as const;
const WALL = { x: 5, width: 0.1, height: 10 } as const;
const thin = { kind: 'polygon', vertices: polygon.rectangle(WALL.width, WALL.height) } as const;
const flying = {
  linearVelocity: { x: BULLET.speed, y: 0 },
  shapes: [{ kind: 'circle' as const, radius: BULLET.radius }],
};

/** A small fast ball must not pass through a thin wall. It is not marked as a bullet. */
export const wall: Examination = {
  id: 'wall',
  title: 'a ball at 100 m/s stops at a wall 10 cm thick',
  unit: 'm',
  limit: 0,
  scene: () =>
    sceneOf('wall', { x: 0, y: 0 }, [
      { type: 'static', position: { x: WALL.x, y: 0 }, shapes: [thin] },
      { position: { x: 0.3, y: 0 }, ...flying },
    ]),
  error: (play) => Math.max(0, play(60).end(1).x - WALL.x),
};

/** A bullet must not pass through a body that can move either. */
export const plank: Examination = {
  id: 'plank',
  title: 'marked as a bullet, it stops at a loose plank',
  unit: 'm',
  limit: 0,
  scene: () =>
    sceneOf('plank', { x: 0, y: 0 }, [
      { position: { x: WALL.x, y: 0 }, shapes: [thin] },
      { position: { x: 0.3, y: 0 }, bullet: true, ...flying },
    ]),
  error: (play) => {
    const trace = play(60);
    return Math.max(0, trace.end(1).x - trace.end(0).x);
  },
};

/** A rain that falls from about 40 m, in which every body meets many others. */
const rainOf = (id: string): Scene => {
  const rain = benchScene(id);
  if (rain === undefined) throw new Error('the scene is gone');
  return rain.create();
};

/** Contacts take energy away. So no body of a rain should be faster than one that fell from the highest place to the ground. */
export const burst: Examination = {
  id: 'burst',
  title: 'no body of a rain of 500 is faster than a fall from the top, √(2 g h)',
  unit: '%',
  limit: 5,
  scene: () => rainOf('rain-500'),
  error: (play, scene) => {
    const trace = play(300);
    const top = Math.max(...scene.bodies.map(({ position }) => position?.y ?? 0));
    let fastest = 0;
    for (let step = 1; step <= trace.steps; step++) {
      scene.bodies.forEach((_, body) => {
        const before = trace.at(step - 1, body);
        const after = trace.at(step, body);
        fastest = Math.max(fastest, length(after.x - before.x, after.y - before.y) / TIME_STEP);
      });
    }
    return Math.max(0, 100 * (fastest / Math.sqrt(2 * -scene.gravity.y * top) - 1));
  },
};

/** Two runs of the same scene end with identical poses. */
export const again: Examination = {
  id: 'again',
  title: 'a rain of 250 bodies ends the same when run again',
  unit: 'mm',
  limit: 0,
  scene: () => rainOf('rain-250'),
  error: (play) => {
    const first = play(300);
    const second = play(300);
    const other = second.all(300);
    return 1000 * Math.max(...first.all(300).map((value, i) => Math.abs(value - (other[i] as number))));
  },
};
