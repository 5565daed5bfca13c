/** The face of the character: two eyes that look where it goes, and a mouth that opens in the air. */

import { blendPose, type DebugLayer, hexColor } from '@otedama/render-babylon';
import type { Walker } from './walker.js';

const white = hexColor('#ffffff');
const ink = hexColor('#2b2f3a');

/** Height of the eyes and of the mouth above the middle of the character, m. */
const EYES = 0.5;
const MOUTH = 0.24;

/** Distance of the eyes from the middle of the face, and of the face from that of the character towards where it looks, m. */
const APART = 0.13;
const ASIDE = 0.1;

/** Diameters of an eye, of its rim and its pupil, of the open mouth, and half the width of the closed one, m. */
const EYE = 0.2;
const RIM = 0.24;
const PUPIL = 0.11;
const OPEN = 0.13;
const LIPS = 0.07;

/** Distance of a pupil from the middle of its eye, m, and the vertical speed at which it is that far up or down, m/s. */
const LOOK = 0.04;
const FAST = 5;

/** The face as a layer of the view. Its sizes are metres, as those of the character are. */
export function walkerFace(walker: Walker): DebugLayer {
  const pose = new Float64Array(4);
  return {
    name: 'face',
    title: 'Face',
    draw(world, painter, { fraction, metersPerPixel }) {
      blendPose(world.bodyStore, walker.mover.body.id, fraction, pose);
      const { facing, mover } = walker;
      const x = pose[0] + ASIDE * facing;
      const y = pose[1];
      const dot = (left: number, up: number, color: typeof ink, size: number): void =>
        painter.point(x + left, y + up, color, size / metersPerPixel);
      const rise = mover.isGrounded ? 0 : Math.max(-1, Math.min(1, mover.velocity.y / FAST));
      for (const side of [-APART, APART]) {
        dot(side, EYES, ink, RIM);
        dot(side, EYES, white, EYE);
        dot(side + LOOK * facing, EYES + LOOK * rise, ink, PUPIL);
      }
      if (mover.isGrounded)
        painter.line(x - LIPS, y + MOUTH, x + LIPS, y + MOUTH, ink, (0.3 * OPEN) / metersPerPixel);
      else dot(0, MOUTH, ink, OPEN);
    },
  };
}
