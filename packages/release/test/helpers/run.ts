import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** What npm or pnpm hand to the scripts they run would also steer an npm or pnpm started from here. */
const environment = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(npm|pnpm)_/i.test(name)),
);

/** Standard output of a command run in `folder`; rejects with its whole output if it fails. */
export async function run(folder: string, command: string, ...options: string[]): Promise<string> {
  // npm and npx are scripts that only a shell starts on Windows
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
