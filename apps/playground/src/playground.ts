import type { BroadPhaseName } from '@otedama/collision';
import { articlesView } from '@otedama/render-babylon';
import type { Scene, SceneCamera } from '@otedama/rigid';
import { type SceneEntry, sceneList } from '@otedama/scenes';
import { Appearance } from './appearance.js';
import { neighborScene } from './catalog.js';
import { Comparison } from './comparison.js';
import { Edits } from './edits.js';
import type { History } from './history.js';
import { type CoveredEdges, openingAspect } from './home-view.js';
import { formatLink, type LinkValue, type PageLink } from './link.js';
import type { Preferences } from './preferences.js';
import { Run } from './run.js';
import { isShared, originOf, type SceneOrigin, type SharedEntry, sharedEntry } from './shared-scene.js';
import { Simulation, type SimulationChoice } from './simulation.js';
import type { SolverChoice } from './solver-choice.js';
import { canRun, findSolver, lackOf, solverFor, solvers } from './solvers.js';
import type { Opening, Stage } from './stage.js';
import type { Timeline } from './timeline.js';
import { walkerFace } from './walker-face.js';
import type { WorldValues } from './world-settings.js';

/** Notified when something changes that the page shows. */
export interface PlaygroundObserver {
  /** Another scene, solver, parameter or setting: the simulation is new or starts from another state. */
  restarted(playground: Playground): void;
  /** Paused state, style, layers or time scale. */
  changed(playground: Playground): void;
  /** A choice failed; the previous simulation continues. */
  refused(error: unknown): void;
  /** The playground made an additional choice that the reader did not ask for. */
  advised(sentence: string): void;
}

/** The state of the page: the simulations, how they are shown, and whether they run. All other parts only read it. */
export class Playground {
  readonly stage: Stage;
  /** How the worlds are drawn. */
  readonly appearance: Appearance;
  private readonly observer: PlaygroundObserver;
  /** What the page does not change about its address. */
  private readonly page: Pick<PageLink, 'engine' | 'embedded'>;
  private run: Run;
  /** The solver that the reader chose. Other scenes use it too, if they can. Null before any choice. */
  private wanted: SolverChoice | null;
  private readonly comparison: Comparison;
  private plotting: boolean;
  /** Whether the link of a running page says that it runs: if the original link did, or if the page would otherwise start paused. */
  private readonly saysRunning: boolean;
  /** What the reader changes with the tools. */
  readonly edits: Edits;
  /** Whether the reader has changed the current run in a way that its scene and settings do not record. */
  private isTouched = false;
  /** How the scene is first seen; null if its view is already fitted to the text over it. */
  private opening: Opening | null = null;

  /** `shared`: the scene that came with the link, if any. */
  constructor(
    stage: Stage,
    link: PageLink,
    shared: SharedEntry | null,
    preferences: Preferences,
    observer: PlaygroundObserver,
  ) {
    this.stage = stage;
    this.observer = observer;
    this.appearance = new Appearance(stage, link, preferences, {
      simulation: () => this.simulation,
      changed: () => observer.changed(this),
    });
    this.edits = new Edits(stage, {
      simulations: () => this.simulations,
      jointLayers: () => this.appearance.jointLayers,
      begin: () => this.beginChange(),
      end: () => this.endChange(),
      advise: (sentence) => observer.advised(sentence),
    });
    this.page = { engine: link.engine, embedded: link.embedded };
    const entry = shared ?? sceneList.find((scene) => scene.name === link.scene) ?? sceneList[0];
    this.wanted = solvers.find((choice) => choice.name === link.solver) ?? null;
    const solver = this.solverFor(entry);
    for (const [kind, name, found] of [
      ['scene', link.scene, entry.name],
      ['solver', link.solver, this.wanted?.name],
    ]) {
      if (name !== undefined && name !== found) observer.advised(`There is no ${kind} “${name}” here.`);
    }
    this.comparison = new Comparison(link.compared);
    this.plotting = link.plots;
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    this.saysRunning = link.paused === false || isCalm;
    const first = this.first(entry, solver, link);
    this.run = this.newRun(first, link.paused ?? isCalm, link.timeScale ?? 1);
    this.enter();
    this.lookAt(link);
  }

  /** The simulation under the chosen solver. */
  get simulation(): Simulation {
    return this.run.simulation;
  }

  /** The simulation under the chosen solver and those compared with it. All run the same scene and step together. */
  get simulations(): readonly Simulation[] {
    return this.run.simulations;
  }

  /** The plotted samples of each simulation. */
  get histories(): readonly History[] {
    return this.run.histories;
  }

