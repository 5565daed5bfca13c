import { ArcRotateCamera } from '@babylonjs/core/Cameras/arcRotateCamera.js';
import { Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import { Scene } from '@babylonjs/core/scene.js';
import {
  type ClothCpu,
  type ClothDefinition,
  type ClothGpu,
  colliderReactions,
  createCloth,
  type MotionLimits,
  motionLimits,
  type Pressure,
} from '@otedama/cloth-webgpu';
import {
  type CanvasPoint,
  ClothDebug,
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
import { ClothDrive, type FeelingBall } from './cloth-drive.js';
import { ClothPointers } from './cloth-pointers.js';
import type { ClothScene } from './cloth-scene.js';
import { weave } from './fabrics.js';
import { Fibres } from './fibres.js';
import { fieldOfView, placesOf, reachAcross } from './framing.js';
import { GpuStopwatch } from './gpu-stopwatch.js';
import { withoutWebGpu } from './no-webgpu.js';
import { addRings, addRods } from './rods.js';
import { castShadows } from './shadows.js';

/** Maximum frame time in seconds; longer frames count as this long. A slow machine shows slow motion instead of falling behind. */
const longestFrame = 1 / 20;
const following = 0.1;

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
  private readonly drive: ClothDrive;
  private readonly view: ClothMesh;
  private readonly debug: ClothDebug;
  private readonly backdrop: Backdrop;
  private readonly bodies: Bodies;
  /** Fly off where the cloth tears; null if it cannot. */
  private readonly fibres: Fibres | null;
  private readonly pointers: ClothPointers;
  private readonly start: Uint8Array;
  private readonly deviceLoss: DeviceLoss;
  private readonly drawing: DrawOnChange;
  private readonly size = new ResizeObserver(() => this.fit());
  /** How far all but the floor reaches to the sides of the first view, as a multiple of the distance. */
  private readonly reach: number;
  /** The same for a cloth that swings. */
  private readonly farthest: number;
  private stopwatch: GpuStopwatch | null;
  private isHalted: boolean;

  /** Opens a scene, paused or not, by day or by night. It is drawn from now on. */
  static async open(
    { engine, fallbackReason }: CreatedEngine,
    definition: ClothScene,
    { isPaused, isNight }: { readonly isPaused: boolean; readonly isNight: boolean },
    listener: ClothStageListener,
  ): Promise<ClothStage> {
    const device = definition.ball === undefined ? gpuDeviceOf(engine) : null;
    if (gpuDeviceOf(engine) === null) {
      listener.say(withoutWebGpu(fallbackReason, definition.onCpu !== undefined));
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
    this.drive = new ClothDrive(cloth, definition, { ball, limits });
    this.gas = gas;
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
    const { surfaces, pieces } = definition;
    const isOnGpu = cloth.backend === 'gpu';
    this.view = new ClothMesh(this.scene, cloth, {
      ...(pieces === undefined
        ? { material: weave(this.scene, definition.fabric) }
        : {
            pieces: (isOnGpu ? pieces.onGpu : pieces.onCpu).map((piece, k) => ({
              ...piece,
              material: weave(this.scene, pieces.fabrics[k]),
            })),
          }),
      shading: definition.fabric === 'articles' ? 'faceted' : 'smooth',
      interpolation: () => this.drawnAlpha,
      ...(surfaces === undefined ? {} : { surface: isOnGpu ? surfaces.onGpu : surfaces.onCpu }),
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
    const { animation, swing } = definition;
    const seen = animation === undefined ? places : placesOf(animation);
    this.reach = reachAcross(this.camera, solid, seen);
    this.farthest = reachAcross(this.camera, solid, seen, swing);
    this.shade();
    this.fibres = definition.cloth.tearing === undefined ? null : new Fibres(this.scene);
    this.debug = new ClothDebug(this.scene, this.view);
    const canvas = engine.getRenderingCanvas();
    this.pointers = new ClothPointers(this.scene, this.camera, cloth, {
      tears: this.tears,
      onGrab: () => listener.grabbed(),
    });
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
    this.pointers.dispose();
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
    this.pointers.isCutting = value;
  }

  /**
   * Cuts a cloth that tears: all of it that is seen along a path on the canvas, CSS pixels, of two points or more. Resolves with the number
   * of edges that break in the next step.
   */
  cut(path: readonly CanvasPoint[]): Promise<number> {
    return this.pointers.cut(path);
  }

  get canLoseDevice(): boolean {
    return this.cloth.backend === 'gpu';
  }

  /** Resolves when the first complete frame can be drawn. */
  whenReady(): Promise<void> {
    return this.scene.whenReadyAsync();
  }

  step(): void {
    this.drive.step();
    this.fibres?.advance(this.cloth.stepSeconds);
    this.redraw();
  }

  /** Restores the initial state. The camera and the settings stay. */
  restart(): void {
    this.pointers.releaseAll();
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
    const [width, height] = [engine.getRenderWidth(), engine.getRenderHeight()];
    this.camera.fov = fieldOfView(this.reach, width, height, this.farthest);
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

  private newStopwatch(): GpuStopwatch | null {
    return this.cloth.backend === 'gpu' ? new GpuStopwatch(this.cloth.device) : null;
  }

  /** Makes the next frame be drawn even if the cloth does not move. */
  private redraw(): void {
    this.drawing.request();
  }

  /** Draws a frame, unless it would look like the last one. */
  private readonly frame = (): void => {
    this.drawing.frame(this.isMoving && !this.view.isResting);
  };

  private advance(): void {
    if (!this.isMoving) return;
    const before = performance.now();
    const seconds = Math.min(longestFrame, this.engine.getDeltaTime() / 1000);
    this.drive.prepare(seconds);
    this.stopwatch?.start();
    const steps = this.drive.advance(seconds);
    this.stopwatch?.stop();
    if (steps === 0) return;
    this.fibres?.advance(steps * this.cloth.stepSeconds);
    const now = performance.now() - before;
    const last = this.cpuMilliseconds ?? now;
    this.cpuMilliseconds = last + following * (now - last);
  }

  /** Where the cloth is drawn between its last two steps; after the last one while it stands still. */
  private get drawnAlpha(): number {
    return this.isPaused ? 1 : this.cloth.alpha;
  }

  /** Draws the bodies at the time of the drawn cloth. */
  private drawBodies(): void {
    const colliders = this.drive.collidersAt(this.drawnAlpha);
    if (colliders !== undefined) this.bodies.follow(colliders);
  }

  /** Sets the colliders and the skin to the cloth's time, after that time has jumped. */
  private placeBodies(): void {
    this.drive.place();
    this.redraw();
  }
}

function clothDefinition({ cloth, onCpu }: ClothScene, onGpu: boolean): ClothDefinition {
  return onGpu ? cloth : { ...cloth, ...onCpu };
}
