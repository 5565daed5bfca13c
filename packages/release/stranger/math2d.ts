import { polygon, vec2 } from '@otedama/math2d';

const quad = [vec2.create(0, 0), vec2.create(4, 0), vec2.create(4, 1), vec2.create(0, 3)];
console.log(polygon.area(quad));
