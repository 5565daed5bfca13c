import { expect, test } from 'vitest';
import { benchScenes } from '../src/scenes.js';

test.each(benchScenes.map((entry) => [entry.id, entry] as const))(
  '%s has as many bodies as it says, not counting what they rest on',
  (id, entry) => {
    const told = /\d+/.exec(id)?.[0] ?? /\d+/.exec(entry.title)?.[0];
    const { bodies } = entry.create();
    const moving = bodies.filter((body) => (body.type ?? 'dynamic') === 'dynamic');
    // the joint grid contains one static circle, which counts too
    const counted = entry.family === 'joints' ? bodies : moving;
    expect(counted).toHaveLength(Number(told));
  },
);
