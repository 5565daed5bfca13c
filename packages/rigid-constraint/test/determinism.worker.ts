import { computeHashes } from './determinism.js';

self.postMessage(computeHashes());
