/** Runs one command of hand.wgsl.ts in a submit of its own. */

import type { Attachment } from './attachment.js';
import type { Dispatch } from './plan.js';
import { recordReadback, type Stretch } from './read-back.js';

/** Runs the command in the record `words`. */
export function runCommand(attachment: Attachment, kernel: 'take' | 'change', words: ArrayBuffer): void {
  submit(attachment, encode(attachment, words, [commandOf(kernel)]));
}

/** Lets a hand grab a particle by the ray in the record `words`. Resolves with the contents of `answer` afterwards. */
export function runSeek(attachment: Attachment, words: ArrayBuffer, answer: Stretch): Promise<ArrayBuffer> {
  const encoder = encode(attachment, words, [...attachment.framePlan.seek, commandOf('take')]);
  const read = recordReadback(attachment.resources.device, encoder, [answer]);
  submit(attachment, encoder);
  return read();
}

/** Moves the whole cloth by the motion in the record `words`, then runs `normals`. */
export function runCarry(attachment: Attachment, words: ArrayBuffer, normals: readonly Dispatch[]): void {
  submit(attachment, encode(attachment, words, [...attachment.framePlan.carry, ...normals]));
}

const commandOf = (kernel: 'take' | 'change'): Dispatch => ({ kernel, task: 0, workgroups: 1 });

function encode(
  attachment: Attachment,
  words: ArrayBuffer,
  dispatches: readonly Dispatch[],
): GPUCommandEncoder {
  const { device, edit } = attachment.resources;
  device.queue.writeBuffer(edit, 0, words);
  const encoder = device.createCommandEncoder({ label: 'cloth command' });
  attachment.recordPass(encoder, 'cloth command', dispatches);
  return encoder;
}

function submit(attachment: Attachment, encoder: GPUCommandEncoder): void {
  attachment.resources.device.queue.submit([encoder.finish()]);
}
