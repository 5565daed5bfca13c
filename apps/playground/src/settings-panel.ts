import type { BroadPhaseName } from '@otedama/collision';
import type { DebugLayer } from '@otedama/render-babylon';
import type { SceneEntry } from '@otedama/scenes';
import GUI from 'lil-gui';
import { broadPhaseNames, DEFAULT_BROAD_PHASE } from './broad-phase-choice.js';
import { type LinkValue, SPEEDS } from './link.js';
import type { Setting } from './setting.js';
import type { SolverChoice } from './solver-choice.js';
import { lackOf } from './solvers.js';

/** The values that the panel shows and changes. */
export interface SettingsModel {
  readonly scene: SceneEntry;
  readonly parameters: Readonly<Record<string, number>>;
  readonly solver: SolverChoice;
  readonly solvers: readonly SolverChoice[];
  readonly compared: readonly SolverChoice[];
  readonly settings: Readonly<Record<string, LinkValue>>;
  /** Settings that the scene itself sets for this solver. */
  readonly sceneSettings: Readonly<Record<string, unknown>>;
  readonly worldSettings: readonly Setting[];
  readonly world: Readonly<Record<string, LinkValue>>;
  /** Undefined is the default broad phase. */
  readonly broadPhase: BroadPhaseName | undefined;
  readonly style: string;
  readonly styles: readonly string[];
  readonly layers: readonly DebugLayer[];
  readonly activeLayers: readonly string[];
  /** Whether the joints of the scene are marked; null if it has none. */
  readonly joints: boolean | null;
  readonly timeScale: number;
}

export interface SettingsActions {
  setParameter(key: string, value: number): void;
  setSolver(name: string): void;
  setSolverSetting(key: string, value: LinkValue): void;
  setWorldValue(key: string, value: LinkValue): void;
  setBroadPhase(name: BroadPhaseName): void;
  setCompared(name: string, on: boolean): void;
  setStyle(name: string): void;
  setLayer(name: string, on: boolean): void;
  setJoints(on: boolean): void;
  setTimeScale(scale: number): void;
  /** Shows a view of all moving bodies. */
  frameMovers(): void;
  /** Returns to the scene's own view. */
  resetView(): void;
  setDefaults(): void;
  copyLink(): void;
  /** Copies HTML that shows the scene in another page. */
  copyEmbed(): void;
  savePicture(): void;
  /** Begins a video, or ends and saves it. */
  toggleClip(): void;
  saveFile(): void;
  /** Saves the scene as a program to go on with. */
  saveProgram(): void;
  openFile(): void;
}

const titleCase = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const BROAD_PHASE_HINT =
  'How pairs of bodies that may touch are found. The motion is the same with each; the layer “Broad phase” under View draws it.';

const JOINTS_HINT =
  'Hinges, welds and slides of the scene, and the ends of its ropes. What you join yourself is always drawn. The eraser takes what is drawn.';

/** Position of the focus in the panel: a folder, the name of a row in it, and the index of the row's input. */
interface Place {
  readonly folder: string;
  readonly row: string;
  readonly input: number;
}

const INPUTS = 'input, select, button, [tabindex="0"]';

/** The parameter panel. It is rebuilt for each scene and solver. The open folders, the focus and the scroll position are kept. */
export class SettingsPanel {
  private readonly container: HTMLElement;
  private readonly actions: SettingsActions;
  private readonly closed: Set<string> = new Set();
  private gui: GUI | null = null;
  /** The element that receives the focus next. An input reports its new value when it loses the focus; no element has the focus then. */
  private heading: EventTarget | null = null;

  constructor(container: HTMLElement, actions: SettingsActions) {
    this.container = container;
    this.actions = actions;
    const leave = ({ relatedTarget }: FocusEvent): void => {
      this.heading = relatedTarget;
    };
    container.addEventListener('blur', leave, { capture: true });
    container.addEventListener('focusout', () => {
      this.heading = null;
    });
    // Enter ends typing and thereby removes the focus from this panel
    const stay = ({ key }: KeyboardEvent): void => {
      const place = key === 'Enter' ? this.focused() : null;
      if (place === null) return;
      setTimeout(() => {
        if (document.activeElement === document.body) this.focus(place);
      });
    };
    container.addEventListener('keydown', stay, { capture: true });
  }

