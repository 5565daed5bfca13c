/**
 * The programs of the docs, which people copy: each is a file of programs/ that runs in the page programs/page.html, in place of its
 * `/src/main.ts`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Folder of the programs, of the page that they run in, and of the texts about them. */
export const sources = join(import.meta.dirname, 'programs');
const page = readFileSync(join(sources, 'page.html'), 'utf8');

/** Names of the programs; what a worker runs belongs to the program that starts it. */
export const programNames = readdirSync(sources)
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.worker.ts'))
  .map((file) => file.replace(/\.ts$/, ''));

/** The page of a program, which is at `script` as seen from the page. */
export const programPage = (script) => page.replace('/src/main.ts', script);
