import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** The environment without the variables that npm or pnpm set for their scripts; they would affect an npm or pnpm started here. */
const environment = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(npm|pnpm)_/i.test(name)),
);

/** Standard output of a command run in `folder`. Rejects with the whole output if the command fails. */
export async function run(folder: string, command: string, ...options: string[]): Promise<string> {
  // on Windows npm and npx are scripts that need a shell
  const shell = process.platform === 'win32' && command !== process.execPath;
  try {
    const { stdout } = await execute(command, options, {
      cwd: folder,
      env: environment,
      shell,
      maxBuffer: 1 << 26,
    });
    return stdout;
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`${command} ${options.join(' ')} in ${folder}\n${stdout}${stderr}`, { cause: error });
  }
}

export const runNode = (folder: string, ...options: string[]): Promise<string> =>
  run(folder, process.execPath, ...options);

const runner = `
import { formatWithOptions } from 'node:util';
const results = [];
let lines;
const { log } = console;
console.log = (...values) => lines.push(formatWithOptions({}, ...values));
for (const program of process.argv.slice(2)) {
  lines = [];
  const failure = await import('./' + program).then(() => '', ({ stack }) => stack);
  results.push({ output: lines.join('\\n'), failure });
}
log(JSON.stringify(results));
`;

export interface Outcome {
  /** What the program printed with `console.log`. */
  readonly output: string;
  /** The error that ended it; empty if none did. */
  readonly failure: string;
}

/**
 * Runs programs of a folder one after the other in one Node process; to start one for each would take most of the time. Rejects if the
 * process fails outside the programs' own code.
 */
export async function runPrograms(folder: string, programs: readonly string[]): Promise<Outcome[]> {
  writeFileSync(join(folder, 'run-programs.mjs'), runner);
  return JSON.parse(await runNode(folder, 'run-programs.mjs', ...programs));
}
