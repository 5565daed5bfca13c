/**
 * A scene of the page as a program of one file, to go on with in a project of one's own: the scene as data, its solver, a picture by
 * Babylon.js, and the pointer. It is an HTML file, because a browser with Vite needs nothing beside it.
 */

import type { Scene } from '@otedama/rigid';
import type { SimulationChoice } from './simulation.js';

/** The function that creates each solver, and its package. */
const creators: Readonly<Record<string, readonly [name: string, from: string]>> = {
  'soft-step': ['createSoftStep', '@otedama/rigid-constraint'],
  'sequential-impulses': ['createSequentialImpulses', '@otedama/rigid-constraint'],
  force: ['createForceSolver', '@otedama/rigid-force'],
  penalty: ['createPenaltySolver', '@otedama/rigid-force'],
  'shape-matching': ['createShapeMatching', '@otedama/rigid-shapematch'],
};

/** Data as a literal of a script in HTML, where no `</script>` may be, not even in a text. */
const literal = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

const inText = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** The members of a scene, one in a line, and lists with one element in a line. */
function sceneLiteral(scene: Scene): string {
  const lines = Object.entries(scene).map(([key, value]) =>
    Array.isArray(value)
      ? `${key}: [\n${value.map((element) => `      ${literal(element)},\n`).join('')}    ],`
      : `${key}: ${literal(value)},`,
  );
  return `{\n    ${lines.join('\n    ')}\n  }`;
}

/**
 * The text of the program: a scene with the solver, its settings and those of the world that the page has for it. A scene with a character
 * becomes a program without it: who walks, and how, is up to the game.
 * @throws Error for a solver that is not listed
 */
export function programCode(
  scene: Scene,
  { solver, settings, world = {} }: Pick<SimulationChoice, 'solver' | 'settings' | 'world'>,
): string {
  const creator = creators[solver.name];
  if (creator === undefined)
    throw new Error(`solver: expected ${Object.keys(creators).join(', ')}, got ${solver.name}`);
  const [create, from] = creator;
  const { settings: ofScene, character, camera, ...own } = scene;
  const { x, y, halfHeight, halfWidth } = camera ?? { x: 0, y: 0, halfHeight: 5 };
  const chosen = { ...ofScene?.[solver.name], ...settings };
  const values = Object.keys(chosen).length === 0 ? '' : literal(chosen);
  // the scene has the gravity already
  const { gravity: _, ...options } = world;
  const ofWorld = Object.entries(options).map(([key, value]) => `, ${key}: ${value}`);
  const title = inText(scene.title ?? scene.name);
  return `<!doctype html>
<!--
  In an empty folder, save this as index.html and run
    npm install @otedama/rigid ${from} @otedama/render-babylon @babylonjs/core vite
    npx vite
-->
<html lang="en">
  <meta charset="utf-8" />
  <meta name="viewport" content="width=device-width, initial-scale=1" />
  <title>${title}</title>
  <style>
    html, body, canvas { display: block; width: 100%; height: 100dvh; margin: 0; overflow: hidden; }
  </style>
  <canvas></canvas>
  <script>
    if (location.protocol === 'file:')
      document.body.textContent = 'This program needs its packages and a server: the first lines of the file say how.';
  </script>
  <script type="module">
  import { Scene } from '@babylonjs/core/scene.js';
  import { BodyDrag, createEngine, filledStyle, Gestures, PlanarCamera, ropeLayer, WorldView } from '@otedama/render-babylon';
  import { FrameClock, loadScene } from '@otedama/rigid';
  import { ${create} } from '${from}';

  // The scene, in metres, kilograms and seconds; y points up.
  const data = ${sceneLiteral(own)};
  const world = loadScene(data, { solver: ${create}(${values})${ofWorld.join('')} });
${character === undefined ? '' : `  // the character of the scene is not part of this program: createCharacter of @otedama/rigid makes one\n`}
  const { engine } = await createEngine(document.querySelector('canvas')).catch((error) => {
    document.body.textContent = error.message;
    throw error;
  });
  const scene = new Scene(engine);
  scene.clearColor.set(...filledStyle.background, 1);
  const camera = new PlanarCamera(scene, ${literal({ x, y, halfHeight })});
${halfWidth === undefined ? '' : `  camera.fitAspect = ${halfWidth / halfHeight}; // so much must be visible on any screen\n`}\
  const view = new WorldView(scene, world, camera, { style: filledStyle, layers: [ropeLayer] });

  const hand = new BodyDrag(world);
  new Gestures(document.querySelector('canvas'), {
    grab: ({ left, top }, reach) => hand.grab(camera.toWorld(left, top), reach * camera.metersPerPixel),
    drag: ({ left, top }) => hand.move(camera.toWorld(left, top)),
    release: () => hand.release(),
    tap: () => {},
    pan: (deltaLeft, deltaTop) => camera.pan(deltaLeft, deltaTop),
    zoom: (factor, { left, top }) => camera.zoom(factor, left, top),
  });

  const clock = new FrameClock({ timeStep: data.timeStep });
  engine.runRenderLoop(() => {
    clock.advance(engine.getDeltaTime() / 1000, (dt) => world.step(dt));
    camera.update();
    view.update(clock.alpha);
    scene.render();
  });
  addEventListener('resize', () => engine.resize());
  </script>
</html>
`;
}
