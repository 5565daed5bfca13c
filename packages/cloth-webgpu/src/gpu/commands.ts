/** What hands and pins do to particles, each in a submit of its own: the commands of hand.wgsl.ts. */

import type { Hand } from '../hands.js';
import type { Push } from '../impulse.js';
import type { MotionRows } from '../rigid-motion.js';
import type { Vector3 } from '../types.js';
import type { Attachment } from './attachment.js';
import {
  EDIT_BY_ID,
  EDIT_MOVED,
  EDIT_PIN,
  EDIT_PLACE,
  EDIT_RELEASE,
  EDIT_UNPIN,
  EDIT_VELOCITY,
} from './hand.wgsl.js';
import type { Dispatch } from './plan.js';
import { handStretch, readNow } from './read-back.js';
import { carryWords, editWords, pushWords } from './records.js';

/** Lets a hand grab a particle by its ray. Resolves with the record of the hand afterwards. */
export function seek(attachment: Attachment, hand: Hand): Promise<ArrayBuffer> {
  const { resources, framePlan } = attachment;
  run(attachment, editWords([0, hand.slot, 0, 0], hand), [...framePlan.seek, commandOf('take')]);
  return readNow(resources.device, [handStretch(resources, hand.slot)]);
}

/** Lets a hand grab a particle by its id. */
export function take(attachment: Attachment, hand: Hand, particle: number): void {
  run(attachment, editWords([0, hand.slot, particle, EDIT_BY_ID], hand), [commandOf('take')]);
}

/** Lets go of the particle of a hand: with a velocity, or with its own (null). The last frame took `frameSeconds`. */
export function release(
  attachment: Attachment,
  hand: Hand,
  velocity: Vector3 | null,
  frameSeconds: number,
): void {
  const flags = (hand.moved ? EDIT_MOVED : 0) | (velocity === null ? 0 : EDIT_VELOCITY);
  change(attachment, editWords([EDIT_RELEASE, hand.slot, 0, flags], hand, velocity, frameSeconds));
}

/** Pins a particle at its place or with a target. */
export function pin(attachment: Attachment, particle: number, target: Vector3 | null): void {
  change(attachment, editWords([EDIT_PIN, 0, particle, target === null ? 0 : EDIT_PLACE], null, target));
}

/** Gives a pin another target. It is stored as the pin's velocity, so many pins may follow a body without a kernel or a submit. */
export function movePin({ resources }: Attachment, particle: number, { x, y, z }: Vector3): void {
  const { device, velocity } = resources;
  device.queue.writeBuffer(velocity, 16 * particle, new Float32Array([x, y, z, 0]));
}

/** Frees a pin, which then has this inverse mass, 1/kg. */
export function unpin(attachment: Attachment, particle: number, inverseMass: number): void {
  change(attachment, editWords([EDIT_UNPIN, 0, particle, 0], null, null, inverseMass));
}

/** Pushes the particles around a point. */
export function push(attachment: Attachment, by: Push): void {
  run(attachment, pushWords(by), attachment.framePlan.impulse);
}

/** Moves the whole cloth, then runs `normals`. */
export function carry(attachment: Attachment, rows: MotionRows, normals: readonly Dispatch[]): void {
  run(attachment, carryWords(rows), [...attachment.framePlan.carry, ...normals]);
}

const commandOf = (kernel: 'take' | 'change'): Dispatch => ({ kernel, task: 0, workgroups: 1 });

function change(attachment: Attachment, words: ArrayBuffer): void {
  run(attachment, words, [commandOf('change')]);
}

function run(attachment: Attachment, words: ArrayBuffer, dispatches: readonly Dispatch[]): void {
  const { device, edit } = attachment.resources;
  device.queue.writeBuffer(edit, 0, words);
  attachment.run('cloth command', dispatches);
}
