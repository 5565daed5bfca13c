import { type Color, rigidLayers, styles } from '@otedama/render-babylon';
import { type SceneEntry, sceneList } from '@otedama/scenes';
import { listenToAboutScene } from './about-scene.js';
import { AddressWriter } from './address.js';
import { findBroadPhase } from './broad-phase-choice.js';
import { ClipRecorder } from './clip.js';
import { DeviceLoss } from './device-loss.js';
import { embedCode, leaveWheel } from './embed.js';
import { fillHelp } from './help.js';
import { keyBindings } from './key-bindings.js';
import { listenToKeys } from './keyboard.js';
import { formatBuilt, formatLink, type PageLink, readLink } from './link.js';
import { Measurements } from './measurements.js';
import { button, element, setText } from './page-elements.js';
import { pages } from './pages.js';
import { SidePanels } from './panels.js';
import { Playground } from './playground.js';
import { Plots, plotColors } from './plots.js';
import { loadPreferences, savePreferences } from './preferences.js';
import { programCode } from './program-code.js';
import { saveFile } from './save-file.js';
import { openSceneFile, readSceneFile, saveSceneFile, takeDroppedFiles } from './scene-file.js';
import { ScenePanel } from './scene-panel.js';
import { SettingsPanel } from './settings-panel.js';
import { isShared, type SharedEntry, sharedEntry, unpackScene } from './shared-scene.js';
import { findSolver, lackOf, solvers } from './solvers.js';
import { openSceneSource } from './source-dialog.js';
import { Stage } from './stage.js';
import { Teaching } from './teaching/teaching.js';
import { addTeachingLink, readTeachingLink } from './teaching/teaching-link.js';
import { exposeTestHandle } from './test-handle.js';
import { isDark, showTheme, systemColors } from './theme.js';
import { TimelineBar } from './timeline-bar.js';
import { ToolBar } from './tools.js';
import { listenToWalking, walkKeys } from './walk-controls.js';

const canvas = element('view', HTMLCanvasElement);
const message = element('message', HTMLElement);
const toast = element('toast', HTMLElement);
const hint = element('hint', HTMLElement);
const gone = element('gone', HTMLElement);
const help = element('help', HTMLDialogElement);
const wholePage = element('whole-page', HTMLAnchorElement);
const solverSelect = element('solver', HTMLSelectElement);

const link = readLink(location.search, location.hash);
const preferences = loadPreferences();
// a reader who has dragged a body needs no hint
hint.hidden = preferences.hasDragged;
// must be first: on a small screen the panels would cover the messages
const panels = new SidePanels(preferences);

function say(text: string): void {
  message.textContent = text;
  message.hidden = text === '';
}

/** Duration of a message, milliseconds: minimum, and per character. */
const SHORTEST_TOAST = 2600;
const TOAST_A_LETTER = 65;

let toastTimer = 0;
function tell(text: string): void {
  toast.textContent = text;
  toast.classList.add('shown');
  window.clearTimeout(toastTimer);
  const time = Math.max(SHORTEST_TOAST, TOAST_A_LETTER * text.length);
  toastTimer = window.setTimeout(() => toast.classList.remove('shown'), time);
}

const tellError = (error: unknown): void => tell(error instanceof Error ? error.message : String(error));

/** The scene that came with a link. Null if the link has none or if it is damaged; a damaged scene is reported. */
async function sharedOf({ scene, parameters, built }: PageLink): Promise<SharedEntry | null> {
  if (built === undefined) return null;
  const origin = { entry: sceneList.find((entry) => entry.name === scene) ?? null, parameters };
  try {
    return await sharedEntry(await unpackScene(built, origin), origin);
  } catch (error) {
    tellError(error);
    return null;
  }
}

