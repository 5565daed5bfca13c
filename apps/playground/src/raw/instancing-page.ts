import { element } from '../page-elements.js';
import { ArcballCamera } from './arcball-camera.js';
import { attachArcballInput } from './arcball-input.js';
import { runDemo } from './demo-loop.js';
import { createInstancing, type InstancingView } from './instancing.js';
import { moveParticles, scatterParticles } from './particles.js';
import { showSources } from './show-sources.js';

const particleCount = 100;

const canvas = element('view', HTMLCanvasElement);
// drawn in the pixels of the screen; three of them per CSS pixel look like two
const sharpness = Math.min(2, devicePixelRatio);
canvas.style.width = `min(${canvas.width}px, (100svh - 2rem) * ${canvas.width / canvas.height})`;
canvas.width *= sharpness;
canvas.height *= sharpness;
const shaded = element('shaded', HTMLInputElement);
const still = element('still', HTMLInputElement);
still.checked = matchMedia('(prefers-reduced-motion: reduce)').matches;
const camera = new ArcballCamera({ aspect: canvas.width / canvas.height });
const view: InstancingView = { camera, shading: shaded.checked ? 1 : 0 };
attachArcballInput(canvas, camera);
shaded.addEventListener('change', () => {
  view.shading = shaded.checked ? 1 : 0;
});
element('reset', HTMLButtonElement).addEventListener('click', () => camera.reset());

showSources(
  element('sources', HTMLElement),
  import.meta.glob<string>(
    ['./instancing.ts', './particles.wgsl.ts', './particles.ts', './arcball-camera.ts', './arcball-input.ts'],
    { query: '?raw', import: 'default', eager: true },
  ),
);

const particles = scatterParticles(particleCount, Math.random);
let clock = 0;
await runDemo({
  canvas,
  message: element('message', HTMLElement),
  create: (gpu) => {
    // on a new device the particles continue from their computed positions
    const demo = createInstancing(gpu, moveParticles(particles, clock), view);
    const passed = (seconds: number) => (still.checked ? 0 : seconds);
    return {
      frame(seconds) {
        clock += passed(seconds);
        demo.frame(passed(seconds));
      },
      isStill: (seconds) => demo.isStill(passed(seconds)),
    };
  },
});
