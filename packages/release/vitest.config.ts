import { packageTests } from '@otedama/tooling/vitest';

export default packageTests();