const deviceLoss = new DeviceLoss(say);
const stage = await Stage.create(canvas, link.engine, {
  deviceLost: (lost) => (lost ? deviceLoss.lost() : deviceLoss.restored()),
  tapped: (point, reach, world) => {
    if (!teaching.open) playground.edits.use(point, world);
    else if (world === playground.simulation.world) teaching.tapped(point, reach);
  },
  moved: () => writeAddress(),
  strokeBegan: (stroke) => playground.edits.beginStroke(stroke),
  strokeMoved: (stroke) => playground.edits.moveStroke(stroke),
  strokeEnded: (stroke) => playground.edits.endStroke(stroke),
  arranged: ({ columns, rows }) => {
    const { style } = element('panes', HTMLElement);
    style.setProperty('--columns', String(columns));
    style.setProperty('--rows', String(rows));
  },
  grabbed: () => {
    playground.noteGrab();
    // keeps its place, so that the view does not move
    hint.classList.add('done');
    preferences.hasDragged = true;
    savePreferences(preferences);
  },
}).catch((error: unknown) => {
  say(error instanceof Error ? error.message : String(error));
  document.body.dataset.failed = '';
  throw error;
});

const playground: Playground = new Playground(stage, link, await sharedOf(link), preferences, {
  restarted: () => {
    showChoice();
    clearWords();
    showState();
  },
  changed: () => showState(),
  refused: tellError,
  advised: tell,
});

const teaching: Teaching = new Teaching(
  playground,
  element('teaching', HTMLElement),
  element('lesson-labels', HTMLElement),
  button('teaching-toggle'),
  () => showState(),
);

const hideAbout = listenToAboutScene();
const measurements = new Measurements(
  element('measurements', HTMLElement),
  element('more-measurements', HTMLElement),
  playground,
);
const timelineBar = new TimelineBar(playground);
new ToolBar(playground, tell);
const plots = new Plots(element('plots-canvas', HTMLCanvasElement));
const scenePanel = new ScenePanel({
  list: element('scene-list', HTMLElement),
  search: element('search', HTMLInputElement),
  scenes: sceneList,
  pages,
  linkTo: (scene) => playground.linkTo(scene),
  noteOn: (scene) => playground.standIn(scene)?.title ?? '',
  choose: (scene) => {
    playground.showScene(scene);
    panels.closeOverlays();
  },
  leave: () => canvas.focus({ preventScroll: true }),
});
const settingsPanel = new SettingsPanel(element('settings', HTMLElement), {
  setParameter: (key, value) => playground.setParameter(key, value),
  setSolver: (name) => playground.setSolver(findSolver(name)),
  setSolverSetting: (key, value) => playground.setSolverSetting(key, value),
  setWorldValue: (key, value) => playground.setWorldValue(key, value),
  setBroadPhase: (name) => playground.setBroadPhase(findBroadPhase(name)),
  setCompared: (name, on) => playground.setCompared(findSolver(name), on),
  setStyle: (name) => playground.appearance.setStyle(name),
  setLayer: (name, on) => playground.appearance.setLayer(name, on),
  setJoints: (on) => playground.appearance.setJoints(on),
  setTimeScale: (scale) => playground.setTimeScale(scale),
  frameMovers: () => playground.frameMovers(),
  resetView: () => stage.resetCamera(),
  setDefaults: () => playground.setDefaults(),
  copyLink: () => void copyLink(),
  copyEmbed: () => void copyEmbed(),
  savePicture: () => void savePicture(),
  toggleClip: () => toggleClip(),
  saveFile: () => saveSceneFile(playground.build()),
  saveProgram,
  openFile: () => void openSceneFile().then(openFile),
});

