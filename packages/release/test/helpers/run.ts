import { execFile } from 'node:child_process';
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
