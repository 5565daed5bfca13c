import { separateShapes } from '@otedama/collision';
import { transform } from '@otedama/math2d';

const disc = { kind: 'circle', radius: 1 } as const;
console.log(separateShapes(disc, transform.create(0, 0), disc, transform.create(5, 0)).separation);
