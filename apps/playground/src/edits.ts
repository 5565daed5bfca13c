import { type DebugLayer, hexColor } from '@otedama/render-babylon';
import { type Body, explode, type Joint, mapJointBodies, type World } from '@otedama/rigid';
import { drawnBody } from './drawn-body.js';
import { bodiesAlong, bodyUnder, isGround, remove } from './eraser.js';
import { JointDraft, type JointTool, jointKinds } from './joint-draft.js';
import { counterpart, madeByHand } from './made-joints.js';
import type { Simulation } from './simulation.js';
import { lackOfJoints } from './solvers.js';
import type { Stage } from './stage.js';
import { inkOf, type Stroke } from './stroke.js';
import { addedBody, presses, type Tool } from './tools.js';
import { jointsAlong } from './touched-joints.js';

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

/** Bodies this close to the end of a joint are at it, as a fraction of half the shorter side of the view. */
const JOINT_SHARE = 0.02;

/** A press with the eraser within this fraction of its radius from a joint means the joint, and not a body under it. */
const JOINT_PRESS_SHARE = 0.6;

/** Colours of strokes that become bodies, and of those that stay where they are. */
const penColor = hexColor('#d1495b');
const fixedPenColor = hexColor('#8d8577');

/** What edits need of the page around them. */
export interface EditedRun {
  /** The simulations that run side by side; all are changed in the same way. */
  simulations(): readonly Simulation[];
  /** The layers that draw joints. */
  jointLayers(): readonly DebugLayer[];
  /** Their worlds are about to be changed: undoing leads back to here. */
  begin(): void;
  /** Their worlds have been changed. */
  end(): void;
  /** Says why something was not done, and what to do. */
  advise(sentence: string): void;
}

const isJointTool = (tool: Tool): tool is JointTool => tool in jointKinds;

/** What the reader changes in the worlds with the tools. */
export class Edits {
  private readonly stage: Stage;
  private readonly run: EditedRun;
  private chosenTool: Tool = 'hand';
  /** Joints that are being drawn. */
  private readonly drafts: WeakMap<Stroke, JointDraft> = new WeakMap();
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

  /** A sentence that says why a tool does nothing in the scene as it runs now, and what to do; null if it works. */
  refusalOf(tool: Tool): string | null {
    return isJointTool(tool)
      ? lackOfJoints(
          this.run.simulations().map(({ choice }) => choice),
          jointKinds[tool],
        )
      : null;
  }

  /** Uses the tool at a point, m, of one of the worlds shown. */
  use(point: Point, world: World): void {
    const { tool } = this;
    if (tool === 'add') this.add(point);
    if (tool === 'blast') this.blast(point);
    // a tap with a finger; the press of a mouse is a stroke already
    if (tool === 'pen') this.draw(world, [point]);
    if (tool === 'eraser') this.eraseAt(point, world);
    if (isJointTool(tool)) this.join(this.draft(tool, world, point));
  }

  /** Adds a body at a point, m, by default under the pointer, to every world shown. */
  add(point: Point = this.stage.aim): void {
    const body = addedBody(this.added++, point, this.stage.halfSide);
    this.change((world) => world.createBody(body));
  }

  /** A tool that draws begins a stroke. */
  beginStroke(stroke: Stroke): void {
    const { tool } = this;
    const [point] = stroke.points;
    if (tool === 'pen') {
      const isFixed = isGround(stroke.world, point, this.penRadius);
      stroke.picture = inkOf(stroke, isFixed ? fixedPenColor : penColor, 2 * this.penRadius);
    }
    if (isJointTool(tool)) {
      const draft = this.draft(tool, stroke.world, point);
      if (draft === null) return;
      this.drafts.set(stroke, draft);
      stroke.picture = (painter, context) => draft.draw(painter, context);
    }
  }

  /** The eraser removes what moves under its path, and joints. */
  moveStroke(stroke: Stroke): void {
    const path = stroke.points.slice(-2);
    this.drafts.get(stroke)?.move(path[path.length - 1]);
    if (this.tool !== 'eraser') return;
    const radius = this.eraserRadius;
    this.erase(bodiesAlong(stroke.world, path, radius), this.jointsAlong(stroke.world, path, radius), stroke);
  }

  /** The stroke becomes a body or a joint. A press with the eraser that does not move removes what is under it. */
  endStroke(stroke: Stroke): void {
    const { world, points } = stroke;
    if (this.tool === 'eraser' && points.length === 1) this.eraseAt(points[0], world);
    if (this.tool === 'pen') this.draw(world, points);
    this.join(this.drafts.get(stroke) ?? null);
  }

  /** Pins what is at a point, m, by default under the pointer. */
  pinAt(point: Point = this.stage.aim, world: World = this.stage.aimedWorld): void {
    this.join(this.draft('pin', world, point));
  }

  /**
   * Removes what is at a point, m, by default under the pointer: a joint that is drawn there, otherwise a body, also a fixed one, but not the
   * endless ground.
   */
  eraseAt(point: Point = this.stage.aim, world: World = this.stage.aimedWorld): void {
    const radius = this.eraserRadius;
    const joint = this.jointsAlong(world, [point], JOINT_PRESS_SHARE * radius).at(-1);
    const body = joint === undefined ? bodyUnder(world, point, radius) : null;
    this.erase(body === null ? [] : [body], joint === undefined ? [] : [joint]);
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

  /** Begins a joint at a point, m. Null if the solvers have no joints, which is said. */
  private draft(tool: JointTool, world: World, point: Point): JointDraft | null {
    const refusal = this.refusalOf(tool);
    if (refusal === null)
      return new JointDraft(tool, world, point, JOINT_SHARE * this.stage.halfSide, this.characters);
    this.run.advise(refusal);
    return null;
  }

  /** Adds the joint of a draft to every world shown, between the bodies that have the same ids there. Says if it cannot be made. */
  private join(draft: JointDraft | null): void {
    if (draft === null) return;
    const { refusal } = draft;
    if (refusal !== null) {
      this.run.advise(refusal);
      // its picture goes
      this.stage.redraw();
      return;
    }
    const { definition } = draft;
    this.change((world) => {
      const joint = world.createJoint(mapJointBodies(definition, (id) => world.bodyAt(id) as Body));
      joint.userData = madeByHand;
    });
  }

  /** The bodies of characters, which are joined to nothing and stay. */
  private get characters(): ReadonlySet<Body> {
    return new Set(
      this.run.simulations().flatMap(({ walker }) => (walker === null ? [] : [walker.mover.body])),
    );
  }

  private jointsAlong(world: World, points: readonly Point[], radius: number): Joint[] {
    return jointsAlong(world, points, radius, this.stage.camera.metersPerPixel, this.run.jointLayers());
  }

  /**
   * Removes bodies and joints of a world, and those that stand for them in the others. A character cannot be removed.
   * What a swipe removes is one change.
   */
  private erase(bodies: readonly Body[], joints: readonly Joint[], swipe?: Stroke): void {
    const { characters } = this;
    const doomed = bodies.filter((body) => !characters.has(body)).map(({ id }) => id);
    if (doomed.length === 0 && joints.length === 0) return;
    const simulations = this.run.simulations();
    // joints that are alike have the same counterpart
    const cut = simulations.map(({ world }) => new Set(joints.map((joint) => counterpart(world, joint))));
    if (swipe === undefined || swipe !== this.swipe) this.run.begin();
    this.swipe = swipe;
    simulations.forEach(({ world }, k) => {
      for (const joint of cut[k]) if (joint !== undefined) world.destroyJoint(joint);
      remove(world, doomed);
    });
    this.run.end();
  }
}
