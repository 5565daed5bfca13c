/**
 * Changelogs of packages that a release raised without a change of their own. All packages share one version, so a release raises every one,
 * and for those without a changeset it writes a heading with nothing below. A reader cannot tell that from a text that got lost.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { publishedPackages } from './workspace.js';

/** What a changelog says of a release in which nothing of its package changed. */
export const NOTHING_CHANGED = 'Nothing has changed in this package, which has the version of the others.';

/** A heading of a version that is followed by the next one, or by the end, with only empty lines between. */
const emptySection = /^(## .+)\n+(?=## |(?![\s\S]))/gm;

export function fillEmptySections(root) {
  return publishedPackages(root).flatMap(({ path, name }) => {
    const file = join(path, 'CHANGELOG.md');
    if (!existsSync(file)) return [];
    const text = readFileSync(file, 'utf8');
    const filled = `${`${text.trimEnd()}\n`.replace(emptySection, `$1\n\n${NOTHING_CHANGED}\n\n`).trimEnd()}\n`;
    if (filled === text) return [];
    writeFileSync(file, filled);
    return [name];
  });
}