  /** The last seconds of the run. */
  get timeline(): Timeline {
    return this.run.timeline;
  }

  get compared(): readonly SolverChoice[] {
    return this.comparison.with(this.simulation.choice.solver);
  }

  get plots(): boolean {
    return this.plotting;
  }

  get paused(): boolean {
    return this.run.clock.isPaused;
  }

  get timeScale(): number {
    return this.run.clock.timeScale;
  }

  /** The current state as a link. */
  get link(): PageLink {
    const { entry, parameters, solver, settings, broadPhase, world = {} } = this.simulation.choice;
    return {
      scene: entry.name,
      solver: solver.name,
      compared: this.compared.map((rival) => rival.name),
      plots: this.plotting,
      ...this.appearance.link,
      broadPhase,
      view: this.stage.chosenRegion ?? undefined,
      paused: this.paused ? true : this.saysRunning ? false : undefined,
      ...this.page,
      timeScale: this.timeScale,
      parameters: originOf(entry, parameters).parameters,
      settings,
      world,
      built: isShared(entry) ? (entry.shared.text ?? undefined) : undefined,
    };
  }

  /**
   * Stores a state that the reader changed by hand, so that a link, a reload and a restart begin with it. An unchanged run is
   * already described by its link. Returns false, without changes, if the state is too large for a link.
   */
  async keepBuilt(): Promise<boolean> {
    const { entry } = this.simulation.choice;
    if (!this.isTouched) return !isShared(entry) || entry.shared.text !== null;
    const before = this.simulation;
    const kept = await sharedEntry(this.build(), this.origin);
    if (kept.shared.text === null) return false;
    // another simulation was started meanwhile: the built state is obsolete
    if (this.simulation !== before) return true;
    this.isTouched = false;
    this.opening = null;
    this.stage.settle();
    for (const simulation of this.simulations) {
      simulation.choice = { ...simulation.choice, entry: kept, parameters: {} };
    }
    this.observer.restarted(this);
    return true;
  }

  /** The current state as data, including the view. Releases the grabbed body. */
  build(): Scene {
    this.stage.release();
    return this.simulation.build(this.stage.region);
  }

  /**
   * Shows a scene that is not in the list, or differs from the listed one. If the scene has no camera, the view shows all moving
   * bodies. If it has no character, the character of the listed scene with the same name is used, at its initial position.
   */
  async open(scene: Scene): Promise<void> {
    const listed = sceneList.find((entry) => entry.name === scene.name) ?? null;
    const begun = listed?.character ? { character: { position: listed.character.position } } : {};
    const entry = await sharedEntry({ ...begun, ...scene }, { entry: listed, parameters: {} });
    this.showScene(entry);
    if (scene.camera === undefined) this.frameMovers();
  }

  /** The listed scene that the current scene originates from. */
  private get origin(): SceneOrigin {
    const { entry, parameters } = this.simulation.choice;
    return originOf(entry, parameters);
  }

  /** Called when the pointer grabs a body. */
  noteGrab(): void {
    this.isTouched = true;
    this.timeline.beforeChange();
  }

  /** The reader changes something now: links contain it from now on, and `undo` takes it back. */
  private beginChange(): void {
    this.run.goOn();
    this.isTouched = true;
    this.timeline.beforeChange();
  }

  /** The worlds have been changed. */
  private endChange(): void {
    this.timeline.noteChange();
    this.stage.redraw();
    this.observer.changed(this);
  }

  /** Pauses and shows everything as it was before bodies were last added, drawn, joined, removed, grabbed or blown away. */
  undo(): void {
    let isDone = false;
    this.look(() => {
      isDone = this.timeline.undo();
    });
    this.observer.advised(
      isDone
        ? 'As it was before your last change; play goes on from here'
        : 'Nothing to undo in the last ten seconds',
    );
  }

  /** The solver used instead if the wanted one cannot run a scene; null if it can. */
  standIn(entry: SceneEntry): SolverChoice | null {
    const asked = this.wanted ?? findSolver(undefined);
    return canRun(asked, entry) ? null : solverFor(entry, asked);
  }

  /** Address of another scene, with the solver that it would run under. */
  linkTo(entry: SceneEntry): string {
    const { solver, settings, world } = this.simulation.choice;
    const other = solverFor(entry, this.wanted);
    return formatLink({
      ...this.link,
      scene: entry.name,
      solver: other.name,
      settings: other === solver ? settings : {},
      world: elsewhere(world),
      parameters: {},
      view: undefined,
      paused: this.saysRunning ? false : undefined,
      built: undefined,
    });
  }

