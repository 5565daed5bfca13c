/** The machine that results were measured on, as one line. */

import { cpus, totalmem } from 'node:os';

export function machineLine(): string {
  const model = cpus()[0]?.model.trim() ?? 'unknown processor';
  return `${cpus().length} x ${model}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node} (V8 ${process.versions.v8}), ${process.platform} ${process.arch}`;
}
