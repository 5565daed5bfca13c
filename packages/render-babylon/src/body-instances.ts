import '@babylonjs/core/Meshes/thinInstanceMesh.js';
import { Matrix, Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import type { Mesh } from '@babylonjs/core/Meshes/mesh.js';
import { InputError, requireFinite, requireKnownFields } from '@otedama/math2d';
import type { Body, BodyStore } from '@otedama/rigid';
import type { Color } from './color.js';
import { askFraction, requireCallback, requireColor, requireMesh, requireWorld } from './input.js';
import { blendPose } from './pose.js';
import { SentData } from './sent-data.js';

/** How one body is drawn. */
export interface InstanceLook {
  /** Factor by which the mesh is scaled, no unit: one for all axes, or one for each. Default 1. */
  readonly scale?: number | Vector3;
  /** z of the mesh's origin, m. Default 0. */
  readonly depth?: number;
  /** Multiplies the colour of the material: red, green, blue, 0..1. Default white, which changes nothing. */
  readonly color?: Color;
}

/** When and where the bodies are drawn. */
export interface BodyInstancesOptions {
  /** Returns where bodies are drawn between the start (0) and the end (1) of the last step; default: always at the end. */
  readonly interpolation?: () => number;
}

const MATRIX_FLOATS = 16;
const COLOR_FLOATS = 4;
/** Scale along x, y, z, and depth. */
const LOOK_FLOATS = 4;

const white: Color = [1, 1, 1];

function requireLook(look: InstanceLook): void {
  requireKnownFields(look, 'look', ['scale', 'depth', 'color']);
  const { scale = 1, depth = 0, color = white } = look;
  if (typeof scale === 'number') requireFinite('look.scale', scale);
  else for (const axis of ['x', 'y', 'z'] as const) requireFinite(`look.scale.${axis}`, scale?.[axis]);
  requireFinite('look.depth', depth);
  requireColor('look.color', color);
}

/**
 * Draws many bodies with one Babylon.js mesh, in one draw call: the thin instances of the mesh. Unlike a `WorldView` it works with any
 * camera, material, light and shadow.
 *
 * ```ts
 * const crates = new BodyInstances(world, CreateBox('crate', {}, scene));
 * for (const body of bodies) crates.add(body, { color: clothColor(body.id) });
 * ```
 *
 * The instances follow their bodies before each frame. A body that is destroyed or disabled disappears. The mesh itself is not drawn. Its own
 * pose applies to all instances, so the world lies in the plane z = 0 of the mesh: set the mesh's parent to tilt it. Lights that cast shadows
 * and the camera see the box around all instances.
 */
export class BodyInstances {
  /** The mesh that is drawn. */
  readonly mesh: Mesh;
  private readonly store: BodyStore;
  private readonly fraction: (() => number) | undefined;
  private readonly members: Body[] = [];
  private readonly places: Map<Body, number> = new Map();
  private matrices: Float32Array = new Float32Array(0);
  private looks: Float32Array = new Float32Array(0);
  private colors: Float32Array | null = null;
  private areColorsStale = false;
  /** Distance from the origin of the mesh within which all of it is, m. */
  private readonly reach: number;
  private readonly pose: Float64Array = new Float64Array(4);
  /** What the GPU has of `matrices`. */
  private readonly sentMatrices = new SentData();
  /** Whether colours have changed since the last update. */
  private isRepainted = false;
  private readonly stopFollowing: () => void;

  /** @throws InputError if the world or the mesh is none, or for an option that does not exist */
  constructor(world: { readonly bodyStore: BodyStore }, mesh: Mesh, options: BodyInstancesOptions = {}) {
    requireWorld(world);
    requireMesh(mesh);
    requireKnownFields(options, '', ['interpolation']);
    requireCallback('interpolation', options.interpolation, '() => clock.alpha');
    this.store = world.bodyStore;
    this.mesh = mesh;
    this.fraction = options.interpolation;
    const { minimum, maximum } = mesh.getBoundingInfo();
    this.reach = Vector3.Maximize(
      new Vector3(Math.abs(minimum.x), Math.abs(minimum.y), Math.abs(minimum.z)),
      new Vector3(Math.abs(maximum.x), Math.abs(maximum.y), Math.abs(maximum.z)),
    ).length();
    mesh.doNotSyncBoundingInfo = true;
    mesh.isVisible = false;
    const scene = mesh.getScene();
    const drawing = scene.onBeforeRenderObservable.add(() => this.update());
    const ending = mesh.onDisposeObservable.add(() => this.dispose());
    this.stopFollowing = () => {
      scene.onBeforeRenderObservable.remove(drawing);
      mesh.onDisposeObservable.remove(ending);
    };
    Object.seal(this); // a name that does not exist throws
  }

  /** The drawn bodies, in the order of the instances: `bodies[pickingInfo.thinInstanceIndex]` is the body that was picked. */
  get bodies(): readonly Body[] {
    return this.members;
  }

  /**
   * Draws a body, or changes how it is drawn.
   * @throws InputError for no body or one that was destroyed, and for a look that is unknown or out of range
   */
  add(body: Body, look: InstanceLook = {}): void {
    if (!body?.isValid) throw new InputError('body', body, 'a body that is not destroyed');
    requireLook(look);
    let place = this.places.get(body);
    if (place === undefined) {
      place = this.members.length;
      this.members.push(body);
      this.places.set(body, place);
      if (place >= this.looks.length / LOOK_FLOATS) this.grow(Math.max(16, 2 * place));
    }
    const { scale = 1, depth = 0, color = white } = look;
    const { x, y, z } = typeof scale === 'number' ? { x: scale, y: scale, z: scale } : scale;
    this.looks.set([x, y, z, depth], LOOK_FLOATS * place);
    if (color !== white && this.colors === null) {
      this.colors = new Float32Array((COLOR_FLOATS * this.looks.length) / LOOK_FLOATS).fill(1);
      this.mesh.thinInstanceSetBuffer('color', this.colors, COLOR_FLOATS, false);
    }
    if (this.colors === null) return;
    this.colors.set(color, COLOR_FLOATS * place);
    this.areColorsStale = true;
    this.isRepainted = true;
  }

  /** Draws a body no longer. The last instance takes its place in `bodies`. */
  remove(body: Body): void {
    const place = this.places.get(body);
    const last = this.members.length - 1;
    if (place === undefined) return;
    const moved = this.members[last];
    this.members[place] = moved;
    this.places.set(moved, place);
    this.looks.copyWithin(LOOK_FLOATS * place, LOOK_FLOATS * last, LOOK_FLOATS * (last + 1));
    this.members.pop();
    this.places.delete(body);
    if (this.colors === null) return;
    this.colors.copyWithin(COLOR_FLOATS * place, COLOR_FLOATS * last, COLOR_FLOATS * (last + 1));
    this.areColorsStale = true;
  }

  /**
   * Moves the instances to their bodies. The scene calls this before each frame that it draws. Call it yourself to learn whether there is
   * anything to draw: it returns whether the instances have changed since the last call. Throws an `InputError` if the `interpolation`
   * returns no number.
   */
  update(): boolean {
    const { members, mesh, pose, looks, matrices, store } = this;
    for (let place = members.length - 1; place >= 0; place--)
      if (!members[place].isValid) this.remove(members[place]);
    const count = members.length;
    const isRepainted = this.isRepainted;
    this.isRepainted = false;
    mesh.isVisible = members.some((body) => body.isEnabled);
    if (!mesh.isVisible) return this.sentMatrices.update(matrices, 0);
    const fraction = askFraction(this.fraction);
    const low = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    const high = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let place = 0; place < count; place++) {
      const m = MATRIX_FLOATS * place;
      if (!members[place].isEnabled) {
        matrices.fill(0, m, m + MATRIX_FLOATS - 1);
        matrices[m + MATRIX_FLOATS - 1] = 1;
        continue;
      }
      blendPose(store, members[place].id, fraction, pose);
      const [x, y, c, s] = pose;
      const l = LOOK_FLOATS * place;
      const scaleX = looks[l];
      const scaleY = looks[l + 1];
      const scaleZ = looks[l + 2];
      const depth = looks[l + 3];
      matrices[m] = c * scaleX;
      matrices[m + 1] = s * scaleX;
      matrices[m + 4] = -s * scaleY;
      matrices[m + 5] = c * scaleY;
      matrices[m + 10] = scaleZ;
      matrices[m + 12] = x;
      matrices[m + 13] = y;
      matrices[m + 14] = depth;
      matrices[m + 15] = 1;
      const reach = this.reach * Math.max(Math.abs(scaleX), Math.abs(scaleY), Math.abs(scaleZ));
      low[0] = Math.min(low[0], x - reach);
      low[1] = Math.min(low[1], y - reach);
      low[2] = Math.min(low[2], depth - reach);
      high[0] = Math.max(high[0], x + reach);
      high[1] = Math.max(high[1], y + reach);
      high[2] = Math.max(high[2], depth + reach);
    }
    mesh.thinInstanceCount = count;
    mesh.thinInstanceBufferUpdated('matrix');
    if (this.areColorsStale) mesh.thinInstanceBufferUpdated('color');
    this.areColorsStale = false;
    if (mesh.thinInstanceEnablePicking) this.tellRays(count);
    const world = mesh.computeWorldMatrix(true);
    mesh.getBoundingInfo().reConstruct(Vector3.FromArray(low), Vector3.FromArray(high), world);
    return this.sentMatrices.update(matrices, MATRIX_FLOATS * count) || isRepainted;
  }

  /** Stops drawing the bodies. The mesh stays, invisible, and is yours. Disposing of the mesh does the same. */
  dispose(): void {
    this.stopFollowing();
    this.members.length = 0;
    this.places.clear();
    if (this.mesh.isDisposed()) return;
    this.mesh.thinInstanceSetBuffer('color', null);
    this.mesh.thinInstanceSetBuffer('matrix', null);
    this.mesh.isVisible = false;
  }

  /** Updates Babylon's copy of the matrices, which it makes for its rays and keeps. */
  private tellRays(count: number): void {
    const copies = this.mesh.thinInstanceGetWorldMatrices();
    copies.length = count;
    for (let place = 0; place < count; place++) {
      copies[place] ??= new Matrix();
      Matrix.FromArrayToRef(this.matrices, MATRIX_FLOATS * place, copies[place]);
    }
  }

  private grow(capacity: number): void {
    const looks = new Float32Array(LOOK_FLOATS * capacity);
    looks.set(this.looks);
    this.looks = looks;
    this.matrices = new Float32Array(MATRIX_FLOATS * capacity);
    this.mesh.thinInstanceSetBuffer('matrix', this.matrices, MATRIX_FLOATS, false);
    if (this.colors === null) return;
    const colors = new Float32Array(COLOR_FLOATS * capacity).fill(1);
    colors.set(this.colors);
    this.colors = colors;
    this.mesh.thinInstanceSetBuffer('color', colors, COLOR_FLOATS, false);
  }
}