/** Updates everything that depends on scene and solver. */
function showChoice(): void {
  hideAbout();
  const { entry, parameters, solver, settings, broadPhase, world } = playground.simulation.choice;
  setText(element('scene-title', HTMLElement), entry.title);
  const isOther = isShared(entry) && entry.shared.origin.entry !== null;
  element('scene-description', HTMLElement).textContent = isOther
    ? `Changed by hand; the list has the original. ${entry.description}`
    : entry.description;
  button('source-open').hidden = isShared(entry) && !isOther;
  document.title = `${entry.title} · Otedama`;
  canvas.setAttribute('aria-label', `${entry.title}: ${entry.description} Drag bodies with the pointer.`);
  showSolvers(entry);
  solverSelect.value = solver.name;
  solverSelect.title = solver.description;
  scenePanel.setCurrent(entry.name);
  element('walk', HTMLElement).hidden = playground.simulation.walker === null;
  showPanes();
  settingsPanel.show({
    scene: entry,
    parameters,
    solver,
    solvers,
    settings,
    compared: playground.compared,
    sceneSettings: playground.simulation.scene.settings?.[solver.name] ?? {},
    worldSettings: playground.simulation.worldSettings,
    world: world ?? {},
    broadPhase,
    style: playground.appearance.styleName,
    styles: Object.keys(styles),
    layers: rigidLayers,
    activeLayers: playground.appearance.layers.map((layer) => layer.name),
    joints: playground.appearance.hasJoints ? playground.appearance.marksJoints : null,
    timeScale: playground.timeScale,
  });
}

/** Moves the scene's own view so that the text over it covers nothing. */
function clearWords(): void {
  const view = canvas.getBoundingClientRect();
  const names = [...element('panes', HTMLElement).querySelectorAll('div:not([hidden] > div) > span')];
  const heads = names.length > 0 ? names : [element('scene-head', HTMLElement)];
  const above = heads.map((head) => {
    const pane = names.length > 0 ? (head.parentElement as HTMLElement).getBoundingClientRect() : view;
    return head.getBoundingClientRect().bottom - pane.top;
  });
  // a low screen has the hint at its upper edge; beside other panes and lessons it takes no place
  const { top, bottom, height } = hint.getBoundingClientRect();
  const isHigh = top - view.top < view.bottom - bottom;
  if (height > 0 && isHigh) above.push(bottom - view.top);
  playground.clearWords({
    above: Math.max(...above),
    below: height > 0 && !isHigh ? view.bottom - top : 0,
  });
}

/** Lists the solvers. Solvers that cannot run the scene are shown but disabled. */
function showSolvers(scene: SceneEntry): void {
  solverSelect.replaceChildren(
    ...solvers.map((solver) => {
      const lack = lackOf(solver, scene);
      const option = new Option(lack === null ? solver.title : `${solver.title} – ${lack}`, solver.name);
      option.disabled = lack !== null;
      return option;
    }),
  );
}

/** Shows the names of the panes if there is more than one. */
function showPanes(): void {
  const { simulations } = playground;
  const panes = element('panes', HTMLElement);
  panes.hidden = simulations.length < 2;
  button('compare-toggle').setAttribute('aria-pressed', String(simulations.length > 1));
  document.body.toggleAttribute('data-compare', simulations.length > 1);
  panes.replaceChildren(
    ...simulations.map(({ choice }, index) => {
      const pane = document.createElement('div');
      const name = document.createElement('span');
      name.textContent = choice.solver.title;
      name.style.setProperty('--dot', plotColors[index]);
      pane.append(name);
      return pane;
    }),
  );
}

const cssColor = (color: Color): string =>
  `rgb(${color.map((channel) => Math.round(255 * channel)).join(' ')})`;

/** Addresses with the same scene count as the same page */
const address = new AddressWriter(history, playground.simulation.choice.entry.name);

const addressOf = (state: PageLink): string =>
  addTeachingLink(formatLink(state), teaching.link) + formatBuilt(state);

/** Writes the current state to the address. */
function writeAddress(): void {
  const { link } = playground;
  address.write(addressOf(link), playground.simulation.choice.entry.name);
  if (link.embedded) wholePage.href = addressOf({ ...link, embedded: false });
}

