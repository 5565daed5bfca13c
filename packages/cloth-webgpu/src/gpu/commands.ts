/** Runs one command of hand.wgsl.ts in a submit of its own. */

import type { Attachment } from './attachment.js';
import { recordReadback, type Stretch } from './read-back.js';

/** Entry points that carry out a command. */
export type CommandKernel = 'take' | 'change';

/** Runs the command in the record `words`. */
export function runCommand(attachment: Attachment, kernel: CommandKernel, words: ArrayBuffer): void {
  attachment.resources.device.queue.submit([encodeCommand(attachment, kernel, words, false).finish()]);
}

/** Lets a hand grab a particle by the ray in the record `words`. Resolves with the contents of `answer` afterwards. */
export function runSeek(attachment: Attachment, words: ArrayBuffer, answer: Stretch): Promise<ArrayBuffer> {
  const { device } = attachment.resources;
  const encoder = encodeCommand(attachment, 'take', words, true);
  const read = recordReadback(device, encoder, [answer]);
  device.queue.submit([encoder.finish()]);
  return read();
}

function encodeCommand(
  attachment: Attachment,
  kernel: CommandKernel,
  words: ArrayBuffer,
  seeks: boolean,
): GPUCommandEncoder {
  const { device, edit } = attachment.resources;
  device.queue.writeBuffer(edit, 0, words);
  const label = `cloth ${kernel}`;
  const encoder = device.createCommandEncoder({ label });
  const command = { kernel, task: 0, workgroups: 1 };
  attachment.recordPass(encoder, label, seeks ? attachment.framePlan.seek : [], [command]);
  return encoder;
}
