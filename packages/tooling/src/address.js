/**
 * The public address in the manifests of the published packages. npm shows it, turns the relative links of a README into links to it, and
 * needs it to prove where a package was built. It is stated once: `repository` of the root's package.json, without `.git` at its end.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { publishedPackages } from './workspace.js';

/**
 * Compares the manifests of the published packages with the address of the workspace at `root`, or with `isWriting` writes it into them.
 * Returns what is wrong, one line each: no address, or a package without it.
 */
export function addressProblems(root, { isWriting = false } = {}) {
  const { repository: address } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  if (!/^https:\/\/\S+\/\S+(?<!\.git|\/)$/.test(address)) {
    return [
      `repository in package.json is ${address}, expected an address such as https://github.com/owner/name`,
    ];
  }
  return publishedPackages(root).flatMap(({ folder, path }) => {
    const file = join(path, 'package.json');
    const manifest = JSON.parse(readFileSync(file, 'utf8'));
    // in the forms of GitHub, whose workflows publish the packages
    const complete = {
      ...manifest,
      homepage: `${address}/tree/main/packages/${folder}#readme`,
      bugs: `${address}/issues`,
      repository: { type: 'git', url: `git+${address}.git`, directory: `packages/${folder}` },
    };
    if (JSON.stringify(complete) === JSON.stringify(manifest)) return [];
    if (!isWriting)
      return [`packages/${folder}/package.json does not state ${address}; \`pnpm address\` writes it`];
    writeFileSync(file, `${JSON.stringify(complete, null, 2)}\n`);
    return [];
  });
}
