import type { Scene } from '@babylonjs/core/scene.js';
import {
  InputError,
  requireBoolean,
  requireFinite,
  requireInteger,
  requireKnownFields,
  requireOneOf,
  requirePositive,
} from '@otedama/math2d';
import { ArrivalClock } from './arrival-clock.js';
import type { Color } from './color.js';
import { POSE_FLOATS } from './constants.js';
import { fillChains } from './filled-chains.js';
import { findInnerEdges } from './inner-edges.js';
import { requireColor, requirePlanarCamera, requireScene, requireStyle } from './input.js';
import type { PlanarCamera } from './planar-camera.js';
import { type ReadPose, ShapeBatches } from './shape-batches.js';
import { articlesStyle, type Style } from './style.js';
import type { ShapeGeometry } from './types.js';

/** A body as it is sent to where it is drawn: plain data, which a `Body` has too. */
export interface SentBody {
  /** Its place in the poses, a whole number from 0: `Body.id`. Styles choose its colours by it. */
  readonly id: number;
  /** How it moves, for its colours. Default `dynamic`. */
  readonly type?: 'static' | 'kinematic' | 'dynamic';
  /** Its colour hint. Default: none. */
  readonly color?: Color | undefined;
  /** Its shapes in body axes, m. */
  readonly shapes: readonly { readonly geometry: ShapeGeometry; readonly isSensor?: boolean }[];
}

/** How poses that arrive are drawn. All are optional. */
export interface PoseViewOptions {
  /** How the bodies are drawn. Default: `articlesStyle`. */
  readonly style?: Style;
  /** Seconds from one pose to the next that are expected at first, > 0. The view learns them from the arrivals. Default 1/60. */
  readonly interval?: number;
}

/** States that are kept: the one that is shown is up to two intervals old, and two are needed to be between them. */
const KEPT = 4;

const types: readonly string[] = ['static', 'kinematic', 'dynamic'];

/** Poses of all bodies, and how many arrived before them. */
interface Arrived {
  readonly poses: Float32Array;
  readonly number: number;
}

/**
 * Draws bodies at poses that arrive from elsewhere: of a world in a worker, or on a server. The page has no world. It needs the bodies once,
 * and again when there are others, and from then on the poses after each step, as `World.readTransforms` writes them.
 *
 * ```ts
 * const view = new PoseView(scene, camera, { style: filledStyle });
 * worker.addEventListener('message', ({ data }) => {
 *   if (data.bodies !== undefined) view.show(data.bodies);
 *   else {
 *     const used = view.receive(data.poses); // memory for the worker to write to again
 *     if (used !== null) worker.postMessage(used, [used.buffer]);
 *   }
 * });
 * engine.runRenderLoop(() => {
 *   camera.update();
 *   view.update();
 *   scene.render();
 * });
 * ```
 *
 * Bodies are drawn between the poses that arrived, one and a half intervals old. The times of arrival are smoothed, so that an even motion
 * looks even although messages come early and late. It takes as many draw calls as the rigid bodies of a `WorldView`, and draws the same
 * shapes. There are no soft bodies and no debug layers, and all bodies look awake.
 */
export class PoseView {
  private readonly scene: Scene;
  private readonly camera: PlanarCamera;
  private readonly shapes: ShapeBatches;
  private readonly clock: ArrivalClock;
  private readonly arrived: Arrived[] = [];
  private received = 0;
  private currentStyle: Style;
  /** Bodies that are drawn from the next poses on. */
  private next: readonly SentBody[] | null = null;
  private drawn: readonly SentBody[] = [];
  /** The number of the first poses of each drawn body, by id. Those before are of another body in its place, or of none. */
  private first = new Map<number, number>();
  private isDisposed = false;

  /** @throws InputError if the scene, the camera or the style is none, and for options that are unknown or out of range */
  constructor(scene: Scene, camera: PlanarCamera, options: PoseViewOptions = {}) {
    requireScene(scene);
    requirePlanarCamera(camera);
    requireKnownFields(options, '', ['style', 'interval']);
    const { style = articlesStyle, interval = 1 / 60 } = options;
    requireStyle(style);
    this.clock = new ArrivalClock(1000 * requirePositive('interval', interval));
    this.scene = scene;
    this.camera = camera;
    this.currentStyle = style;
    this.shapes = new ShapeBatches(scene, 'poses');
    this.shapes.setStyle(style);
    Object.seal(this); // a name that does not exist throws
  }

  /**
   * How the bodies are drawn. A new style takes effect at the next update.
   * @throws InputError if it is set to what is no style
   */
  get style(): Style {
    return this.currentStyle;
  }

  set style(style: Style) {
    requireStyle(style);
    this.currentStyle = style;
    this.shapes.setStyle(style);
    this.addShapes();
  }

  /**
   * Takes the bodies that are drawn from the next poses on, in place of those before: send them before the poses in which they are there for
   * the first time. A body that is in both lists, the same object or one with equal data, goes on without a jump if it keeps its `id`.
   * @throws InputError for what is no body; the view is as before then
   */
  show(bodies: readonly SentBody[]): void {
    if (!Array.isArray(bodies)) throw new InputError('bodies', bodies, 'a list of bodies');
    const seen = new Set<number>();
    bodies.forEach((body, k) => {
      requireBody(`bodies[${k}]`, body);
      if (seen.has(body.id)) throw new InputError(`bodies[${k}].id`, body.id, 'an id that no other body has');
      seen.add(body.id);
    });
    this.next = bodies;
  }

