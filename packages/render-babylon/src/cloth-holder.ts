/**
 * Where a cloth is drawn in the frames between its steps, relative to the node that holds it. The pins of a cape are set to where the neck
 * is in a frame with a step, and the cape is drawn between its last two steps. The neck goes on in every frame. So the cape is drawn as if
 * the neck, with everything on it, had gone from where it was then (pose H_drawn) to where it is now (pose H_now), by the rigid motion
 *
 *     M = H_now H_drawn^-1,     H_drawn = H_before + a (H_stepped - H_before)
 *
 * H_stepped is the pose in the last frame with steps, H_before the one that the pins had one step earlier. Pins move uniformly over the steps
 * of an `advance`; if a frame calls `step` several times, they arrive with the first.
 */
import { Quaternion, Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import type { TransformNode } from '@babylonjs/core/Meshes/transformNode.js';

interface Pose {
  readonly position: Vector3;
  readonly rotation: Quaternion;
}

const newPose = (): Pose => ({ position: new Vector3(), rotation: new Quaternion() });

function copyPose(from: Pose, to: Pose): void {
  to.position.copyFrom(from.position);
  to.rotation.copyFrom(from.rotation);
}

function blendPoses(from: Pose, to: Pose, fraction: number, out: Pose): void {
  Vector3.LerpToRef(from.position, to.position, fraction, out.position);
  Quaternion.SlerpToRef(from.rotation, to.rotation, fraction, out.rotation);
}

/** Follows the node that holds a cloth, and places the mesh of the cloth. */
export class ClothHolder {
  private readonly node: TransformNode;
  private readonly now: Pose = newPose();
  private readonly before: Pose = newPose();
  private readonly stepped: Pose = newPose();
  private readonly drawn: Pose = newPose();
  private hasJumped = true;
  /** Calls of `advance` or `step` with steps since the mesh was placed, and the number of steps of the last one. */
  private runs = 0;
  private steps = 0;

  constructor(node: TransformNode) {
    this.node = node;
  }

  /** Tells that the cloth was moved at once, with its holder. */
  jump(): void {
    this.hasJumped = true;
  }

  /** Tells that the cloth does `steps` steps in one call. */
  run(steps: number): void {
    this.runs++;
    this.steps = Math.max(1, steps); // less if the cloth repeats steps that the device had refused
  }

  /** Places `mesh` at `alpha` (0..1) between the last two steps. */
  place(mesh: TransformNode, alpha: number): void {
    const { node, now, before, stepped, drawn } = this;
    node.computeWorldMatrix(true).decompose(undefined, now.rotation, now.position);
    if (this.hasJumped) {
      this.hasJumped = false;
      copyPose(now, before);
      copyPose(now, stepped);
    } else if (this.runs > 0) {
      blendPoses(stepped, now, this.runs > 1 ? 1 : 1 - 1 / this.steps, before);
      copyPose(now, stepped);
    }
    this.runs = 0;
    blendPoses(before, stepped, alpha, drawn);
    mesh.rotationQuaternion ??= new Quaternion();
    const rotation = mesh.rotationQuaternion;
    now.rotation.multiplyToRef(drawn.rotation.conjugateInPlace(), rotation);
    drawn.position.rotateByQuaternionToRef(rotation, mesh.position);
    now.position.subtractToRef(mesh.position, mesh.position);
  }
}
