import { packageTests } from './src/vitest.js';

export default packageTests();
