/** The scenes of the benchmark: common comparison scenes of physics engines, from the shared scene list. */

import type { Scene } from '@otedama/rigid';
import { findScene } from '@otedama/scenes';

export interface BenchScene {
  /** Short name on the command line and in the tables: family or scene, and number of dynamic bodies. */
  readonly id: string;
  readonly title: string;
  /** Scenes of one family differ only in their number of bodies. */
  readonly family: string;
  /** Number of steps of 1/60 s. */
  readonly steps: number;
  create(): Scene;
  /** Predicted final x of each body of the scene, metres; `NaN` if there is no prediction. */
  ends?(scene: Scene): number[];
}

/** A box with speed v on level ground stops after v^2 / (2 mu g); without friction it does not stop. */
function slideEnds(scene: Scene): number[] {
  return scene.bodies.map(({ position, linearVelocity, shapes }) => {
    const speed = linearVelocity?.x ?? 0;
    const friction = shapes?.[0]?.friction ?? 0;
    if (speed === 0 || friction === 0) return Number.NaN;
    return (position?.x ?? 0) + speed ** 2 / (2 * friction * -scene.gravity.y);
  });
}

const entry = (
  id: string,
  family: string,
  title: string,
  steps: number,
  sceneName: string,
  values: Record<string, number> = {},
): BenchScene => ({ id, family, title, steps, create: () => findScene(sceneName).create(values) });

export const benchScenes: readonly BenchScene[] = [
  entry('pyramid-210', 'pyramid', 'pyramid of 210 boxes', 600, 'pyramid', { base: 20 }),
  entry('pyramid-5050', 'pyramid', 'pyramid of 5,050 boxes', 240, 'pyramid', { base: 100 }),
  entry('pyramids-2750', 'pyramids', '50 pyramids of base 10', 200, 'many-pyramids', {
    rows: 5,
    columns: 10,
  }),
  entry('tumbler-2025', 'tumbler', 'drum of 2,025 small boxes', 400, 'tumbler', { side: 45 }),
  entry('rain-250', 'rain', 'rain of 250 mixed bodies', 600, 'mixed-rain', { count: 250 }),
  entry('rain-500', 'rain', 'rain of 500 mixed bodies', 600, 'mixed-rain', { count: 500 }),
  entry('rain-1000', 'rain', 'rain of 1,000 mixed bodies', 600, 'mixed-rain', { count: 1000 }),
  entry('rain-2000', 'rain', 'rain of 2,000 mixed bodies', 600, 'mixed-rain', { count: 2000 }),
  entry('rain-4000', 'rain', 'rain of 4,000 mixed bodies', 600, 'mixed-rain', { count: 4000 }),
  entry('stack-30', 'stack', 'tower of 30 unit boxes', 600, 'stack', { count: 30, error: 0 }),
  entry('stack-30-error', 'stack', 'tower of 30 unit boxes, each up to 2 cm off', 600, 'stack', {
    count: 30,
    error: 0.02,
  }),
  {
    ...entry('slides', 'slides', '11 boxes thrown at 10 m/s, friction 5 to 0', 600, 'sliding-boxes'),
    ends: slideEnds,
  },
  entry('joint-grid-900', 'joints', '30 x 30 circles on 1,740 hinges', 500, 'joint-grid', { side: 30 }),
  entry('compounds-3000', 'compounds', '3,000 bodies of two triangles', 200, 'compounds', {
    columns: 20,
    rows: 150,
  }),
  entry('washer-8100', 'washer', 'washer of 8,100 small boxes', 120, 'washer', {
    side: 90,
  }),
];

/** The scene of that id. */
export const benchScene = (id: string): BenchScene | undefined =>
  benchScenes.find((scene) => scene.id === id);
