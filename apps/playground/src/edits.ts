import { hexColor } from '@otedama/render-babylon';
import { type Body, explode, type World } from '@otedama/rigid';
import { drawnBody } from './drawn-body.js';
import { bodiesAlong, bodyUnder, isGround, remove } from './eraser.js';
import type { Simulation } from './simulation.js';
import type { Stage } from './stage.js';
import { inkOf, type Stroke } from './stroke.js';
import { addedBody, presses, type Tool } from './tools.js';

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Radius of a blast as a fraction of half the shorter side of the view, and its impulse per metre of a body's width, N s. */
const BLAST_SHARE = 0.1;
const BLAST_IMPULSE = 10;

/** Radius of the pen and of the eraser, as a fraction of half the shorter side of the view. */
const PEN_SHARE = 0.014;
const ERASER_SHARE = 0.03;

/** Colours of strokes that become bodies, and of those that stay where they are. */
const penColor = hexColor('#d1495b');
const fixedPenColor = hexColor('#8d8577');

/** What edits need of the page around them. */
export interface EditedRun {
  /** The simulations that run side by side; all are changed in the same way. */
  simulations(): readonly Simulation[];
  /** Their worlds are about to be changed: undoing leads back to here. */
  begin(): void;
  /** Their worlds have been changed. */
  end(): void;
}

/** What the reader changes in the worlds with the tools. */
export class Edits {
  private readonly stage: Stage;
  private readonly run: EditedRun;
  private chosenTool: Tool = 'hand';
  /** The last swipe of the eraser that has removed anything. */
  private swipe: Stroke | undefined;
  /** Number of bodies that the reader has added to the current run. */
  private added = 0;

  constructor(stage: Stage, run: EditedRun) {
    this.stage = stage;
    this.run = run;
  }

  /** The worlds are new. */
  restart(): void {
    this.added = 0;
  }

  /** What a press on the view does. */
  get tool(): Tool {
    return this.chosenTool;
  }

  set tool(tool: Tool) {
    this.chosenTool = tool;
    this.stage.release();
    this.stage.press = presses[tool];
  }

  /** Uses the tool at a point, m, of one of the worlds shown. */
  use(point: Point, world: World): void {
    const { tool } = this;
    if (tool === 'add') this.add(point);
    if (tool === 'blast') this.blast(point);
    // a tap with a finger; the press of a mouse is a stroke already
    if (tool === 'pen') this.draw(world, [point]);
    if (tool === 'eraser') this.eraseAt(point, world);
  }

  /** Adds a body at a point, m, by default under the pointer, to every world shown. */
  add(point: Point = this.stage.aim): void {
    const body = addedBody(this.added++, point, this.stage.halfSide);
    this.change((world) => world.createBody(body));
  }

  /** The pen or the eraser begins a stroke. */
  beginStroke(stroke: Stroke): void {
    if (this.tool !== 'pen') return;
    const isFixed = isGround(stroke.world, stroke.points[0], this.penRadius);
    stroke.picture = inkOf(stroke, isFixed ? fixedPenColor : penColor, 2 * this.penRadius);
  }

  /** The eraser removes what moves under its path. */
  moveStroke(stroke: Stroke): void {
    if (this.tool !== 'eraser') return;
    this.erase(bodiesAlong(stroke.world, stroke.points.slice(-2), this.eraserRadius), stroke);
  }

  /** The stroke of the pen becomes a body. A press with the eraser that does not move removes what is under it. */
  endStroke({ world, points }: Stroke): void {
    if (this.tool === 'eraser' && points.length === 1) this.eraseAt(points[0], world);
    if (this.tool === 'pen') this.draw(world, points);
  }

  /** Removes the body at a point, m, by default under the pointer: also a fixed one, but not the endless ground. */
  eraseAt(point: Point = this.stage.aim, world: World = this.stage.aimedWorld): void {
    const found = bodyUnder(world, point, this.eraserRadius);
    if (found !== null) this.erase([found]);
  }

  /** Sets off a blast at a point, m, by default under the pointer, in every world shown. Its size scales with the view. */
  blast({ x, y }: Point = this.stage.aim): void {
    const size = BLAST_SHARE * this.stage.halfSide;
    this.change((world) =>
      explode(world, {
        position: { x, y },
        radius: size,
        falloff: 3 * size,
        impulsePerLength: BLAST_IMPULSE,
      }),
    );
  }

  private get penRadius(): number {
    return PEN_SHARE * this.stage.halfSide;
  }

  private get eraserRadius(): number {
    return ERASER_SHARE * this.stage.halfSide;
  }

  /** Changes every world shown. */
  private change(edit: (world: World) => void): void {
    this.run.begin();
    for (const { world } of this.run.simulations()) edit(world);
    this.run.end();
  }

  /** Adds the body that a stroke in one of the worlds draws to all of them. It is fixed if the stroke begins on something fixed. */
  private draw(drawnIn: World, points: Stroke['points']): void {
    const body = drawnBody(points, this.penRadius, isGround(drawnIn, points[0], this.penRadius));
    this.change((world) => world.createBody(body));
  }

  /**
   * Removes bodies of a world, and those that stand for them in the others. A character cannot be removed.
   * What a swipe removes is one change.
   */
  private erase(bodies: readonly Body[], swipe?: Stroke): void {
    const characters = new Set(this.run.simulations().map(({ walker }) => walker?.mover.body));
    const doomed = bodies.filter((body) => !characters.has(body)).map(({ id }) => id);
    if (doomed.length === 0) return;
    if (swipe === undefined || swipe !== this.swipe) this.run.begin();
    this.swipe = swipe;
    for (const { world } of this.run.simulations()) remove(world, doomed);
    this.run.end();
  }
}
