import { testRows } from '@otedama/solver-tests';
import { describe } from 'vitest';
import { createSequentialImpulses, createSoftStep } from '../src/index.js';

describe('soft step', () => testRows(createSoftStep));
describe('sequential impulses', () => testRows(createSequentialImpulses));
