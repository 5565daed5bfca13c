/**
 * An orbit camera controlled by an arcball [Shoemake 1992]. The pointer holds a point of a ball that fills the view, and dragging rotates
 * the ball so that the point follows. Screen points are in normalised device coordinates: x to the right and y up, both -1..1 across the
 * canvas.
 *
 * K. Shoemake, ARCBALL: a user interface for specifying three-dimensional orientation using a mouse, Graphics Interface 1992. Outside the
 * ball a hyperbolic sheet continues it, as in G. Bell's virtual trackball, so that the rotation does not stop at the rim.
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
  /** Distance from the eye to the centre, in world units. Default 4. */
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

/** Minimum and maximum distance of the camera from its centre, as multiples of the initial distance. */
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

  /** Rotation from world axes to the camera's axes. */
  get rotation(): Quaternion {
    return this.#rotation;
  }

  /** The point the camera looks at and circles. */
  get center(): Vector3 {
    return this.#center;
  }

  /** Distance from the eye to the centre. */
  get distance(): number {
    return this.#distance;
  }

  /** Half the visible height at the distance of the centre. Half the visible width is `aspect` times this. */
  get halfHeight(): number {
    return this.#distance * this.#tangent;
  }

  /** Matrix from world to clip space, depth 0..1. */
  viewProjection(): Matrix4 {
    const shift = rotateVector(this.#rotation, this.#center);
    const view = rigidMatrix(this.#rotation, { x: -shift.x, y: -shift.y, z: -shift.z - this.#distance });
    return multiplyMatrices(this.#projection, view);
  }

  /** Rotates the ball from one screen point to another. */
  rotate(fromX: number, fromY: number, toX: number, toY: number): void {
    const from = this.#ballPoint(fromX, fromY);
    const to = this.#ballPoint(toX, toY);
    // to from*: rotates by twice the angle between the points, so dragging from the rim to the opposite rim is a full turn
    this.#turn(multiplyQuaternions(to, conjugateQuaternion(from)));
  }

  /** Rotates about the line of sight, radians counter-clockwise on the screen. */
  roll(angle: number): void {
    this.#turn(quaternionFromAxisAngle({ x: 0, y: 0, z: 1 }, angle));
  }

  /** Moves the view so that objects at the depth of the centre follow the pointer by this distance. */
  pan(byX: number, byY: number): void {
    const onScreen = { x: -byX * this.halfHeight * this.#aspect, y: -byY * this.halfHeight, z: 0 };
    const move = rotateVector(conjugateQuaternion(this.#rotation), onScreen);
    this.#center = {
      x: this.#center.x + move.x,
      y: this.#center.y + move.y,
      z: this.#center.z + move.z,
    };
  }

  /** Scales objects at the depth of the centre by this factor (> 1 nearer, < 1 farther), within limits. */
  zoom(factor: number): void {
    const least = this.#startDistance * nearestShare;
    const most = this.#startDistance * farthestShare;
    this.#distance = Math.min(most, Math.max(least, this.#distance / factor));
  }

  /** Returns to the initial view. */
  reset(): void {
    this.#rotation = identityQuaternion;
    this.#center = { x: 0, y: 0, z: 0 };
    this.#distance = this.#startDistance;
  }

  #turn(by: Quaternion): void {
    this.#rotation = normalizeQuaternion(multiplyQuaternions(by, this.#rotation));
  }

  /** The point of the ball at a screen point, as a quaternion with zero real part. The ball touches the nearer edges of the canvas. */
  #ballPoint(screenX: number, screenY: number): Quaternion {
    const x = screenX * Math.max(1, this.#aspect);
    const y = screenY * Math.max(1, 1 / this.#aspect);
    const squared = x * x + y * y;
    const z = squared <= 0.5 ? Math.sqrt(1 - squared) : 0.5 / Math.sqrt(squared);
    return normalizeQuaternion({ x, y, z, w: 0 });
  }
}
