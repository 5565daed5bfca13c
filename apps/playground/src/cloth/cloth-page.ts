import { button, element, setText } from '../page-elements.js';
import { SidePanels } from '../panels.js';
import { loadPreferences, savePreferences } from '../preferences.js';
import { ClothStage } from './cloth-stage.js';
import { showReadout } from './readout.js';
import { clothPicture, clothScenes, findClothScene } from './scenes.js';
import { showSettings } from './settings.js';

declare global {
  interface Window {
    /** The stage, for page tests and for the console. */
    clothStage?: ClothStage;
  }
}

const link = new URLSearchParams(location.search);
const definition = findClothScene(link.get('scene'));
const canvas = element('view', HTMLCanvasElement);
const message = element('message', HTMLElement);
const settings = element('settings', HTMLElement);

document.title = `${definition.title} · Otedama`;
element('scene-title', HTMLElement).textContent = definition.title;
element('scene-description', HTMLElement).textContent = definition.description;
if (definition.frame !== undefined) {
  canvas.style.width = `${definition.frame}px`;
  canvas.style.height = 'auto';
  canvas.style.aspectRatio = '1';
  document.body.dataset.framed = '';
}
listScenes(element('scene-list', HTMLElement));
// must be first: on a small screen the panels would cover the messages
const preferences = loadPreferences();
new SidePanels(preferences);
const hint = element('hint', HTMLElement);
hint.hidden = preferences.hasDraggedCloth;

const prefer = link.get('engine') === 'webgl' ? 'webgl' : 'webgpu';
const stage = await ClothStage.open(canvas, definition, prefer, { say, grabbed }).catch((error: unknown) => {
  say(error instanceof Error ? error.message : String(error));
  document.body.dataset.failed = '';
  throw error;
});
window.clothStage = stage;
const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
setPaused(link.has('paused') ? link.get('paused') !== '0' : calm);
showSettings(settings, stage);
showReadout(element('measurements', HTMLElement), stage);
listenToButtons();
listenToPointers();
await stage.whenReady();
canvas.dataset.state = 'running';

function say(sentence: string): void {
  setText(message, sentence);
  message.hidden = sentence === '';
}

/** Hides the hint about dragging once the cloth has been dragged. */
function grabbed(): void {
  if (hint.hidden) return;
  hint.hidden = true;
  preferences.hasDraggedCloth = true;
  savePreferences(preferences);
}

/** Lists links to the other scenes; they keep the requested engine. */
function listScenes(list: HTMLElement): void {
  const items = document.createElement('ul');
  for (const scene of clothScenes) {
    const query = new URLSearchParams({ scene: scene.name });
    const engine = link.get('engine');
    if (engine !== null) query.set('engine', engine);
    const item = document.createElement('li');
    const anchor = document.createElement('a');
    anchor.href = `?${query}`;
    anchor.title = scene.description;
    const picture = document.createElement('img');
    picture.src = clothPicture(scene.name);
    picture.alt = '';
    anchor.append(picture, scene.title);
    if (scene === definition) anchor.setAttribute('aria-current', 'page');
    item.append(anchor);
    items.append(item);
  }
  list.append(items);
}

function setPaused(paused: boolean): void {
  stage.isPaused = paused;
  document.body.toggleAttribute('data-paused', paused);
  element('paused', HTMLElement).hidden = !paused;
  button('pause').setAttribute('aria-label', paused ? 'Resume' : 'Pause');
}

/** Marks on the page whether it is used with a pointer or with keys. */
function listenToPointers(): void {
  const root = document.documentElement;
  addEventListener('pointerdown', () => root.toggleAttribute('data-pointed', true), { capture: true });
  addEventListener('keydown', () => root.removeAttribute('data-pointed'), { capture: true });
}

function listenToButtons(): void {
  const actions: Record<string, () => void> = {
    pause: () => setPaused(!stage.isPaused),
    step() {
      setPaused(true);
      stage.step();
    },
    restart: () => stage.restart(),
  };
  for (const [id, action] of Object.entries(actions)) {
    button(id).addEventListener('click', action);
  }
  const keys: Record<string, string> = { p: 'pause', o: 'step', r: 'restart' };
  addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target instanceof HTMLInputElement) return;
    const id = keys[event.key.toLowerCase()];
    if (id !== undefined) actions[id]?.();
  });
}