  /** Advances by a frame of `seconds` and draws it. */
  frame(seconds: number): void {
    const { run } = this;
    const steps = run.advance(seconds);
    const { walker } = this.simulation;
    if (steps > 0 && walker?.isMoving) this.stage.follow(walker.mover.body.position);
    if (this.plotting) run.sample();
    this.stage.draw(run.clock.alpha, steps > 0 || !run.clock.isPaused);
  }

  showScene(entry: SceneEntry): void {
    const { solver, settings, broadPhase, world } = this.simulation.choice;
    const other = this.solverFor(entry);
    const kept = other === solver ? settings : {};
    this.tryChoice(
      { entry, solver: other, parameters: {}, settings: kept, broadPhase, world: elsewhere(world) },
      true,
    );
  }

  /** Shows the scene of a link, or the shared scene, as the link says. Other settings of the page stay. */
  follow(link: PageLink, shared: SharedEntry | null): void {
    const { scene, solver: name, parameters, settings, broadPhase, world } = link;
    const entry = shared ?? sceneList.find((candidate) => candidate.name === scene) ?? sceneList[0];
    const named = solvers.find((choice) => choice.name === name);
    const solver = named !== undefined && canRun(named, entry) ? named : solverFor(entry, this.wanted);
    this.tryChoice(
      { entry, solver, parameters: shared === null ? parameters : {}, settings, broadPhase, world },
      true,
    );
    this.lookAt(link);
    this.observer.changed(this);
  }

  /** Moves the view to the one in a link, if the link has one. */
  private lookAt({ view }: PageLink): void {
    if (view !== undefined) this.stage.lookAt(view);
  }

  showNeighbor(offset: number): void {
    this.showScene(neighborScene(sceneList, this.simulation.choice.entry.name, offset));
  }

  /** Restarts the same scene. The camera stays. */
  restart(): void {
    this.tryChoice(this.simulation.choice, false);
  }

  setSolver(solver: SolverChoice): void {
    this.wanted = solver;
    this.comparison.set(solver, false);
    this.tryChoice({ ...this.simulation.choice, solver, settings: {} }, false);
  }

  /** Adds a solver to the comparison or removes it. */
  setCompared(solver: SolverChoice, on: boolean): void {
    this.comparison.set(solver, on);
    if (on) this.plotting = true;
    this.restart();
  }

  /** Compares the chosen solver with as many others as possible, or ends the comparison. */
  toggleComparison(): void {
    const { entry, solver } = this.simulation.choice;
    const isOn = this.simulations.length > 1;
    const able = solvers.filter((other) => other !== solver && canRun(other, entry));
    if (!isOn && able.length === 0) {
      this.observer.advised(`Only ${solver.title} can run “${entry.title}”.`);
      return;
    }
    this.comparison.replace(isOn ? [] : able);
    if (!isOn) this.plotting = true;
    this.restart();
  }

  setPlots(on: boolean): void {
    this.plotting = on;
    this.observer.changed(this);
  }

  setParameter(key: string, value: number): void {
    const { choice } = this.simulation;
    this.tryChoice({ ...choice, parameters: { ...choice.parameters, [key]: value } }, false);
  }

  setSolverSetting(key: string, value: LinkValue): void {
    const { choice } = this.simulation;
    this.tryChoice({ ...choice, settings: { ...choice.settings, [key]: value } }, false);
  }

  setBroadPhase(broadPhase: BroadPhaseName | undefined): void {
    this.tryChoice({ ...this.simulation.choice, broadPhase }, false);
  }

  setWorldValue(key: string, value: LinkValue): void {
    const { choice } = this.simulation;
    this.tryChoice({ ...choice, world: { ...choice.world, [key]: value } }, false);
  }

  /** Resets parameters, settings, broad phase and speed to their defaults. */
  setDefaults(): void {
    this.run.clock.timeScale = 1;
    const { entry, solver } = this.simulation.choice;
    this.tryChoice({ entry, solver, parameters: {}, settings: {} }, false);
  }

  setPaused(paused: boolean): void {
    if (!paused) this.run.goOn();
    this.run.clock.isPaused = paused;
    this.stage.redraw();
    this.observer.changed(this);
  }

  /** Pauses and shows a frame of the timeline in all panes. */
  showFrame(place: number): void {
    this.look(() => this.timeline.show(place));
  }

  /** Shows the previous (-1) or next (1) frame. After the last frame it makes a step. */
  moveFrame(offset: -1 | 1): void {
    if (offset < 0) this.look(() => this.timeline.back());
    else if (this.timeline.isLive) this.singleStep();
    else this.showFrame(this.timeline.place + 1);
  }

  /** Pauses and shows another time. */
  private look(show: () => void): void {
    this.stage.release();
    this.run.look(show);
    this.stage.redraw();
    this.observer.changed(this);
  }

