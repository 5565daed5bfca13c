/**
 * A cannon that shoots dolls into a wall of crates. Their joints bend so far and hold so much; what is too much tears them off.
 */
import { atan2, cos, polygon, sin } from '@otedama/math2d';
import {
  type Body,
  beginPicture,
  createWorld,
  drawWorld,
  FrameClock,
  pointInPicture,
  type ShapeDefinition,
} from '@otedama/rigid';
import { createSoftStep } from '@otedama/rigid-constraint';

const canvas = document.querySelector('canvas') as HTMLCanvasElement;
const pen = canvas.getContext('2d') as CanvasRenderingContext2D;
const output = document.querySelector('output') as HTMLOutputElement;

// A wall of crates, and a cannon at the left. 18 m are seen, from x = 0.
const world = createWorld({ solver: createSoftStep() });
world.createBody({ type: 'static', shapes: [{ kind: 'halfSpace', normal: { x: 0, y: 1 } }] });
world.createBody({
  type: 'static',
  position: { x: 18, y: 0 },
  shapes: [{ kind: 'halfSpace', normal: { x: -1, y: 0 } }],
});
for (let k = 0; k < 24; k++) {
  const position = { x: 12 + 1.02 * (k % 4), y: 0.5 + Math.floor(k / 4) };
  const crate = { kind: 'polygon', vertices: polygon.rectangle(1, 1), density: 20 } as const;
  world.createBody({ position, color: [0.8, 0.66, 0.44], shapes: [crate] });
}

/** A doll of a metre and a half: ten parts on nine hinges, each of which bends so far and holds so much. */
function createDoll(at: { x: number; y: number }, angle: number, linearVelocity: { x: number; y: number }) {
  const place = (x: number, y: number) => ({
    x: at.x + cos(angle) * x - sin(angle) * y,
    y: at.y + sin(angle) * x + cos(angle) * y,
  });
  const part = (y: number, shape: ShapeDefinition) =>
    world.createBody({
      position: place(0, y),
      angle,
      linearVelocity,
      color: [0.75, 0.32, 0.3],
      shapes: [{ ...shape, density: 60, friction: 0.6, filter: { group: -1 } }], // parts of dolls pass through each other
    });
  const limb = (y: number, length: number, radius: number) =>
    part(y, { kind: 'capsule', point1: { x: 0, y: length / 2 }, point2: { x: 0, y: -length / 2 }, radius });
  const hinge = (bodyA: Body, bodyB: Body, y: number, lower: number, upper: number) =>
    world.createJoint({
      kind: 'revolute',
      bodyA,
      bodyB,
      worldAnchor: place(0, y),
      ...{ lower, upper, breakForce: 4000 },
    });
  const trunk = limb(0, 0.4, 0.14);
  hinge(trunk, part(0.5, { kind: 'circle', radius: 0.17 }), 0.33, -0.6, 0.6);
  for (let side = 0; side < 2; side++) {
    const [upperArm, lowerArm] = [limb(0.1, 0.24, 0.07), limb(-0.2, 0.24, 0.06)];
    hinge(trunk, upperArm, 0.23, -2.5, 2.5);
    hinge(upperArm, lowerArm, -0.05, -2.3, 0);
    const [thigh, shin] = [limb(-0.42, 0.3, 0.09), limb(-0.8, 0.3, 0.07)];
    hinge(trunk, thigh, -0.25, -1.8, 0.4);
    hinge(thigh, shin, -0.61, 0, 2.2);
  }
}

let aim = 0.35; // rad, from level
let shots = 0;
let broken = 0;
const muzzle = () => ({ x: 1 + 2 * cos(aim), y: 1 + 2 * sin(aim) });
function shoot() {
  clock.isPaused = false;
  shots++;
  // head first, at 24 m/s
  createDoll(muzzle(), aim - Math.PI / 2, { x: 24 * cos(aim), y: 24 * sin(aim) });
}

function step(dt: number) {
  world.step(dt);
  broken += world.events.jointBreak.length;
}

// The pointer aims, and lets go to shoot; so do the arrows and the space bar.
const turn = (angle: number) => {
  aim = Math.max(0, Math.min(1.4, angle));
};
canvas.addEventListener('pointermove', (event) => {
  const { x, y } = pointInPicture(pen, event);
  turn(atan2(y - 1, x - 1));
});
canvas.addEventListener('pointerup', shoot);
addEventListener('keydown', ({ key, repeat }) => {
  if (key === 'ArrowUp') turn(aim + 0.05);
  if (key === 'ArrowDown') turn(aim - 0.05);
  if (key === ' ' && !repeat) shoot();
});

// who asked for less motion gets a picture that stands still until the first shot
const clock = new FrameClock({ isPaused: matchMedia('(prefers-reduced-motion: reduce)').matches });
let last: number | null = null;
requestAnimationFrame(function frame(now) {
  clock.advance((now - (last ?? now)) / 1000, step);
  last = now;
  const { pixel } = beginPicture(pen, { minX: 0, minY: -0.5, maxX: 18, maxY: 8 }, { alignY: 0 });
  drawWorld(world, pen, { alpha: clock.alpha, lineWidth: pixel });
  pen.beginPath();
  pen.moveTo(1, 1);
  pen.lineTo(muzzle().x, muzzle().y);
  pen.lineWidth = 0.8;
  pen.strokeStyle = '#2b2f3a';
  pen.stroke();
  output.value = `${shots} shots, ${broken} joints broken: aim and let go, or arrows and space`;
  requestAnimationFrame(frame);
});
