/**
 * A camera that circles a centre, steered by an arcball [Shoemake 1992]: the pointer holds a point of a ball that
 * fills the view, and dragging turns the ball so that the point follows. Screen points are in normalised device
 * coordinates: x to the right and y up, both -1..1 across the canvas.
 *
 * K. Shoemake, ARCBALL: a user interface for specifying three-dimensional orientation using a mouse, Graphics
 * Interface 1992. Outside the ball a hyperbolic sheet continues it, after G. Bell's virtual trackball, so that
 * turning never stops at the rim.
 */
import { type Matrix4, multiplyMatrices, perspective, rigidMatrix } from './matrix4.js';
import {
  conjugateQuaternion,
  identityQuaternion,
  multiplyQuaternions,
  normalizeQuaternion,
  type Quaternion,
  quaternionFromAxisAngle,
  rotateVector,
  type Vector3,
} from './quaternion.js';

export interface ArcballCameraDefinition {
  /** From the eye to the centre, in world units. Default 4. */
  distance?: number;
  /** Vertical field of view in radians. Default 50 degrees. */
  fieldOfView?: number;
  /** Width / height of the canvas. Default 1.25. */
  aspect?: number;
  /** Near plane, world units. Default 0.1. */
  near?: number;
  /** Far plane, world units. Default 100. */
  far?: number;
}

/** How near to and how far from its centre the camera may come, as a share of the distance it starts with. */
const nearestShare = 0.1;
const farthestShare = 8;

export class ArcballCamera {
  readonly #startDistance: number;
  readonly #tangent: number;
  readonly #aspect: number;
  readonly #projection: Matrix4;
  #rotation: Quaternion = identityQuaternion;
  #center: Vector3 = { x: 0, y: 0, z: 0 };
  #distance: number;

  constructor(definition: ArcballCameraDefinition = {}) {
    const { distance = 4, fieldOfView = (50 * Math.PI) / 180, aspect = 1.25 } = definition;
    this.#startDistance = distance;
    this.#distance = distance;
    this.#tangent = Math.tan(fieldOfView / 2);
    this.#aspect = aspect;
    this.#projection = perspective(fieldOfView, aspect, definition.near ?? 0.1, definition.far ?? 100);
  }

  /** From world axes to the camera's axes. */
  get rotation(): Quaternion {
    return this.#rotation;
  }

  /** The point the camera looks at and circles. */
  get center(): Vector3 {
    return this.#center;
  }

  /** From the eye to the centre. */
  get distance(): number {
    return this.#distance;
  }

  /** Half the height of what is seen at the distance of the centre; the half width is `aspect` times it. */
  get halfHeight(): number {
    return this.#distance * this.#tangent;
  }

  /** World to clip space, depth 0..1. */
  viewProjection(): Matrix4 {
    const shift = rotateVector(this.#rotation, this.#center);
    const view = rigidMatrix(this.#rotation, { x: -shift.x, y: -shift.y, z: -shift.z - this.#distance });
    return multiplyMatrices(this.#projection, view);
  }

  /** Turns the ball from under one screen point to under another. */
  rotate(fromX: number, fromY: number, toX: number, toY: number): void {
    const from = this.#ballPoint(fromX, fromY);
    const to = this.#ballPoint(toX, toY);
    // to from*: turns by twice the angle between the two, so that half way round the rim is a whole turn
    this.#turn(multiplyQuaternions(to, conjugateQuaternion(from)));
  }

  /** Turns about the line of sight, radians counter-clockwise on the screen. */
  roll(angle: number): void {
    this.#turn(quaternionFromAxisAngle({ x: 0, y: 0, z: 1 }, angle));
  }

  /** Moves the view so that what lies at the centre's depth follows the pointer by this much. */
  pan(byX: number, byY: number): void {
    const onScreen = { x: -byX * this.halfHeight * this.#aspect, y: -byY * this.halfHeight, z: 0 };
    const move = rotateVector(conjugateQuaternion(this.#rotation), onScreen);
    this.#center = {
      x: this.#center.x + move.x,
      y: this.#center.y + move.y,
      z: this.#center.z + move.z,
    };
  }

  /** Makes things at the centre's depth look larger by this factor (> 1 nearer, < 1 farther), within limits. */
  zoom(factor: number): void {
    const least = this.#startDistance * nearestShare;
    const most = this.#startDistance * farthestShare;
    this.#distance = Math.min(most, Math.max(least, this.#distance / factor));
  }

  /** Back to where it started. */
  reset(): void {
    this.#rotation = identityQuaternion;
    this.#center = { x: 0, y: 0, z: 0 };
    this.#distance = this.#startDistance;
  }

  #turn(by: Quaternion): void {
    this.#rotation = normalizeQuaternion(multiplyQuaternions(by, this.#rotation));
  }

  /** The point of the ball under a screen point, as a quaternion without real part. The ball touches the nearer edges. */
  #ballPoint(screenX: number, screenY: number): Quaternion {
    const x = screenX * Math.max(1, this.#aspect);
    const y = screenY * Math.max(1, 1 / this.#aspect);
    const squared = x * x + y * y;
    const z = squared <= 0.5 ? Math.sqrt(1 - squared) : 0.5 / Math.sqrt(squared);
    return normalizeQuaternion({ x, y, z, w: 0 });
  }
}
