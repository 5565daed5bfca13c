#!/usr/bin/env node
import { ensureChromium } from '../src/chromium.js';

console.log(ensureChromium());
