#!/usr/bin/env node
/**
 * Checks that every published package states the public address of the workspace; with --write, writes it. A release begins with the check,
 * because what is published without an address cannot be changed.
 */
import { addressProblems } from '../src/address.js';
import { workspaceRoot } from '../src/workspace.js';

const problems = addressProblems(workspaceRoot(), { isWriting: process.argv.includes('--write') });
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exit(1);