/** Updates everything that the buttons change. */
function showState(): void {
  const { paused } = playground;
  document.body.toggleAttribute('data-paused', paused);
  element('paused', HTMLElement).hidden = !paused;
  button('pause').setAttribute('aria-label', paused ? 'Resume' : 'Pause');
  element('plots', HTMLElement).hidden = !playground.plots;
  button('plots-toggle').setAttribute('aria-expanded', String(playground.plots));
  const { background } = playground.appearance.style;
  const isNight = isDark(background);
  showTheme(isNight, cssColor(background));
  scenePanel.setNight(isNight);
  document.body.toggleAttribute('data-teaching', teaching.open);
  panels.setLesson(teaching.open);
  button('teaching-toggle').setAttribute('aria-expanded', String(teaching.open));
  writeAddress();
  savePreferences(preferences);
  measurements.update(true);
}

/**
 * Copies a text made of the current state, with what the reader built.
 * @param what begins the message that it was copied
 * @param failure message if the browser copies nothing
 */
async function copy(what: string, failure: string, text: (state: PageLink) => string): Promise<void> {
  try {
    if (!(await playground.keepBuilt())) {
      tell('Too much for a link: save a file instead (Settings, Share).');
      return;
    }
  } catch (error) {
    tellError(error);
    return;
  }
  const { link } = playground;
  try {
    await navigator.clipboard.writeText(text(link));
    tell(
      link.built === undefined
        ? `${what} copied`
        : `${what} copied, with everything you did; Restart now returns here`,
    );
  } catch {
    tell(failure);
  }
}

const whole = (part: string): string => new URL(part, location.href).href;

const copyLink = (): Promise<void> =>
  copy('Link', 'Could not copy: use the address of this page', (state) => whole(addressOf(state)));

const copyEmbed = (): Promise<void> =>
  copy('HTML', 'Could not copy: add embed=1 to the address of this page, and show it in an iframe', (state) =>
    embedCode(whole(addressOf({ ...state, embedded: true })), document.title),
  );

const fileName = (ending: string): string => `${playground.simulation.choice.entry.name}.${ending}`;

const clip = new ClipRecorder(canvas, {
  changed: () => {
    button('recording').hidden = clip.seconds === null;
    // a canvas that does not change gives no frame
    stage.redraw();
  },
  finished: (video, ending) => saveFile(video, fileName(ending)),
  failed: tell,
});
const toggleClip = (): void => clip.toggle();

const savePicture = (): Promise<void> =>
  stage.picture().then((picture) => saveFile(picture, fileName('png')), tellError);

/** Saves what is shown as a program. */
function saveProgram(): void {
  const program = programCode(playground.build(), playground.simulation.choice);
  saveFile(new Blob([program], { type: 'text/html' }), fileName('html'));
  tell('Saved. The first lines of the file say how to run it.');
}