  /** Makes a single step and pauses. */
  singleStep(): void {
    this.run.goOn();
    this.run.clock.isPaused = true;
    this.run.clock.requestStep();
    this.observer.changed(this);
  }

  /** Makes the character of the scene, if there is one, walk: -1 left, 0 stand, 1 right. */
  walk(direction: number): void {
    this.isTouched ||= this.simulation.walker !== null;
    for (const { walker } of this.simulations) if (walker !== null) walker.direction = direction;
  }

  /** Makes the character jump whenever it is on the ground, or stop doing so. */
  jump(on: boolean): void {
    this.isTouched ||= this.simulation.walker !== null;
    for (const { walker } of this.simulations) if (walker !== null) walker.jumps = on;
  }

  setTimeScale(scale: number): void {
    this.run.clock.timeScale = scale;
    this.observer.changed(this);
  }

  /** The solver for a scene. Reports if the wanted solver cannot run it. */
  private solverFor(entry: SceneEntry): SolverChoice {
    const solver = solverFor(entry, this.wanted);
    // no report if the reader has not chosen a solver
    if (this.wanted !== null && solver !== this.wanted) {
      this.observer.advised(
        `${this.wanted.title} has ${lackOf(this.wanted, entry)}: “${entry.title}” runs under ${solver.title}.`,
      );
    }
    return solver;
  }

  /** A link may contain values that the scene rejects. Reports this and starts without them. */
  private first(entry: SceneEntry, solver: SolverChoice, link: PageLink): Simulation {
    try {
      const parameters = isShared(entry) ? {} : link.parameters;
      const { settings, broadPhase, world } = link;
      return new Simulation({ entry, solver, parameters, settings, broadPhase, world });
    } catch (error) {
      this.observer.refused(error);
      const listed = isShared(entry) ? (entry.shared.origin.entry ?? sceneList[0]) : entry;
      return new Simulation({
        entry: listed,
        solver: solverFor(listed, solver),
        parameters: {},
        settings: {},
      });
    }
  }

  private tryChoice(choice: SimulationChoice, moveCamera: boolean): void {
    try {
      this.run = this.newRun(new Simulation(choice), this.paused, this.timeScale);
    } catch (error) {
      this.observer.refused(error);
      return;
    }
    this.enter(moveCamera);
    this.observer.restarted(this);
  }

  /** Moves the view so that all non-static bodies are visible. The view stays if there are none. */
  frameMovers(): void {
    const bounds = this.simulation.moverBounds;
    if (bounds !== null) this.stage.frame(bounds);
  }

  /** Fits the home view to the canvas and to text that covers the edges of its panes. A view that the reader chose stays. */
  clearWords(covered: CoveredEdges): void {
    if (this.opening !== null) this.stage.fitHome(this.opening, covered);
  }

  /** Whether the scene has dynamic bodies or a character, and none of them is in view. */
  get isDeserted(): boolean {
    const { minX, minY, maxX, maxY } = this.stage.camera.bounds;
    let isAny = false;
    const { world, walker } = this.simulation;
    for (const body of world.bodies) {
      if (body.type !== 'dynamic' && body !== walker?.mover.body) continue;
      const { x, y } = body.position;
      if (x > minX && x < maxX && y > minY && y < maxY) return false;
      isAny = true;
    }
    return isAny;
  }

  /** A run of a simulation and of those compared with it. */
  private newRun(simulation: Simulation, isPaused: boolean, timeScale: number): Run {
    const simulations = this.comparison.join(simulation, (error) => this.observer.refused(error));
    return new Run(simulations, isPaused, timeScale);
  }

  private enter(moveCamera = true): void {
    this.isTouched = false;
    if (moveCamera) {
      const { simulation } = this;
      const view: SceneCamera = simulation.scene.camera ?? articlesView;
      const aspect = openingAspect(simulation, view);
      this.stage.setHome(view, aspect);
      // a shared scene has a view that its author already chose clear of the text
      this.opening = isShared(simulation.choice.entry)
        ? null
        : { view, aspect, isGrounded: simulation.isGrounded(view, aspect), span: simulation.span(view) };
    }
    this.edits.restart();
    this.stage.show(
      this.simulations.map(({ world, walker }) => ({
        world,
        finish: walker === null ? [] : [walkerFace(walker)],
      })),
      this.appearance.style,
    );
    this.appearance.showLayers();
  }
}

/** The settings of a world that another scene keeps: its gravity is its own. */
function elsewhere({ gravity: _, ...kept }: WorldValues = {}): WorldValues {
  return kept;
}
