import { ArcRotateCamera } from '@babylonjs/core/Cameras/arcRotateCamera.js';
import type { Material } from '@babylonjs/core/Materials/material.js';
import { Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import { Scene } from '@babylonjs/core/scene.js';
import {
  type ClothCpu,
  type ClothDefinition,
  type ClothGpu,
  type Collider,
  colliderReactions,
  createCloth,
  type MotionLimits,
  motionLimits,
  type Pressure,
  type Ray,
  type Reactions,
} from '@otedama/cloth-webgpu';
import {
  type CanvasPoint,
  ClothDebug,
  ClothHand,
  type ClothLayer,
  ClothMesh,
  type CreatedEngine,
  createEngine,
  DrawOnChange,
  type EngineKind,
  gpuDeviceOf,
} from '@otedama/render-babylon';
import { DeviceLoss } from '../device-loss.js';
import { Backdrop } from './backdrop.js';
import { Bodies, FLOOR } from './bodies.js';
import { CaughtBall } from './caught-ball.js';
import type { ClothScene } from './cloth-scene.js';
import { weave } from './fabrics.js';
import { Fibres } from './fibres.js';
import { Fist } from './fist.js';
import { fieldOfView, placesOf, reachAcross } from './framing.js';
import { GpuStopwatch } from './gpu-stopwatch.js';
import { addRings, addRods } from './rods.js';
import { castShadows } from './shadows.js';

/** Maximum frame time in seconds; longer frames count as this long. A slow machine shows slow motion instead of falling behind. */
const longestFrame = 1 / 20;
const following = 0.1;

/** How far beyond the point that the camera looks at a blade reaches, metres: through the whole cloth. */
const bladeReach = 10;

/** Events of the stage for the page. */
export interface ClothStageListener {
  /** Shows a message to the reader; an empty text removes it. */
  say(sentence: string): void;
  /** A pointer grabbed the cloth. */
  grabbed(): void;
}

/** Creates the engine of a canvas, which draws one stage after another; `prefer` 'webgl' never tries WebGPU. */
export async function createClothEngine(
  canvas: HTMLCanvasElement,
  prefer: EngineKind,
): Promise<CreatedEngine> {
  const created = await createEngine(canvas, { prefer, antialias: true, gpuFeatures: ['timestamp-query'] });
  const { engine } = created;
  // limits the frames in flight, so that a device slower than the screen does not queue up frames
  if ('maxFramesInFlight' in engine) engine.maxFramesInFlight = 2;
  return created;
}

/** A ball, and what it feels of the cloth. */
interface FeelingBall {
  readonly body: CaughtBall;
  readonly reactions: Reactions;
}

/** What a scene has besides its cloth, and the state in which the cloth starts. */
interface Opened {
  readonly ball: FeelingBall | null;
  readonly gas: Pressure | null;
  /** The limits of a cloth that follows an animation. */
  readonly limits: MotionLimits | null;
  readonly start: Uint8Array;
  readonly places: Float32Array;
}

/** One cloth scene: cloth, pointer interaction, layers, and a clock that can be paused. */
export class ClothStage {
  readonly cloth: ClothGpu | ClothCpu;
  readonly camera: ArcRotateCamera;
  /** The gas in the cloth; null for none. */
  readonly gas: Pressure | null;
  /** CPU time of the steps of a frame, milliseconds, smoothed over the last frames. */
  cpuMilliseconds: number | null = null;
  private readonly engine: CreatedEngine['engine'];
  private readonly scene: Scene;
  private readonly definition: ClothScene;
  private readonly ball: FeelingBall | null;
  private readonly limits: MotionLimits | null;
  private readonly view: ClothMesh;
  private readonly debug: ClothDebug;
  private readonly material: Material;
  private readonly backdrop: Backdrop;
  private readonly bodies: Bodies;
  /** Fly off where the cloth tears; null if it cannot. */
  private readonly fibres: Fibres | null;
  private readonly hand: ClothHand;
  /** Pulls a cloth that can tear; null for the others. */
  private readonly fist: Fist | null;
  /** Where the pointers were last heard of, and what ends listening to them. */
  private readonly points: Map<number, CanvasPoint> = new Map();
  private readonly listening: AbortController = new AbortController();
  private readonly start: Uint8Array;
  private readonly deviceLoss: DeviceLoss;
  private readonly drawing: DrawOnChange;
  private readonly size = new ResizeObserver(() => this.fit());
  /** How far all but the floor reaches to the sides of the first view, as a multiple of the distance. */
  private readonly reach: number;
  private stopwatch: GpuStopwatch | null;
  private isHalted: boolean;
  private cuts = false;

  /** Opens a scene, paused or not, by day or by night. It is drawn from now on. */
  static async open(
    { engine, fallbackReason }: CreatedEngine,
    definition: ClothScene,
    { isPaused, isNight }: { readonly isPaused: boolean; readonly isNight: boolean },
    listener: ClothStageListener,
  ): Promise<ClothStage> {
    const device = definition.ball === undefined ? gpuDeviceOf(engine) : null;
    if (gpuDeviceOf(engine) === null) {
      const reason = fallbackReason === '' ? 'WebGL was asked for' : lackOfWebGpu(fallbackReason);
      const fewer = definition.onCpu === undefined ? '' : ', with fewer particles';
      listener.say(
        `${reason}. The cloth runs on the processor${fewer}.${fallbackReason === '' ? '' : adviceOnWebGpu()}`,
      );
    }
    const given = clothDefinition(definition, device !== null);
    const reactions = colliderReactions();
    const ball = definition.ball === undefined ? null : { body: new CaughtBall(definition.ball), reactions };
    const limits = definition.animation === undefined ? null : motionLimits(definition.animation.limits);
    const whole = {
      ...given,
      ...(ball !== null && { colliders: [ball.body.collider(), ...(given.colliders ?? [])], reactions }),
      ...(limits !== null && { limits }),
    };
    const cloth = await createCloth(whole, { device });
    const [start, places] = await Promise.all([cloth.snapshot(), cloth.readPositions()]);
    const gas = whole.pressure ?? null;
    const opened = { ball, gas, limits, start, places };
    const stage = new ClothStage(engine, cloth, definition, opened, isPaused, listener);
    stage.isNight = isNight;
    return stage;
  }

  private constructor(
    engine: CreatedEngine['engine'],
    cloth: ClothGpu | ClothCpu,
    definition: ClothScene,
    { ball, gas, limits, start, places }: Opened,
    isPaused: boolean,
    listener: ClothStageListener,
  ) {
    this.engine = engine;
    this.cloth = cloth;
    this.definition = definition;
    this.ball = ball;
    this.gas = gas;
    this.limits = limits;
    this.start = start;
    this.isHalted = isPaused;
    this.scene = new Scene(engine);
    this.drawing = new DrawOnChange(this.scene);
    const { radius } = definition.camera;
    this.camera = new ArcRotateCamera('camera', 0, 0, radius, Vector3.Zero(), this.scene);
    this.resetView();
    this.camera.minZ = 0.05;
    this.camera.lowerRadiusLimit = radius / 5;
    this.camera.upperRadiusLimit = radius * 4;
    this.camera.wheelDeltaPercentage = 0.01;
    this.camera.panningSensibility = 400;
    this.camera.attachControl();
    this.backdrop = new Backdrop(this.scene, definition.fabric);
    this.material = weave(this.scene, definition.fabric);
    const { surfaces } = definition;
    this.view = new ClothMesh(this.scene, cloth, {
      material: this.material,
      shading: definition.fabric === 'articles' ? 'faceted' : 'smooth',
      interpolation: () => this.drawnAlpha,
      ...(surfaces === undefined
        ? {}
        : { surface: cloth.backend === 'gpu' ? surfaces.onGpu : surfaces.onCpu }),
    });
    const { rods = [], hasRings = false } = definition;
    addRods(this.scene, rods);
    if (hasRings)
      addRings(
        this.scene,
        rods[0],
        cloth.pins.map((pin) => places[4 * pin]),
      );
    this.bodies = new Bodies(this.scene, cloth.colliders, definition.statue);
    const solid = this.scene.meshes.filter((mesh) => mesh !== this.view.mesh && mesh.name !== FLOOR);
    const { animation } = definition;
    const seen = animation === undefined ? places : placesOf(animation);
    this.reach = reachAcross(this.camera, solid, seen);
    this.shade();
    this.fibres = definition.cloth.tearing === undefined ? null : new Fibres(this.scene);
    this.debug = new ClothDebug(this.scene, this.view);
    const canvas = engine.getRenderingCanvas();
    this.fist = definition.cloth.tearing === undefined ? null : new Fist(cloth);
    const onGrab = (pointerId: number) => {
      this.makeFist(pointerId);
      this.showCursor();
      listener.grabbed();
    };
    const onRelease = (pointerId: number) => {
      this.fist?.open(pointerId);
      this.showCursor();
    };
    this.hand = new ClothHand(this.scene, cloth, { onGrab, onRelease });
    if (canvas !== null && this.fist !== null) this.followPointers(canvas);
    this.showCursor();
    this.stopwatch = this.newStopwatch();
    this.deviceLoss = new DeviceLoss((text) => listener.say(text));
    this.listen(listener);
    this.scene.onBeforeRenderObservable.add(() => {
      this.advance();
      this.drawBodies();
    });
    this.fit(); // the observer comes after the first frame
    if (canvas !== null) this.size.observe(canvas);
    engine.runRenderLoop(this.frame);
  }

  /** Stops drawing and listening, so that the engine can draw another stage. What is on the canvas stays there. */
  leave(): void {
    this.engine.stopRenderLoop(this.frame);
    this.size.disconnect();
    this.deviceLoss.dispose();
    this.hand.dispose();
    this.listening.abort();
    this.camera.detachControl();
    this.scene.detachControl();
  }

  /** Removes the scene and its cloth. */
  dispose(): void {
    this.leave();
    this.debug.dispose();
    this.view.dispose();
    this.scene.dispose();
    this.stopwatch?.dispose();
    this.cloth.dispose();
  }

  /** Whether the cloth stands still. It is then drawn after its last step, not between two. */
  get isPaused(): boolean {
    return this.isHalted;
  }
  set isPaused(value: boolean) {
    this.isHalted = value;
    this.redraw();
  }

  /** Draws the cloth by day or by night. */
  set isNight(value: boolean) {
    this.backdrop.show(value);
    this.bodies.show(this.backdrop);
    this.redraw();
  }

  /** Whether the cloth makes steps. */
  get isMoving(): boolean {
    return !this.isPaused && this.cloth.status === 'running';
  }

  /** GPU time of the steps of a frame, milliseconds, smoothed; null if it cannot be measured. */
  get gpuMilliseconds(): number | null {
    return this.stopwatch?.milliseconds ?? null;
  }

  /** Whether the cloth can tear. */
  get tears(): boolean {
    return this.definition.cloth.tearing !== undefined;
  }

  /** Whether a press cuts instead of grabbing, which the cursor shows. */
  set isCutting(value: boolean) {
    this.cuts = value;
    this.showCursor();
  }

  /**
   * Cuts a cloth that tears: all of it that is seen along a path on the canvas, CSS pixels, of two points or more. Resolves with the number
   * of edges that break in the next step.
   */
  async cut(path: readonly CanvasPoint[]): Promise<number> {
    const { x, y, z } = this.camera.globalPosition;
    const reach = this.camera.radius + bladeReach;
    // the sheet of all lines of sight through the path
    const ends = path.map((point) => {
      const { origin, direction } = this.rayThrough(point);
      return {
        x: origin.x + reach * direction.x,
        y: origin.y + reach * direction.y,
        z: origin.z + reach * direction.z,
      };
    });
    try {
      return await this.cloth.cut([{ x, y, z }, ...ends]);
    } catch (error) {
      // a cloth that the reader has left, or whose device is lost, stays whole
      if (this.cloth.status === 'running') throw error;
      return 0;
    }
  }

  get canLoseDevice(): boolean {
    return this.cloth.backend === 'gpu';
  }

  /** Resolves when the first complete frame can be drawn. */
  whenReady(): Promise<void> {
    return this.scene.whenReadyAsync();
  }

  step(): void {
    this.drive(1);
    this.cloth.step();
    this.fibres?.advance(this.cloth.stepSeconds);
    this.redraw();
  }

  /** Restores the initial state. The camera and the settings stay. */
  restart(): void {
    this.hand.releaseAll();
    this.fibres?.clear();
    this.cloth.restore(this.start);
    this.placeBodies();
  }

  /** Moves the camera back to where it was at first. */
  resetView(): void {
    const { camera } = this;
    const { alpha, beta, radius, target } = this.definition.camera;
    camera.target = new Vector3(target.x, target.y, target.z);
    camera.alpha = alpha;
    camera.beta = beta;
    camera.radius = radius;
    // or it would drift on
    camera.inertialAlphaOffset = camera.inertialBetaOffset = camera.inertialRadiusOffset = 0;
    camera.inertialPanningX = camera.inertialPanningY = 0;
  }

  isShown(layer: ClothLayer): boolean {
    return this.debug.isShown(layer);
  }

  show(layer: ClothLayer, on: boolean): void {
    this.debug.show(layer, on);
    this.redraw();
  }

  /** Destroys the device, to test that the cloth continues on another one. */
  loseDevice(): void {
    gpuDeviceOf(this.engine)?.destroy();
  }

  private listen(listener: ClothStageListener): void {
    this.cloth.subscribe((event) => {
      this.redraw();
      if (event.type === 'deviceLost') this.deviceLoss.lost();
      else if (event.type === 'restored') {
        this.stopwatch = this.newStopwatch(); // the old one is gone with its device
        this.placeBodies();
        this.deviceLoss.restored();
      } else if (event.type === 'nonFinite') {
        this.placeBodies();
        listener.say(`${event.count} particles were no longer numbers: back to step ${event.step}.`);
      } else if (event.type === 'torn') {
        this.fibres?.burst(event.positions);
      } else if (event.type === 'refused') {
        listener.say(`The cloth goes on without it: ${event.error.message}.`);
      } else if (event.type === 'failed') {
        listener.say(`The cloth stands still: ${String(event.error)}. Reload the page to start it again.`);
      }
    });
  }

  /** Adapts to the size of the canvas, so that nothing is cut off and a tall canvas is filled. */
  private fit(): void {
    const { engine } = this;
    engine.resize();
    this.redraw();
    this.camera.fov = fieldOfView(this.reach, engine.getRenderWidth(), engine.getRenderHeight());
  }

  /** Gives the bodies and the floor, if there are any, shadows of everything but the floor. */
  private shade(): void {
    const { sun } = this.backdrop;
    const { meshes } = this.bodies;
    if (sun === null || meshes.length === 0) return;
    for (const mesh of meshes) if (mesh.name === FLOOR) this.backdrop.leaveToSun(mesh);
    castShadows(
      sun,
      this.scene.meshes.filter((mesh) => mesh.name !== FLOOR),
      meshes,
    );
  }

  /** The line of sight through a point on the canvas. */
  private rayThrough({ left, top }: CanvasPoint): Ray {
    return this.scene.createPickingRay(left, top, null, this.camera);
  }

  /** Notes where pointers are, and pulls with those that have made a fist. */
  private followPointers(canvas: HTMLCanvasElement): void {
    const follow = ({ pointerId, clientX, clientY }: PointerEvent): void => {
      const box = canvas.getBoundingClientRect();
      const point = { left: clientX - box.left, top: clientY - box.top };
      this.points.set(pointerId, point);
      this.fist?.move(pointerId, this.rayThrough(point));
    };
    const { signal } = this.listening;
    canvas.addEventListener('pointerdown', follow, { signal });
    canvas.addEventListener('pointermove', follow, { signal });
  }

  /** Takes a handful of cloth around what a pointer holds. */
  private makeFist(pointerId: number): void {
    const point = this.points.get(pointerId);
    if (this.fist === null || point === undefined) return;
    const right = this.camera.getDirection(Vector3.Right());
    const up = this.camera.getDirection(Vector3.Up());
    this.fist.close(pointerId, this.rayThrough(point), right, up);
  }

  private showCursor(): void {
    this.scene.defaultCursor = this.cuts ? 'crosshair' : this.hand.holding > 0 ? 'grabbing' : 'grab';
    const canvas = this.engine.getRenderingCanvas();
    if (canvas !== null) canvas.style.cursor = this.scene.defaultCursor;
  }

  private newStopwatch(): GpuStopwatch | null {
    return this.cloth.backend === 'gpu' ? new GpuStopwatch(this.cloth.device) : null;
  }

  /** Makes the next frame be drawn even if the cloth does not move. */
  private redraw(): void {
    this.drawing.request();
  }

  /** Draws a frame, unless it would look like the last one. */
  private readonly frame = (): void => {
    this.drawing.frame(this.isMoving);
  };

  private advance(): void {
    if (!this.isMoving) return;
    const before = performance.now();
    const seconds = Math.min(longestFrame, this.engine.getDeltaTime() / 1000);
    if (this.ball === null) this.drive(Math.max(1, Math.round(seconds / this.cloth.stepSeconds)));
    this.stopwatch?.start();
    const steps = this.ball === null ? this.cloth.advance(seconds) : this.advanceByStep(seconds);
    this.stopwatch?.stop();
    if (steps === 0) return;
    this.fibres?.advance(steps * this.cloth.stepSeconds);
    const now = performance.now() - before;
    const last = this.cpuMilliseconds ?? now;
    this.cpuMilliseconds = last + following * (now - last);
  }

  /** Advances the time with the ball moving before each step. Returns the number of steps done. */
  private advanceByStep(seconds: number): number {
    const { cloth } = this;
    let left = seconds;
    for (let steps = 0; ; ) {
      const wait = (1 - cloth.alpha) * cloth.stepSeconds;
      if (left < wait) {
        cloth.advance(left);
        return steps;
      }
      this.drive(1);
      steps += cloth.advance(wait);
      left -= wait;
    }
  }

  /** Where the cloth is drawn between its last two steps; after the last one while it stands still. */
  private get drawnAlpha(): number {
    return this.isPaused ? 1 : this.cloth.alpha;
  }

  /** Draws the bodies at the time of the drawn cloth. */
  private drawBodies(): void {
    const { stepCount, stepSeconds } = this.cloth;
    const steps = Math.max(0, stepCount - 1 + this.drawnAlpha);
    const colliders =
      this.ball === null
        ? this.definition.bodies?.(steps * stepSeconds)
        : [this.ball.body.collider(this.drawnAlpha)];
    if (colliders !== undefined) this.bodies.follow(colliders);
  }

  /** Sets wind, colliders and the skin for the next `steps` steps. */
  private drive(steps: number): void {
    const { wind, bodies, animation } = this.definition;
    const { stepCount, stepSeconds } = this.cloth;
    if (wind !== undefined) this.cloth.setParameters({ wind: wind(stepCount * stepSeconds) });
    const then = (stepCount + steps) * stepSeconds;
    if (bodies !== undefined) this.cloth.moveColliders(bodies(then));
    if (animation !== undefined) this.limits?.move(animation.skin(then));
    if (this.ball === null) return;
    const { body, reactions } = this.ball;
    const [felt] = reactions.take();
    if (felt === undefined) return;
    const goesOn = body.step(felt, this.cloth.parameters.gravity, stepSeconds);
    if (goesOn) this.cloth.moveColliders(this.collidersWith(body));
    else this.cloth.setColliders(this.collidersWith(body));
  }

  /** The ball where it is now, and the other colliders. */
  private collidersWith(ball: CaughtBall): readonly Collider[] {
    return [ball.collider(), ...this.cloth.colliders.slice(1)];
  }

  /** Sets the colliders and the skin to the cloth's time, after that time has jumped. */
  private placeBodies(): void {
    const { stepCount, stepSeconds } = this.cloth;
    this.ball?.body.reset();
    const colliders =
      this.ball === null
        ? this.definition.bodies?.(stepCount * stepSeconds)
        : this.collidersWith(this.ball.body);
    if (colliders !== undefined) this.cloth.setColliders(colliders);
    const { animation } = this.definition;
    if (animation !== undefined) this.limits?.place(animation.skin(stepCount * stepSeconds));
    this.redraw();
  }
}

/** A sentence for a reason why there is no WebGPU, without its full stop: errors of a device do not name what failed. */
function lackOfWebGpu(reason: string): string {
  return reason.includes('WebGPU') ? reason[0].toUpperCase() + reason.slice(1) : `No WebGPU: ${reason}`;
}

/** What helps a reader whose browser gives the page no WebGPU; empty if the reason already says it. */
function adviceOnWebGpu(): string {
  if ('gpu' in navigator)
    return ' Switching on hardware acceleration in the browser, or a driver update, usually helps.';
  if (!isSecureContext) return '';
  return ' Chrome, Edge, Firefox and Safari have it in their current versions, on iPhones and iPads from iOS 26 on.';
}

function clothDefinition({ cloth, onCpu }: ClothScene, onGpu: boolean): ClothDefinition {
  return onGpu ? cloth : { ...cloth, ...onCpu };
}
