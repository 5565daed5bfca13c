/** The lessons of the page: the open topic and subject, the shown step, and the recorder that provides the data. */

import type { Aabb } from '@otedama/math2d';
import type { PlanarView } from '@otedama/render-babylon';
import { type StepRecord, StepRecorder } from '@otedama/rigid';
import type { Playground } from '../playground.js';
import type { Simulation } from '../simulation.js';
import { findSolver } from '../solvers.js';
import { contactTopic } from './contact-topic.js';
import { distanceTopic } from './distance-topic.js';
import type { Point } from './geometry.js';
import { goalTopic } from './goal-topic.js';
import {
  isLesson,
  type Lesson,
  type Notice,
  type Offer,
  type Situation,
  type Subject,
  type Topic,
  type TopicName,
  type WorldLabel,
} from './lesson.js';
import type { TeachingLink } from './teaching-link.js';
import { TeachingPanel } from './teaching-panel.js';

const topics: readonly Topic[] = [distanceTopic, contactTopic, goalTopic];

/** Milliseconds between two steps during playback, and between two updates while the world runs. */
const PLAY_INTERVAL = 1100;
const LIVE_INTERVAL = 200;
/** Milliseconds from the last change to the update of the address, because browsers limit the number of updates. */
const LINK_DELAY = 250;
/** Fraction of the view below which a subject is too small to read, and the fraction to which it is enlarged. */
const SMALLEST_SHARE = 0.3;
const WANTED_SHARE = 0.5;
/** Small screens, on which the panel is a sheet over this fraction of the page (teaching.css). */
const narrow = matchMedia('(width <= 51.25em) and (height > 32.5em)');
const SHEET_SHARE = 0.58;
/** Distance from a point of the world to its label, CSS pixels. */
const LABEL_DISTANCE = 17;
/** Maximum number of steps made to find a contact or to follow a link. */
const MOST_STEPS = 20_000;

export class Teaching {
  private readonly playground: Playground;
  private readonly panel: TeachingPanel;
  private readonly changed: () => void;
  private topic: Topic = distanceTopic;
  private isOpen = false;
  private subject: string | null = null;
  private half: string | null = null;
  private prompt = '';
  private step = 0;
  private isPlaying = false;
  private nextPlay = 0;
  private nextLook = 0;
  private linkTimer = 0;
  private seen: { readonly simulation: Simulation; readonly steps: number } | null = null;
  private recorder: StepRecorder | null = null;
  private content: Lesson | Notice = { message: '', offers: [] };
  private labels: readonly WorldLabel[] = [];
  /** The view before a lesson moved it, and the view it moved to. */
  private moved: { readonly from: PlanarView; readonly to: PlanarView } | null = null;
  private readonly labelHolder: HTMLElement;
  private readonly toggleButton: HTMLButtonElement;

  /**
   * @param element the panel
   * @param labels container over the view for the labels of the lesson
   * @param toggle the button that opens and closes the panel
   * @param changed called when the address of the page changes, or the panel opens or closes
   */
  constructor(
    playground: Playground,
    element: HTMLElement,
    labels: HTMLElement,
    toggle: HTMLButtonElement,
    changed: () => void,
  ) {
    this.playground = playground;
    this.toggleButton = toggle;
    this.labelHolder = labels;
    this.changed = changed;
    this.panel = new TeachingPanel(element, topics, {
      close: () => this.close(),
      setTopic: (name) => this.setTopic(name),
      setSubject: (key) => this.choose(key),
      setStep: (step) => {
        this.isPlaying = false;
        this.setStep(step);
      },
      togglePlay: () => this.togglePlay(),
      accept: (offer) => this.accept(offer),
    });
    element.hidden = true;
  }

  get open(): boolean {
    return this.isOpen;
  }

  /** The current lesson as a part of the address, or null. */
  get link(): TeachingLink | null {
    if (!this.isOpen) return null;
    const { paused, simulation } = this.playground;
    return {
      topic: this.topic.name,
      subject: this.subject ?? undefined,
      step: isLesson(this.content) ? this.step : undefined,
      at: paused ? simulation.stepCount : 0,
    };
  }

  toggle(): void {
    if (this.isOpen) this.close();
    else this.show(this.topic.name);
  }

  /** Makes the steps in a link and opens its lesson. */
  follow(link: TeachingLink): void {
    const { simulation } = this.playground;
    this.topic = topics.find(({ name }) => name === link.topic) ?? distanceTopic;
    const target = Math.min(link.at, MOST_STEPS);
    while (simulation.stepCount < target - 1) this.advance();
    this.attach();
    while (simulation.stepCount < target) this.advance();
    this.subject = link.subject ?? null;
    this.enter();
    if (link.step !== undefined) this.setStep(link.step);
  }