  /**
   * Takes the poses after a step: x, y, m, cosine and sine of each body, at 4 times its id. The view keeps the array for some frames: do not
   * write to it until it is returned.
   * @param time when it arrived, ms, as `performance.now()` tells; default: now
   * @returns an array of before that is not needed any more, or null
   * @throws InputError for what is no Float32Array, and for one that is too short for the bodies
   */
  receive(poses: Float32Array, time: number = performance.now()): Float32Array | null {
    const bodies = this.next ?? this.drawn;
    const least = bodies.reduce((end, { id }) => Math.max(end, POSE_FLOATS * (id + 1)), 0);
    if (!(poses instanceof Float32Array) || poses.length < least)
      throw new InputError('poses', poses, `a Float32Array of at least ${least} numbers, 4 for each id`);
    requireFinite('time', time);
    this.clock.arrive(time);
    this.arrived.unshift({ poses, number: this.received++ });
    if (this.next !== null) this.replaceBodies(this.next);
    return this.arrived.length > KEPT ? this.arrived.pop()!.poses : null;
  }

  /**
   * Updates the scene. Call it once per frame, before rendering. Does nothing before the first poses, and once the view or its scene is
   * disposed of.
   * @param time of the frame, ms, as `performance.now()` tells; default: now
   * @throws InputError for a time that is not finite
   * @returns whether anything that the view draws has changed since the last update; {@link DrawOnChange} leaves out frames without changes
   */
  update(time: number = performance.now()): boolean {
    requireFinite('time', time);
    if (this.isDisposed || this.scene.isDisposed || this.arrived.length === 0) return false;
    const { arrived, first } = this;
    const age = this.clock.age(time, arrived.length);
    const place = Math.min(Math.floor(age), Math.max(0, arrived.length - 2));
    const share = age - place;
    const newest = arrived[0];
    const [after, before] = [arrived[place], arrived[Math.min(place + 1, arrived.length - 1)]];
    const readPose: ReadPose = (id, out) => {
      const from = first.get(id) ?? 0;
      if (after.number < from) copyPose(newest.poses, id, out);
      else if (before.number < from) copyPose(after.poses, id, out);
      else mixPoses(after.poses, before.poses, share, id, out);
    };
    return this.shapes.update(readPose, this.camera.bounds);
  }

  /** Removes what was drawn from the scene and frees it. Disposing of the scene does the same. */
  dispose(): void {
    if (this.isDisposed) return;
    this.isDisposed = true;
    this.arrived.length = 0;
    this.shapes.dispose();
  }

  private replaceBodies(bodies: readonly SentBody[]): void {
    const before = new Map(this.drawn.map((body) => [body.id, JSON.stringify(body)]));
    const first = new Map<number, number>();
    for (const body of bodies) {
      const isKnown = before.get(body.id) === JSON.stringify(body);
      first.set(body.id, isKnown ? (this.first.get(body.id) as number) : this.received - 1);
    }
    this.first = first;
    this.drawn = bodies;
    this.next = null;
    this.addShapes();
  }

  /** Adds all shapes again, static bodies first so that they are drawn below the others. */
  private addShapes(): void {
    this.shapes.clear();
    const isStatic = ({ type }: SentBody): boolean => type === 'static';
    for (const body of [...this.drawn.filter(isStatic), ...this.drawn.filter((one) => !isStatic(one))]) {
      const { id, type = 'dynamic', color } = body;
      const given = body.shapes.map(({ geometry, isSensor = false }) => ({ geometry, isSensor }));
      const filled = fillChains(given);
      // sensor shapes and solid shapes do not hide each other's edges
      const isOfOneKind = filled.every(({ isSensor }) => isSensor === filled[0].isSensor);
      const inner =
        isOfOneKind && filled.length > 1 ? findInnerEdges(filled.map(({ geometry }) => geometry)) : [];
      filled.forEach(({ geometry, isSensor }, k) => {
        const paint = this.currentStyle.paint({ type, index: id, color, awake: true, sensor: isSensor });
        this.shapes.add(id, geometry, paint, inner[k] ?? null, type !== 'static');
      });
    }
  }
}

function requireBody(path: string, body: SentBody): void {
  requireKnownFields(body, path, ['id', 'type', 'color', 'shapes']);
  const { id, type = 'dynamic', color, shapes } = body;
  requireInteger(`${path}.id`, id, 0, 2 ** 26);
  requireOneOf(`${path}.type`, type, types);
  if (color !== undefined) requireColor(`${path}.color`, color);
  if (!Array.isArray(shapes)) throw new InputError(`${path}.shapes`, shapes, 'a list of shapes');
  shapes.forEach((shape, k) => {
    requireKnownFields(shape, `${path}.shapes[${k}]`, ['geometry', 'isSensor']);
    requireBoolean(`${path}.shapes[${k}].isSensor`, shape.isSensor ?? false);
    if (typeof shape.geometry?.kind !== 'string')
      throw new InputError(`${path}.shapes[${k}].geometry`, shape.geometry, 'the geometry of a shape');
  });
}

function copyPose(poses: Float32Array, id: number, out: Float64Array): void {
  for (let k = 0; k < POSE_FLOATS; k++) out[k] = poses[POSE_FLOATS * id + k];
}

/** The pose at a share of the way back from `after` to `before`. The direction is normalized; after half a turn it may have none. */
function mixPoses(
  after: Float32Array,
  before: Float32Array,
  share: number,
  id: number,
  out: Float64Array,
): void {
  const at = POSE_FLOATS * id;
  for (let k = 0; k < POSE_FLOATS; k++) out[k] = after[at + k] + share * (before[at + k] - after[at + k]);
  const length = Math.sqrt(out[2] * out[2] + out[3] * out[3]);
  out[2] = length > 1e-9 ? out[2] / length : after[at + 2];
  out[3] = length > 1e-9 ? out[3] / length : after[at + 3];
}
