/**
 * The program of a cell as a page gets it: bundled and minified, all engines alike, each in a part that is loaded when it is measured. Loaded
 * file by file from its sources, Otedama would be measured a quarter slower than in a page: there a constant of another file is read from
 * memory, where a bundler, and the build of what is published, write its value.
 */

import { fileURLToPath } from 'node:url';
import { bundleProgram } from '@otedama/tooling/size';

/** As far below the app as the adapters are: what is not bundled is found from here too. */
const folder = fileURLToPath(new URL('../node_modules/.cells/', import.meta.url));

/** Bundles a program of this folder, `cell` for `cell.ts`. @returns the path of the bundle */
export function bundle(name: string): string {
  bundleProgram(fileURLToPath(new URL(`./${name}.ts`, import.meta.url)), folder, {
    conditions: ['@otedama/source'],
    // loads a file that lies beside it
    external: ['../../node_modules/box2d3-wasm/*'],
  });
  return `${folder}${name}.mjs`;
}
