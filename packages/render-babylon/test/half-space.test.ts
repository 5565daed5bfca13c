import { createRandom } from '@otedama/math2d';
import { expect, test } from 'vitest';
import { halfSpaceQuad, placeHalfSpace } from '../src/half-space.js';

test('the quad of a half-space covers what is solid in the view, and nothing else, wherever both are', () => {
  const draw = createRandom(1);
  let solid = 0;
  for (let k = 0; k < 300; k++) {
    const angle = draw.uniform(0, 7);
    const tilt = draw.uniform(0, 7);
    const pose = [draw.uniform(-50, 50), draw.uniform(-50, 50), Math.cos(angle), Math.sin(angle)];
    const edge = {
      ...{ x: draw.uniform(-3, 3), y: draw.uniform(-3, 3) },
      ...{ normalX: Math.cos(tilt), normalY: Math.sin(tilt) },
    };
    const [width, height] = [draw.uniform(1, 40), draw.uniform(1, 40)];
    // around the origin, and elsewhere
    const [minX, minY] =
      k % 2 === 0 ? [-width / 2, -height / 2] : [draw.uniform(-90, 90), draw.uniform(-90, 90)];
    const view = { minX, minY, maxX: minX + width, maxY: minY + height };
    const out = [0, 0, 0, 0];
    placeHalfSpace(pose, edge, view, out);
    const [x, y, c, s] = out;
    const corners = halfSpaceQuad.map((p) => ({ x: x + c * p.x - s * p.y, y: y + s * p.x + c * p.y }));
    const isCovered = (px: number, py: number) =>
      corners.every((a, n) => {
        const b = corners[(n + 1) % 4];
        return (b.x - a.x) * (py - a.y) - (b.y - a.y) * (px - a.x) >= 0;
      });
    for (let n = 0; n < 20; n++) {
      const px = draw.uniform(view.minX, view.maxX);
      const py = draw.uniform(view.minY, view.maxY);
      // in the axes of the body
      const [dx, dy] = [px - pose[0], py - pose[1]];
      const [u, v] = [pose[2] * dx + pose[3] * dy, pose[2] * dy - pose[3] * dx];
      const above = (u - edge.x) * edge.normalX + (v - edge.y) * edge.normalY;
      if (Math.abs(above) < 1e-6) continue;
      if (above < 0) solid++;
      expect(isCovered(px, py)).toBe(above < 0);
    }
  }
  expect(solid).toBeGreaterThan(1000);
});
