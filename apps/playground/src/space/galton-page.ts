import { createEngine } from '@otedama/render-babylon';
import { FrameClock } from '@otedama/rigid';
import { DeviceLoss } from '../device-loss.js';
import { element, setText } from '../page-elements.js';
import { markPointerUse } from '../pointer-use.js';
import { showSources } from '../raw/show-sources.js';
import { systemColors } from '../theme.js';
import { createGaltonBoard, type GaltonBoard, ROWS } from './galton-board.js';
import { createGaltonScene, type GaltonScene } from './galton-scene.js';

declare global {
  interface Window {
    /** The board that is shown, for page tests and for the console. */
    galton?: { readonly board: GaltonBoard; readonly scene: GaltonScene['scene'] };
  }
}

const canvas = element('view', HTMLCanvasElement);
const still = element('still', HTMLInputElement);
const message = element('message', HTMLElement);
const reading = element('reading', HTMLElement);
still.checked = matchMedia('(prefers-reduced-motion: reduce)').matches;
showSources(
  element('sources', HTMLElement),
  import.meta.glob<string>(['./galton-board.ts', './galton-scene.ts'], {
    query: '?raw',
    import: 'default',
    eager: true,
  }),
);

const say = (text: string): void => {
  message.hidden = text === '';
  setText(message, text);
};
const prefer = new URLSearchParams(location.search).get('engine') === 'webgl' ? 'webgl' : 'webgpu';
const { engine } = await createEngine(canvas, { prefer }).catch((error: unknown) => {
  say(error instanceof Error ? error.message : String(error));
  throw error;
});
engine.canvasTabIndex = 0; // in the order of the page
const loss = new DeviceLoss(say);
engine.onContextLostObservable.add(() => loss.lost());
engine.onContextRestoredObservable.add(() => loss.restored());
markPointerUse();
new ResizeObserver(() => engine.resize()).observe(canvas);

const clock = new FrameClock({ timeStep: 1 / 120 });
let seed = 1;
let shown = open();
element('restart', HTMLButtonElement).addEventListener('click', () => {
  shown.view.scene.dispose();
  shown = open();
});
systemColors.addEventListener('change', ({ matches }) => shown.view.setNight(matches));
engine.runRenderLoop(() => {
  const { board, view } = shown;
  if (!still.checked)
    clock.advance(engine.getDeltaTime() / 1000, (timeStep) => {
      const marble = board.step(timeStep);
      if (marble !== null) view.addMarble(marble);
    });
  view.draw();
  setText(reading, describe(board.counts()));
});

function open(): { board: GaltonBoard; view: GaltonScene } {
  const board = createGaltonBoard(seed++);
  const view = createGaltonScene(engine, board, () => clock.alpha, systemColors.matches);
  window.galton = { board, scene: view.scene };
  return { board, view };
}

/** Mean and spread of the marbles that are in the bins, in words. */
function describe(counts: readonly number[]): string {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total < 2) return 'No marbles in the bins yet.';
  let mean = 0;
  let square = 0;
  for (const [bin, count] of counts.entries()) {
    const place = bin - ROWS / 2;
    mean += (count / total) * place;
    square += (count / total) * place * place;
  }
  const spread = Math.sqrt(Math.max(square - mean * mean, 0));
  const fair = Math.sqrt(ROWS) / 2;
  return `${total} marbles in the bins: ${mean.toFixed(2)} bins from the middle, spread ${spread.toFixed(2)} bins. Coin tosses would give 0 and ${fair.toFixed(2)}.`;
}