  show(model: SettingsModel): void {
    const place = this.focused();
    const scrollTop = this.gui?.$children.scrollTop ?? 0;
    this.fill(model).$children.scrollTop = scrollTop;
    if (place !== null) this.focus(place);
  }

  /** Rows by folder and name. The folder's title is the row with an empty name. */
  private rows(): {
    readonly folder: string;
    readonly row: string;
    readonly inputs: readonly HTMLElement[];
  }[] {
    return (this.gui?.folders ?? []).flatMap((folder) => [
      { folder: folder._title, row: '', inputs: [folder.$title] },
      ...folder.controllers.map(({ _name, domElement }) => ({
        folder: folder._title,
        row: _name,
        inputs: [...domElement.querySelectorAll<HTMLElement>(INPUTS)],
      })),
    ]);
  }

  private focused(): Place | null {
    for (const { folder, row, inputs } of this.rows()) {
      const input = inputs.findIndex((candidate) => candidate === (this.heading ?? document.activeElement));
      if (input >= 0) return { folder, row, input };
    }
    return null;
  }

  /** Restores the focus to a row, or else to the title of its folder, or else to the panel. */
  private focus({ folder, row, input }: Place): void {
    const rows = this.rows().filter((candidate) => candidate.folder === folder);
    const same = rows.find((candidate) => candidate.row === row)?.inputs[input];
    for (const target of [same, rows[0]?.inputs[0], this.gui?.folders[0]?.$title]) {
      target?.focus({ preventScroll: true });
      if (target !== undefined && document.activeElement === target) return;
    }
  }

  private fill(model: SettingsModel): GUI {
    this.gui?.destroy();
    const gui = new GUI({ container: this.container, title: 'Settings', autoPlace: false });
    this.gui = gui;
    this.container.append(gui.domElement);
    gui.$title.hidden = true;
    this.addScene(model);
    this.addSolver(model);
    this.addWorld(model);
    this.addComparison(model);
    this.addTime(model);
    this.addView(model);
    this.folder('Share', (folder) => {
      const { copyLink, copyEmbed, savePicture, toggleClip, saveFile, saveProgram, openFile } = this.actions;
      folder.add({ copyLink }, 'copyLink').name('Copy link');
      folder.add({ copyEmbed }, 'copyEmbed').name('Copy code for another page');
      folder.add({ savePicture }, 'savePicture').name('Save picture');
      folder.add({ toggleClip }, 'toggleClip').name('Record a video');
      folder.add({ saveFile }, 'saveFile').name('Save scene file');
      folder.add({ saveProgram }, 'saveProgram').name('Save as a program');
      folder.add({ openFile }, 'openFile').name('Open scene file…');
    });
    this.folder('More', (folder) => {
      folder.add({ reset: () => this.actions.setDefaults() }, 'reset').name('Reset to defaults');
    });
    return gui;
  }

  private folder(title: string, fill: (folder: GUI) => void): void {
    const folder = (this.gui as GUI).addFolder(title);
    fill(folder);
    if (this.closed.has(title)) folder.close();
    folder.onOpenClose((changed) => {
      if (changed !== folder) return;
      if (folder._closed) this.closed.add(title);
      else this.closed.delete(title);
    });
  }

  private addScene({ scene, parameters }: SettingsModel): void {
    const entries = Object.entries(scene.parameters);
    if (entries.length === 0) return;
    this.folder('Scene', (folder) => {
      for (const [key, parameter] of entries) {
        const holder = { [key]: parameters[key] ?? parameter.default };
        const controller = parameter.integer
          ? folder.add(holder, key, parameter.minimum, parameter.maximum, 1)
          : folder.add(holder, key, parameter.minimum, parameter.maximum);
        controller
          .name(titleCase(parameter.title))
          .onFinishChange((value: number) => this.actions.setParameter(key, value));
      }
    });
  }

