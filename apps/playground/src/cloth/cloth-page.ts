import type { CreatedEngine } from '@otedama/render-babylon';
import { listenToAboutScene } from '../about-scene.js';
import { listenToKeys } from '../keyboard.js';
import { button, element, setText } from '../page-elements.js';
import { SidePanels } from '../panels.js';
import { markPointerUse } from '../pointer-use.js';
import { loadPreferences, preferredStyle, savePreferences } from '../preferences.js';
import { showTheme, systemColors } from '../theme.js';
import { clothPicture } from './about-cloths.js';
import { backgroundOf } from './backdrop.js';
import { Blade } from './blade.js';
import type { ClothScene } from './cloth-scene.js';
import { ClothStage, createClothEngine } from './cloth-stage.js';
import { showReadout } from './readout.js';
import { clothScenes, findClothScene } from './scenes.js';
import { type PageColors, showSettings } from './settings.js';

declare global {
  interface Window {
    /** The stage, for page tests and for the console. */
    clothStage?: ClothStage;
  }
}

const link = new URLSearchParams(location.search);
const canvas = element('view', HTMLCanvasElement);
const message = element('message', HTMLElement);
const notice = element('notice', HTMLElement);
const settings = element('settings', HTMLElement);
const measurements = element('measurements', HTMLElement);

const entries = listScenes(element('scene-list', HTMLElement));
const preferences = loadPreferences();
// must be first: on a small screen the panels would cover the messages
const panels = new SidePanels(preferences);
const hint = element('hint', HTMLElement);

const hideAbout = listenToAboutScene();

let stage: ClothStage | null = null;
let isPaused = false;
/** Number of scenes that were asked for. */
let asked = 0;
/** Cloths are shown by night if rigid bodies are. */
const colors: PageColors = {
  get night() {
    return preferredStyle(preferences) === 'night';
  },
  set night(on) {
    preferences.style = on ? 'night' : 'filled';
    savePreferences(preferences);
    showColors();
  },
};
/** The scene that is shown or about to be. */
let current = findClothScene(link.get('scene'));
/** Stages that were left for another one, and are kept until it is ready. */
const left: ClothStage[] = [];
/** Removes the panels of the shown scene. */
let removePanels = (): void => {};

const blade = new Blade(element('stage-view', HTMLElement), canvas, element('blade-trail', SVGSVGElement), {
  get canCut() {
    return stage?.tears === true && stage.cloth.status === 'running';
  },
  async cut(path) {
    const cut = await stage?.cut(path);
    if (cut !== undefined && cut > 0) learned('hasCutCloth');
  },
  armed(on) {
    if (stage !== null) stage.isCutting = on;
    button('tool-hand').setAttribute('aria-pressed', String(!on));
    button('tool-blade').setAttribute('aria-pressed', String(on));
  },
});

const prefer = link.get('engine') === 'webgl' ? 'webgl' : 'webgpu';
const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
setPaused(link.has('paused') ? link.get('paused') !== '0' : calm);
announce(current);
// before the first cloth is there, which takes seconds on a slow device
listenToButtons();
markPointerUse();
systemColors.addEventListener('change', showColors);
const engine = await createClothEngine(canvas, prefer).catch(fail);
listenToScenes();
await show(current, engine).catch(fail);

/** Colours the page and the stage. */
function showColors(): void {
  const { night } = colors;
  // a canvas with its own size hangs on the page like a picture on a wall
  showTheme(night, current.frame === undefined ? backgroundOf(current.fabric, night) : 'var(--panel)');
  if (stage !== null) stage.isNight = night;
}

/** Names a scene on the page, and takes on its colours. */
function announce(scene: ClothScene): void {
  current = scene;
  showColors();
  hideAbout();
  document.body.toggleAttribute('data-tears', isTearing(scene));
  showHint();
  document.title = `${scene.title} · Otedama`;
  element('scene-title', HTMLElement).textContent = scene.title;
  element('scene-description', HTMLElement).textContent = scene.description;
  canvas.style.cssText =
    scene.frame === undefined ? '' : `width: ${scene.frame}px; height: auto; aspect-ratio: 1`;
  document.body.toggleAttribute('data-framed', scene.frame !== undefined);
  for (const [entry, anchor] of entries) {
    if (entry === scene) anchor.setAttribute('aria-current', 'page');
    else anchor.removeAttribute('aria-current');
  }
}

