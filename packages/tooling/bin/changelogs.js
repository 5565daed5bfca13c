#!/usr/bin/env node
/** Says in the changelogs which releases changed nothing of their package; runs after the changesets have become versions. */
import { fillEmptySections } from '../src/changelogs.js';
import { workspaceRoot } from '../src/workspace.js';

fillEmptySections(workspaceRoot());
