/** Runs one command of hand.wgsl.ts in a submit of its own. */

import type { Attachment } from './attachment.js';
import type { Dispatch } from './plan.js';
import { readNow, type Stretch } from './read-back.js';

/** Runs the command in the record `words`. */
export function runCommand(attachment: Attachment, kernel: 'take' | 'change', words: ArrayBuffer): void {
  run(attachment, words, [commandOf(kernel)]);
}

/** Lets a hand grab a particle by the ray in the record `words`. Resolves with the contents of `answer` afterwards. */
export function runSeek(attachment: Attachment, words: ArrayBuffer, answer: Stretch): Promise<ArrayBuffer> {
  run(attachment, words, [...attachment.framePlan.seek, commandOf('take')]);
  return readNow(attachment.resources.device, [answer]);
}

/** Moves the whole cloth by the motion in the record `words`, then runs `normals`. */
export function runCarry(attachment: Attachment, words: ArrayBuffer, normals: readonly Dispatch[]): void {
  run(attachment, words, [...attachment.framePlan.carry, ...normals]);
}

const commandOf = (kernel: 'take' | 'change'): Dispatch => ({ kernel, task: 0, workgroups: 1 });

function run(attachment: Attachment, words: ArrayBuffer, dispatches: readonly Dispatch[]): void {
  const { device, edit } = attachment.resources;
  device.queue.writeBuffer(edit, 0, words);
  attachment.run('cloth command', dispatches);
}
