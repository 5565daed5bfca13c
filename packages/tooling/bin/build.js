#!/usr/bin/env node
import { buildPackage } from '../src/build.js';

console.log(`built ${buildPackage(process.cwd())} files`);