  private addSolver({ solver, solvers, settings, sceneSettings }: SettingsModel): void {
    this.folder('Solver', (folder) => {
      const choices = Object.fromEntries(solvers.map((choice) => [choice.title, choice.name]));
      folder
        .add({ method: solver.name }, 'method', choices)
        .name('Method')
        .onChange((name: string) => this.actions.setSolver(name));
      const values = { ...sceneSettings, ...settings };
      for (const setting of solver.settings)
        addSetting(folder, setting, values, (value) => this.actions.setSolverSetting(setting.key, value));
    });
  }

  private addWorld({ worldSettings, world, broadPhase }: SettingsModel): void {
    this.folder('World', (folder) => {
      for (const setting of worldSettings)
        addSetting(folder, setting, world, (value) => this.actions.setWorldValue(setting.key, value));
      const search = folder
        .add({ search: broadPhase ?? DEFAULT_BROAD_PHASE }, 'search', broadPhaseNames)
        .name('Broad phase')
        .onChange((name: BroadPhaseName) => this.actions.setBroadPhase(name));
      search.domElement.title = BROAD_PHASE_HINT;
    });
  }

  private addComparison({ scene, solver, solvers, compared }: SettingsModel): void {
    this.folder('Compare with', (folder) => {
      for (const other of solvers) {
        if (other === solver) continue;
        const lack = lackOf(other, scene);
        folder
          .add({ on: lack === null && compared.includes(other) }, 'on')
          .name(lack === null ? other.title : `${other.title} – ${lack}`)
          .onChange((on: boolean) => this.actions.setCompared(other.name, on))
          .enable(lack === null);
      }
    });
  }

  private addTime({ timeScale }: SettingsModel): void {
    this.folder('Time', (folder) => {
      folder
        .add({ speed: timeScale }, 'speed', SPEEDS.slowest, SPEEDS.fastest, 0.05)
        .name('Speed')
        .onChange((value: number) => this.actions.setTimeScale(value));
    });
  }

  private addView({ style, styles, layers, activeLayers, joints }: SettingsModel): void {
    this.folder('View', (folder) => {
      const choices = Object.fromEntries(styles.map((name) => [titleCase(name), name]));
      folder
        .add({ style }, 'style', choices)
        .name('Style')
        .onChange((name: string) => this.actions.setStyle(name));
      // the actions of the keys F and Home, for devices without a keyboard
      const views = { movers: () => this.actions.frameMovers(), home: () => this.actions.resetView() };
      folder.add(views, 'movers').name('Fit moving bodies');
      folder.add(views, 'home').name('Reset view');
      if (joints !== null) {
        const marks = folder
          .add({ joints }, 'joints')
          .name('Joints')
          .onChange((on: boolean) => this.actions.setJoints(on));
        marks.domElement.title = JOINTS_HINT;
      }
      for (const layer of layers) {
        folder
          .add({ on: activeLayers.includes(layer.name) }, 'on')
          .name(layer.title)
          .onChange((on: boolean) => this.actions.setLayer(layer.name, on));
      }
    });
  }
}

/** Adds the row of a setting, with its value or its default. */
function addSetting(
  folder: GUI,
  setting: Setting,
  values: Readonly<Record<string, unknown>>,
  change: (value: LinkValue) => void,
): void {
  const { key } = setting;
  const holder = { [key]: values[key] ?? setting.default };
  const controller =
    setting.kind === 'number'
      ? folder.add(holder, key, setting.minimum, setting.maximum, setting.step)
      : setting.kind === 'choice'
        ? folder.add(holder, key, setting.choices)
        : folder.add(holder, key);
  controller.name(setting.title).onFinishChange(change);
  if (setting.hint !== undefined) controller.domElement.title = setting.hint;
}