/** Replaces the shown scene by another one. If several are asked for at once, the last one is shown. */
async function show(scene: ClothScene, on: CreatedEngine): Promise<void> {
  const turn = ++asked;
  canvas.dataset.state = 'loading';
  announce(scene);
  say('');
  stage?.leave();
  if (stage !== null) left.push(stage);
  stage = null;
  removePanels();
  removePanels = () => {};
  const opened = await ClothStage.open(on, scene, { isPaused, isNight: colors.night }, { say, grabbed });
  if (turn !== asked) {
    opened.dispose();
    return;
  }
  stage = opened;
  window.clothStage = opened;
  opened.isPaused = isPaused;
  opened.isNight = colors.night;
  blade.arm();
  const removals = [showSettings(settings, opened, colors), showReadout(measurements, opened)];
  removePanels = () => {
    for (const remove of removals) remove();
  };
  await opened.whenReady();
  // not before: a shader that nothing uses any more would be compiled again for this cloth
  for (const other of left.splice(0)) other.dispose();
  if (turn === asked) canvas.dataset.state = 'running';
}

/** Says why the page can show nothing. */
function fail(error: unknown): never {
  say(error instanceof Error ? error.message : String(error));
  document.body.dataset.failed = '';
  throw error;
}

function say(sentence: string): void {
  setText(message, sentence);
  notice.hidden = sentence === '';
}

function isTearing({ cloth }: ClothScene): boolean {
  return cloth.tearing !== undefined;
}

/** Shows the hint until the reader has done what it says: dragged the cloth, or cut the one that can be cut. */
function showHint(): void {
  hint.hidden = isTearing(current) ? preferences.hasCutCloth : preferences.hasDraggedCloth;
}

function grabbed(): void {
  learned('hasDraggedCloth');
}

/** Remembers what the reader has done. */
function learned(what: 'hasDraggedCloth' | 'hasCutCloth'): void {
  if (preferences[what]) return;
  preferences[what] = true;
  savePreferences(preferences);
  showHint();
}

/** Lists links to the scenes, which keep the requested engine. Returns the link of each scene. */
function listScenes(list: HTMLElement): ReadonlyMap<ClothScene, HTMLAnchorElement> {
  const items = document.createElement('ul');
  const anchors = new Map<ClothScene, HTMLAnchorElement>();
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
    anchors.set(scene, anchor);
    item.append(anchor);
    items.append(item);
  }
  list.append(items);
  return anchors;
}

/** Shows the scenes of the list, and of the browser's history, without loading the page again. */
function listenToScenes(): void {
  for (const [scene, anchor] of entries) {
    anchor.addEventListener('click', (event) => {
      // with a key held down the browser opens another tab or window
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      panels.closeOverlays();
      history.pushState(null, '', anchor.href);
      change(scene);
    });
  }
  addEventListener('popstate', () => {
    change(findClothScene(new URLSearchParams(location.search).get('scene')));
  });
}

/** Shows the previous (-1) or the next (1) scene of the list. After the last one comes the first. */
function pick(offset: -1 | 1): void {
  const place = clothScenes.indexOf(current) + offset + clothScenes.length;
  entries.get(clothScenes[place % clothScenes.length])?.click();
}

/** Shows another scene. If it cannot be shown, the page says why, and the others can still be chosen. */
function change(scene: ClothScene): void {
  const shown = show(scene, engine);
  const turn = asked;
  shown.catch((error: unknown) => {
    if (turn === asked) say(error instanceof Error ? error.message : String(error));
    throw error;
  });
}

function setPaused(paused: boolean): void {
  isPaused = paused;
  if (stage !== null) stage.isPaused = paused;
  document.body.toggleAttribute('data-paused', paused);
  element('paused', HTMLElement).hidden = !paused;
  button('pause').setAttribute('aria-label', paused ? 'Resume' : 'Pause');
}

function setBlade(on: boolean): void {
  blade.chosen = on;
}

function listenToButtons(): void {
  const actions = {
    pause: () => setPaused(!isPaused),
    step() {
      setPaused(true);
      stage?.step();
    },
    restart: () => stage?.restart(),
    'tool-hand': () => setBlade(false),
    'tool-blade': () => setBlade(true),
  };
  for (const [id, action] of Object.entries(actions)) {
    button(id).addEventListener('click', action);
  }
  // the focus must not be lost with the button
  button('notice-close').addEventListener('click', () => {
    canvas.focus({ preventScroll: true });
    say('');
  });
  listenToKeys([
    { keys: ['p', ' '], run: actions.pause },
    { keys: ['o'], run: actions.step },
    { keys: ['r'], run: actions.restart },
    { keys: ['x'], run: () => setBlade(!blade.chosen) },
    { keys: ['c'], run: () => blade.cutAcross() },
    { keys: ['Home'], run: () => stage?.resetView() },
    { keys: ['['], run: () => pick(-1) },
    { keys: [']'], run: () => pick(1) },
  ]);
}
