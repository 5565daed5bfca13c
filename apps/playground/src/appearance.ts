import {
  articlesStyle,
  type DebugLayer,
  rigidLayers,
  ropeLayer,
  type Style,
  styles,
} from '@otedama/render-babylon';
import { jointMarks, madeJointMarks } from './joint-marks.js';
import type { PageLink } from './link.js';
import { type Preferences, preferredStyle } from './preferences.js';
import type { Simulation } from './simulation.js';
import type { Stage } from './stage.js';

/** Scenes with more joints than this do not mark them unless the reader asks for it: the marks would cover what they join. */
const MOST_MARKED = 400;

/** What an appearance needs of the page around it. */
export interface DrawnRun {
  /** The simulation under the chosen solver. */
  simulation(): Simulation;
  /** The page shows something else now. */
  changed(): void;
}

/** How the worlds are drawn: in which style, with which debug layers, and whether with marks of their joints. */
export class Appearance {
  private readonly stage: Stage;
  private readonly preferences: Preferences;
  private readonly run: DrawnRun;
  private chosenStyle: string | undefined;
  /** Names of the layers in the link, until the reader chooses layers; undefined means the preferences apply. */
  private askedLayers: readonly string[] | undefined;
  /** Whether the link says that joints are marked, until the reader decides; undefined means the preferences apply. */
  private askedJoints: boolean | undefined;

  constructor(stage: Stage, link: PageLink, preferences: Preferences, run: DrawnRun) {
    this.stage = stage;
    this.preferences = preferences;
    this.run = run;
    this.chosenStyle = link.style !== undefined && link.style in styles ? link.style : undefined;
    this.askedLayers = link.layers;
    this.askedJoints = link.joints;
  }

  /** Scenes of the articles use the articles' style unless a style was chosen. */
  get styleName(): string {
    if (this.chosenStyle !== undefined) return this.chosenStyle;
    if (this.run.simulation().choice.entry.category === 'articles') return articlesStyle.name;
    return preferredStyle(this.preferences);
  }

  get style(): Style {
    return styles[this.styleName] ?? articlesStyle;
  }

  get layers(): readonly DebugLayer[] {
    const names = this.askedLayers ?? this.preferences.layers;
    return rigidLayers.filter((layer) => names.includes(layer.name));
  }

  /** Whether the scene has joints of its own. */
  get hasJoints(): boolean {
    return this.sceneJoints > 0;
  }

  /** Whether the joints of the scene are marked. By default they are, unless there are too many. */
  get marksJoints(): boolean {
    return this.askedJoints ?? this.preferences.joints ?? this.isClearWithMarks;
  }

  /** The layers that draw ropes and the marks of joints: of all joints, or of those alone that the reader made. */
  get jointLayers(): readonly DebugLayer[] {
    return [ropeLayer, this.jointLayer];
  }

  /** What a link says about the appearance. */
  get link(): Pick<PageLink, 'style' | 'layers' | 'joints'> {
    const { layers, marksJoints } = this;
    return {
      style: this.chosenStyle,
      layers: layers.length > 0 ? layers.map((layer) => layer.name) : undefined,
      joints: this.hasJoints && marksJoints !== this.isClearWithMarks ? marksJoints : undefined,
    };
  }

  setStyle(name: string): void {
    this.chosenStyle = name;
    if (name !== articlesStyle.name) this.preferences.style = name;
    this.showStyle();
  }

  /** Draws in the current style. Call it when the system has other colours. */
  showStyle(): void {
    this.stage.setStyle(this.style);
    this.run.changed();
  }

  setLayer(name: string, on: boolean): void {
    const others = this.layers.map((layer) => layer.name).filter((layer) => layer !== name);
    this.preferences.layers = on ? [...others, name] : others;
    this.askedLayers = undefined;
    this.showLayers();
    this.run.changed();
  }

  setJoints(on: boolean): void {
    this.preferences.joints = on;
    this.askedJoints = undefined;
    this.showLayers();
    this.run.changed();
  }

  /** Draws the layers in the panes of the stage. Call it when the panes are new. */
  showLayers(): void {
    this.stage.setLayers([this.jointLayer, ...this.layers]);
  }

  private get jointLayer(): DebugLayer {
    return this.marksJoints ? jointMarks : madeJointMarks;
  }

  private get sceneJoints(): number {
    return this.run.simulation().scene.joints?.length ?? 0;
  }

  private get isClearWithMarks(): boolean {
    return this.sceneJoints <= MOST_MARKED;
  }
}