  show(name: TopicName): void {
    if (!this.isOpen || name !== this.topic.name) this.subject = null;
    this.topic = topics.find((topic) => topic.name === name) ?? distanceTopic;
    if (this.recorder === null) this.attach();
    this.enter();
  }

  close(): void {
    this.isOpen = false;
    this.isPlaying = false;
    this.recorder?.stop();
    this.recorder = null;
    this.seen = null;
    if (this.panel.element.contains(document.activeElement)) this.toggleButton.focus();
    this.panel.element.hidden = true;
    this.playground.stage.grabs = true;
    this.playground.stage.setOverlay(null);
    this.showLabels([]);
    this.restoreView();
    this.changed();
  }

  /** Moves to the next (1) or previous (-1) step of the lesson. */
  move(offset: number): void {
    this.isPlaying = false;
    if (this.isOpen) this.setStep(this.step + offset);
  }

  togglePlay(): void {
    if (!this.isOpen || !isLesson(this.content)) return;
    this.isPlaying = !this.isPlaying;
    this.nextPlay = performance.now() + PLAY_INTERVAL;
    if (this.isPlaying && this.step === this.content.steps - 1) this.setStep(0);
    else this.render();
  }

  /** Called when a point of the world is tapped while the panel is open. */
  tapped(point: Point, reach: number): void {
    const picked = this.topic.pick(this.situation(), point, reach, this.half ?? this.subject);
    if (picked === null) return;
    this.playground.setPaused(true);
    if ('subject' in picked) {
      this.choose(picked.subject);
      return;
    }
    this.half = picked.half;
    this.prompt = picked.message;
    this.render();
    this.playground.stage.setOverlay(picked.overlay);
  }

  /** Called every frame: follows the world and plays the lesson. */
  frame(now: number): void {
    if (!this.isOpen) return;
    this.placeLabels();
    const { simulation, paused } = this.playground;
    const isOther = this.seen?.simulation !== simulation;
    if (isOther || this.seen?.steps !== simulation.stepCount) {
      if (isOther || paused || now > this.nextLook) {
        this.nextLook = now + LIVE_INTERVAL;
        this.playground.stage.grabs = !paused;
        this.look(isOther);
      }
    }
    if (this.isPlaying && now > this.nextPlay && isLesson(this.content)) {
      this.nextPlay = now + PLAY_INTERVAL;
      if (this.step + 1 < this.content.steps) this.setStep(this.step + 1);
      else {
        this.isPlaying = false;
        this.render();
      }
    }
  }

  private situation(): Situation {
    const { world, choice, stepCount } = this.playground.simulation;
    const record = this.recorder?.last ?? null;
    return {
      world,
      solver: choice.solver.name,
      solverTitle: choice.solver.title,
      record: isPresent(record, world.time, stepCount) ? record : null,
    };
  }

  /** Makes one step of the world and of the compared worlds. */
  private advance(): void {
    for (const simulation of this.playground.simulations) simulation.step();
  }

  /** Starts to record the steps of the current world. */
  private attach(): void {
    this.recorder?.stop();
    this.recorder = new StepRecorder(this.playground.simulation.world);
  }

  private enter(): void {
    this.isOpen = true;
    this.panel.element.hidden = false;
    this.playground.stage.grabs = false;
    this.playground.setPaused(true);
    if (this.topic.needsRecord && this.situation().record === null) this.advance();
    this.look(true);
  }

  /** Updates the lesson from the current state of the world. */
  private look(isOther: boolean): void {
    const { simulation } = this.playground;
    if (this.seen !== null && this.seen.simulation !== simulation) {
      this.attach();
      this.subject = null;
    }
    this.seen = { simulation, steps: simulation.stepCount };
    this.half = null;
    this.prompt = '';
    const situation = this.situation();
    this.subject ??= this.topic.best(situation);
    this.content = this.topic.lesson(situation, this.subject);
    if (isOther) {
      this.step = isLesson(this.content) ? this.content.first : 0;
      if (isLesson(this.content)) this.frameExtent(this.content.extent);
      else if (narrow.matches) this.frameExtent(cornersOf(simulation.moverBounds));
    }
    this.setStep(this.step);
  }

  private setTopic(name: TopicName): void {
    if (name !== this.topic.name) this.show(name);
  }

  private choose(key: string): void {
    this.subject = key;
    this.isPlaying = false;
    this.playground.setPaused(true);
    this.look(true);
  }

  private setStep(step: number): void {
    const steps = isLesson(this.content) ? this.content.steps : 1;
    this.step = Math.max(0, Math.min(steps - 1, step));
    this.render();
    window.clearTimeout(this.linkTimer);
    this.linkTimer = window.setTimeout(this.changed, LINK_DELAY);
  }