/** Opens a file and shows its scene. */
async function openFile(file: File | null): Promise<void> {
  if (file === null) return;
  try {
    await playground.open(readSceneFile(file.name, await file.text()));
  } catch (error) {
    tell(
      `“${file.name}” cannot be shown as a scene. ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

const openHelp = (): void => help.showModal();
async function openSource(): Promise<void> {
  const { entry } = playground.simulation.choice;
  const original = isShared(entry) ? entry.shared.origin.entry : entry;
  const isThere = original !== null && (await openSceneSource(original.name, original.title));
  if (!isThere) tell('This scene comes from a file. Only scenes of the list have a source to read.');
}
const toggleComparison = (): void => playground.toggleComparison();
const togglePlots = (): void => playground.setPlots(!playground.plots);
const togglePause = (): void => playground.setPaused(!playground.paused);
const focusSearch = (): void => {
  panels.openScenes();
  element('search', HTMLInputElement).focus();
};

const bindings = keyBindings(playground, stage, teaching, {
  togglePause,
  toggleComparison,
  togglePlots,
  toggleClip,
  openHelp,
  openSource: () => void openSource(),
  focusSearch,
});

// list and lessons are not part of an embedded page
listenToKeys(
  link.embedded ? bindings.filter(({ group, run }) => group !== 'lessons' && run !== focusSearch) : bindings,
);
if (link.embedded) leaveWheel();
listenToWalking(
  (direction) => playground.walk(direction),
  (on) => playground.jump(on),
);
fillHelp(
  {
    run: element('help-keys', HTMLElement),
    view: element('help-view', HTMLElement),
    lessons: element('help-lessons', HTMLElement),
  },
  bindings,
  walkKeys.map((key) => key.toUpperCase()),
);
button('skip').addEventListener('click', () => canvas.focus());
button('pause').addEventListener('click', togglePause);
button('step').addEventListener('click', () => playground.singleStep());
button('restart').addEventListener('click', () => playground.restart());
// both buttons disappear when pressed: the focus returns to the view
button('gone-show').addEventListener('click', () => {
  canvas.focus();
  playground.frameMovers();
});
button('gone-restart').addEventListener('click', () => {
  canvas.focus();
  stage.resetCamera();
  playground.restart();
});
button('previous').addEventListener('click', () => playground.showNeighbor(-1));
button('next').addEventListener('click', () => playground.showNeighbor(1));
button('help-open').addEventListener('click', openHelp);
button('source-open').addEventListener('click', () => void openSource());
button('compare-toggle').addEventListener('click', toggleComparison);
button('plots-toggle').addEventListener('click', togglePlots);
button('teaching-toggle').addEventListener('click', () => teaching.toggle());
// lessons and settings use the same place: opening the settings closes the lesson
button('settings-toggle').addEventListener(
  'click',
  (event) => {
    if (!teaching.open) return;
    teaching.close();
    if (!element('settings', HTMLElement).hidden) event.stopImmediatePropagation();
  },
  { capture: true },
);
let latestTurn = 0;
window.addEventListener('popstate', () => {
  const turn = ++latestTurn;
  const before = readLink(location.search, location.hash);
  address.arrive(before.scene ?? playground.simulation.choice.entry.name);
  void sharedOf(before).then((shared) => {
    // the reader may have moved on while the link was unpacked
    if (turn === latestTurn) playground.follow(before, shared);
  });
});
systemColors.addEventListener('change', () => {
  playground.appearance.showStyle();
  showChoice();
});
takeDroppedFiles(document.body, (file) => void openFile(file));
button('recording').addEventListener('click', () => {
  // the button disappears when pressed: the focus returns to the view
  canvas.focus();
  toggleClip();
});
button('copy-link').addEventListener('click', copyLink);
solverSelect.addEventListener('change', () => playground.setSolver(findSolver(solverSelect.value)));

const asked = readTeachingLink(location.search);
showChoice();
// the stage observes its canvas too, and before this: it has its new size by now
new ResizeObserver(clearWords).observe(canvas);
if (asked !== null) teaching.follow(asked);
showState();
exposeTestHandle(playground);

/** Milliseconds between two checks whether there is still something to see. */
const GONE_INTERVAL = 300;
let nextGone = 0;

/** Milliseconds between two drawings of the plots. */
const PLOT_INTERVAL = 120;
let nextPlot = 0;
let before = performance.now();
stage.engine.runRenderLoop(() => {
  const now = performance.now();
  playground.frame((now - before) / 1000);
  teaching.frame(now);
  before = now;
  measurements.update(false);
  timelineBar.update();
  clip.update();
  if (clip.seconds !== null) setText(element('recording-time', HTMLElement), `${Math.floor(clip.seconds)} s`);
  if (now > nextGone) {
    nextGone = now + GONE_INTERVAL;
    gone.hidden = !playground.isDeserted;
  }
  if (playground.plots && now > nextPlot) {
    nextPlot = now + PLOT_INTERVAL;
    plots.draw(
      playground.histories,
      playground.simulations.map((simulation) => simulation.choice.solver.title),
    );
  }
});
