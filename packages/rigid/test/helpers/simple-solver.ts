import {
  AX,
  AY,
  BODY_A,
  BODY_B,
  BODY_STRIDE,
  BX,
  BY,
  CONTACT_INDEX_STRIDE,
  CONTACT_STRIDE,
  COUNT,
  FRICTION,
  INV_INERTIA,
  INV_MASS,
  integratePositions,
  integrateVelocities,
  NORMAL_IMPULSE,
  NORMAL_VELOCITY,
  NX,
  NY,
  POINT_STRIDE,
  POINT0,
  RESTITUTION,
  SEPARATION,
  type Solver,
  type SolverWorld,
  STEP_NORMAL_IMPULSE,
  TANGENT_IMPULSE,
  TANGENT_SPEED,
  VX,
  VY,
  W,
} from '../../src/index.js';

/** Projected Gauss-Seidel with warm starting: just enough to test the world. */
export function simpleSolver(iterations = 8): Solver {
  return {
    name: 'simple',
    capabilities: {
      restitution: true,
      friction: true,
      tangentSpeed: true,
      rollingResistance: false,
      joints: ['grab'],
    },
    step(world, dt) {
      world.collide();
      prepare(world);
      integrateVelocities(world.bodies, world.gravityX, world.gravityY, dt);
      warmStart(world);
      for (let k = 0; k < iterations; k++) solve(world, dt);
      integratePositions(world.bodies, dt);
    },
  };
}

/** Moves bodies and finds contacts, but lets them pass through each other. */
export function ghostSolver(): Solver {
  return {
    name: 'ghost',
    capabilities: {
      restitution: false,
      friction: true,
      tangentSpeed: false,
      rollingResistance: false,
      joints: [],
    },
    step(world, dt) {
      world.collide();
      integrateVelocities(world.bodies, world.gravityX, world.gravityY, dt);
      integratePositions(world.bodies, dt);
    },
  };
}

function forEachPoint(
  world: SolverWorld,
  visit: (c: number, p: number, oA: number, oB: number) => void,
): void {
  const { touching, touchingCount, index } = world.contacts;
  for (let k = 0; k < touchingCount; k++) {
    const i = touching[k] * CONTACT_INDEX_STRIDE;
    const c = touching[k] * CONTACT_STRIDE;
    for (let n = 0; n < index[i + COUNT]; n++) {
      visit(
        c,
        c + POINT0 + n * POINT_STRIDE,
        index[i + BODY_A] * BODY_STRIDE,
        index[i + BODY_B] * BODY_STRIDE,
      );
    }
  }
}

function velocity(world: SolverWorld, p: number, oA: number, oB: number, x: number, y: number): number {
  const { data } = world.contacts;
  const { motion } = world.bodies;
  const ux =
    motion[oB + VX] - motion[oB + W] * data[p + BY] - motion[oA + VX] + motion[oA + W] * data[p + AY];
  const uy =
    motion[oB + VY] + motion[oB + W] * data[p + BX] - motion[oA + VY] - motion[oA + W] * data[p + AX];
  return ux * x + uy * y;
}

function apply(world: SolverWorld, p: number, oA: number, oB: number, px: number, py: number): void {
  const { data } = world.contacts;
  const { motion, mass } = world.bodies;
  motion[oA + VX] -= px * mass[oA + INV_MASS];
  motion[oA + VY] -= py * mass[oA + INV_MASS];
  motion[oA + W] -= (data[p + AX] * py - data[p + AY] * px) * mass[oA + INV_INERTIA];
  motion[oB + VX] += px * mass[oB + INV_MASS];
  motion[oB + VY] += py * mass[oB + INV_MASS];
  motion[oB + W] += (data[p + BX] * py - data[p + BY] * px) * mass[oB + INV_INERTIA];
}

function effectiveMass(world: SolverWorld, p: number, oA: number, oB: number, x: number, y: number): number {
  const { data } = world.contacts;
  const { mass } = world.bodies;
  const a = data[p + AX] * y - data[p + AY] * x;
  const b = data[p + BX] * y - data[p + BY] * x;
  const k =
    mass[oA + INV_MASS] +
    mass[oB + INV_MASS] +
    a * a * mass[oA + INV_INERTIA] +
    b * b * mass[oB + INV_INERTIA];
  return 1 / k;
}

function prepare(world: SolverWorld): void {
  const { data } = world.contacts;
  forEachPoint(world, (c, p, oA, oB) => {
    data[p + NORMAL_VELOCITY] = velocity(world, p, oA, oB, data[c + NX], data[c + NY]);
  });
}

function warmStart(world: SolverWorld): void {
  const { data } = world.contacts;
  forEachPoint(world, (c, p, oA, oB) => {
    const n = data[p + NORMAL_IMPULSE];
    const t = data[p + TANGENT_IMPULSE];
    apply(world, p, oA, oB, n * data[c + NX] + t * data[c + NY], n * data[c + NY] - t * data[c + NX]);
  });
}

function solve(world: SolverWorld, dt: number): void {
  const { data } = world.contacts;
  forEachPoint(world, (c, p, oA, oB) => {
    const nx = data[c + NX];
    const ny = data[c + NY];
    const gap = data[p + SEPARATION];
    const approach = data[p + NORMAL_VELOCITY];
    let bias = gap > 0 ? gap / dt : (0.2 / dt) * Math.min(0, gap + 0.005);
    if (approach < -1) bias = Math.min(bias, data[c + RESTITUTION] * approach);
    const vn = velocity(world, p, oA, oB, nx, ny) + bias;
    const n0 = data[p + NORMAL_IMPULSE];
    const n1 = Math.max(0, n0 - vn * effectiveMass(world, p, oA, oB, nx, ny));
    data[p + NORMAL_IMPULSE] = n1;
    data[p + STEP_NORMAL_IMPULSE] = n1;
    apply(world, p, oA, oB, (n1 - n0) * nx, (n1 - n0) * ny);
    const vt = velocity(world, p, oA, oB, ny, -nx) - data[c + TANGENT_SPEED];
    const limit = data[c + FRICTION] * n1;
    const t0 = data[p + TANGENT_IMPULSE];
    const t1 = Math.min(limit, Math.max(-limit, t0 - vt * effectiveMass(world, p, oA, oB, ny, -nx)));
    data[p + TANGENT_IMPULSE] = t1;
    apply(world, p, oA, oB, (t1 - t0) * ny, -(t1 - t0) * nx);
  });
}
