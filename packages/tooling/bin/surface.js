#!/usr/bin/env node
/**
 * Checks the public surface of the published packages:
 *   1. it equals the committed packages/X/api.d.ts, so that a change of the surface shows in review;
 *   2. its documentation is complete, by the rules in src/doc-rules.js.
 * With --write, the files are written instead of compared. Prints how much was checked and fails if nothing was.
 */
import { checkSurface } from '../src/check-surface.js';
import { workspaceRoot } from '../src/workspace.js';

const isWriting = process.argv.includes('--write');
if (!checkSurface(workspaceRoot(), { isWriting, print: console.log })) process.exit(1);