  private render(): void {
    const { content, topic, subject, step, isPlaying, prompt } = this;
    this.panel.show({
      topic,
      subjects: this.listed(),
      subject,
      content: isLesson(content) ? { step: content.show(step), legend: content.legend } : content,
      step,
      steps: isLesson(content) ? content.steps : 1,
      isPlaying,
      prompt,
    });
    this.playground.stage.setOverlay(isLesson(content) ? content.overlay(step) : null);
    this.showLabels(isLesson(content) ? content.labels(step) : []);
  }

  /** Moves the view to the subject of a lesson if the subject is too small or out of view. */
  private frameExtent(extent: readonly Point[]): void {
    const { stage } = this.playground;
    if (extent.length === 0) return;
    const xs = extent.map(({ x }) => x);
    const ys = extent.map(({ y }) => y);
    const [left, right, bottom, top] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const middle = { x: (left + right) / 2, y: (bottom + top) / 2 };
    // a sheet covers the lower part of a small screen
    const free = narrow.matches ? 1 - SHEET_SHARE : 1;
    const { minX, maxX, minY, maxY } = stage.camera.bounds;
    const floor = maxY - free * (maxY - minY);
    const isSeen = left > minX && right < maxX && bottom > floor && top < maxY;
    const share = Math.max((right - left) / (maxX - minX), (top - bottom) / (maxY - floor));
    if (isSeen && share > SMALLEST_SHARE) return;
    // on a narrow stage the camera shows more than halfHeight
    const widening = stage.camera.visibleHalfHeight / stage.view.halfHeight;
    const visible = (stage.camera.visibleHalfHeight * share) / WANTED_SHARE;
    const halfHeight = visible / widening;
    const to = { x: middle.x, y: middle.y - (1 - free) * visible, halfHeight };
    this.moved = { from: this.moved?.from ?? stage.view, to };
    stage.view = to;
  }

  /** Restores the view unless the reader has moved it since. */
  private restoreView(): void {
    const { stage } = this.playground;
    if (this.moved !== null && stage.view === this.moved.to) stage.view = this.moved.from;
    this.moved = null;
  }

  /** The subjects of the topic, and the chosen one if it is not among them. */
  private listed(): Subject[] {
    const situation = this.situation();
    const subjects = this.topic.subjects(situation);
    const key = this.subject;
    if (key === null || subjects.some((subject) => subject.key === key)) return subjects;
    return [{ key, label: this.topic.label(situation, key) ?? key }, ...subjects];
  }

  private showLabels(labels: readonly WorldLabel[]): void {
    this.labels = labels;
    this.labelHolder.replaceChildren(
      ...labels.map(({ text }) => {
        const label = document.createElement('span');
        label.textContent = text;
        return label;
      }),
    );
    this.placeLabels();
  }

  /** Keeps labels beside their points when the camera moves. */
  private placeLabels(): void {
    const { camera } = this.playground.stage;
    const holder = this.labelHolder.children;
    this.labels.forEach(({ at, from }, k) => {
      const p = camera.toCanvas(at.x, at.y);
      const q = camera.toCanvas(from.x, from.y);
      const length = Math.hypot(p.left - q.left, p.top - q.top) || 1;
      const left = p.left + (LABEL_DISTANCE * (p.left - q.left)) / length;
      const top = p.top + (LABEL_DISTANCE * (p.top - q.top)) / length;
      (holder[k] as HTMLElement).style.transform =
        `translate(${left.toFixed(1)}px, ${top.toFixed(1)}px) translate(-50%, -50%)`;
    });
  }

  private accept(offer: Offer): void {
    const { playground } = this;
    if (offer === 'shape-matching') {
      playground.setSolver(findSolver('shape-matching'));
      this.attach();
      this.seen = null;
      this.subject = null;
      this.run();
      return;
    }
    if (offer === 'wake') {
      for (const body of playground.simulation.world.bodies) {
        if (body.type === 'dynamic' && body.isEnabled && !body.isAwake) body.isAwake = true;
      }
    }
    if (offer === 'run') this.run();
    else this.advance();
    this.subject = null;
    this.look(true);
    playground.setPaused(true);
  }

  /** Makes steps until the topic finds a subject. */
  private run(): void {
    const limit = performance.now() + 3000;
    for (let k = 0; k < MOST_STEPS && performance.now() < limit; k++) {
      this.advance();
      if (this.topic.best(this.situation()) !== null) return;
    }
  }
}

/** Two opposite corners of a box, or none without a box. */
const cornersOf = (box: Aabb | null): Point[] =>
  box === null
    ? []
    : [
        { x: box.minX, y: box.minY },
        { x: box.maxX, y: box.maxY },
      ];

/** Whether a record belongs to the step that led to the current state. */
function isPresent(record: StepRecord | null, time: number, steps: number): boolean {
  return record !== null && steps > 0 && Math.abs(record.time + record.timeStep - time) < 1e-9 * (1 + time);
}
