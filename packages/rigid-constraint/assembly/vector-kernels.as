/**
 * `solveSoftRows`, `startSoftRows` (`src/soft-contact.ts`) and `relaxRows` (`src/soft-contact-relax.ts`) for two rows at once, in
 * AssemblyScript. The numbers of an even row and of the next row are interleaved (`rowStart`), so one vector register holds both, one per
 * lane. The two rows of a pair have no moving body in common (`src/contact-order.ts`), so their order does not matter.
 *
 * These files have the derivations, the letters and the readable version. Every lane computes what that version computes, operation
 * by operation, so the results are bit-identical (tested). Where that version branches, this one computes both sides and selects, and
 * skips what no lane needs. The most common kinds of pairs have fast paths of their own, without branches that join again: there are only
 * sixteen registers, and where branches join, an engine spills values to memory. `pmax(x, y)` is x < y ? y : x.
 *
 * After the contacts comes the motion of the bodies (`integration.ts` of `@otedama/rigid` and `src/velocity-change.ts`), for bodies
 * without special features. A record of each body is written once per step, and x and y share a register. Then come `refresh`, `write`
 * and `store` of `src/kept-rows.ts`, one contact at a time. `startHinges` and `solveHinges` of `src/joints/hinge-rows.ts` come last. They
 * solve two hinges at once, like two contact rows.
 *
 * Compiled by `pnpm kernels` into `src/vector-kernels-wasm.ts`.
 *
 * Memory: `RATES` at 0. The arguments give the places of the motion, the masses, the pose and the placed pose of the bodies (64 bytes per
 * body), of the numbers of the contacts (256 per contact), their index (32) and the rows that are kept of them (4), of the index of the rows
 * (16 per row) and their data (512 per pair), and of lists of rows; of the bodies that the kernels move, the offsets in the motion (4 bytes
 * each), the records (64 each) and the velocity changes (32 each); and the index of the hinges (8 per hinge) and their data (384 per pair).
 */

/**
 * Offsets in bytes of the doubles at 0: 1/h, push-out speed limit, beta, s_m, s_i, h, speed limit, and the substep in which
 * `runSubsteps` returned. The push-out speed limit, beta, s_m and s_i against bodies of infinite mass have the same offsets from
 * `STATIC_SOFTNESS`. The limit of the spin and the number of loose rows of `refreshRows` come last.
 */
const INVERSE_STEP: usize = 0;
const CAP: usize = 8;
const BIAS_RATE: usize = 16;
const MASS_SCALE: usize = 24;
const IMPULSE_SCALE: usize = 32;
const STEP: usize = 40;
const MAXIMUM_SPEED: usize = 48;
const SUBSTEP: usize = 56;
const STATIC_SOFTNESS: usize = 64;
const MAXIMUM_SPIN: usize = 104;
const LOOSE_COUNT: usize = 112;

/** Size of a row in the index, and of a pair of rows in the data, in bytes. */
const ROW_INDEX_BYTES: usize = 16;
const PAIR_BYTES: usize = 512;
const ROW_B: usize = 4;
const ROW_COUNT: usize = 8;
const ROW_SLOT: usize = 12;

/** Offsets of the numbers of a pair of rows, in bytes; 16 bytes each. */
const N_X: usize = 0;
const N_Y: usize = 16;
const MU: usize = 32;
const BELT: usize = 48;
const M_A: usize = 64;
const I_A: usize = 80;
const M_B: usize = 96;
const I_B: usize = 112;
const INVERSE_12: usize = 128;
const OPEN: usize = 144;
const RT_A: usize = 160;
const RT_B: usize = 176;
/** The first point. The second one follows after `POINT_BYTES`. */
const RN_A: usize = 192;
const RN_B: usize = 208;
const LAMBDA_N: usize = 224;
const LAMBDA_T: usize = 240;
const INVERSE_DIAGONAL: usize = 256;
const MASS_T: usize = 352;
const MASS_N: usize = 368;
const GAP: usize = 384;
const RD_A: usize = 400;
const RD_B: usize = 416;
const POINT_BYTES: usize = 80;
/** Stored where the second point would have `LAMBDA_T` and `MASS_T`. */
const RHO_A: usize = 320;
const RHO_B: usize = 432;

/** Offsets in the pose and the placed pose of a body, in bytes. */
const CX: usize = 32;
const CY: usize = 40;
const TURN_C: usize = 48;
const TURN_S: usize = 56;

/** Size of a contact, and offsets in it, in bytes: its normal, and its first point. The second one follows after `CONTACT_POINT_BYTES`. */
const CONTACT_BYTES: usize = 256;
const NX: usize = 0;
const NY: usize = 8;
const AX: usize = 64;
const AY: usize = 72;
const BX: usize = 80;
const BY: usize = 88;
const SEPARATION: usize = 96;
const NORMAL_IMPULSE: usize = 104;
const TANGENT_IMPULSE: usize = 112;
const STEP_NORMAL_IMPULSE: usize = 120;
const BASE_SEPARATION: usize = 136;
const CONTACT_POINT_BYTES: usize = 112;
const FRICTION: usize = 16;
const RESTITUTION: usize = 24;
const TANGENT_SPEED: usize = 32;
const ROLLING: usize = 40;
const RADIUS_A: usize = 144;
const RADIUS_B: usize = 152;
const ROLLING_FACE: usize = 160;
/** Offsets in the index of a contact, in bytes, which has 32; and the flags of contacts that may belong on a list of their own. */
const BODY_A: usize = 8;
const BODY_B: usize = 12;
const CONTACT_FLAGS: usize = 16;
const COUNT: usize = 20;
const SPECIAL_FLAGS: i32 = 8 | 64;
/** Offset in the masses of a body, in bytes, after the inverse mass. */
const INV_INERTIA: usize = 8;

/** Offsets in the motion of a body, in bytes: `VX VY W _ DX DY DC DS`. */
const VY: usize = 8;
const W: usize = 16;
const DX: usize = 32;
const DC: usize = 48;

/**
 * Offsets in the record of a body, in bytes: velocity change by forces in a substep, velocity before contacts act; the same two for the
 * spin; damping factors of both.
 */
const RECORD_BYTES: usize = 64;
const FORCED: usize = 0;
const START: usize = 16;
const SPIN_FORCED: usize = 32;
const SPIN_START: usize = 40;
const DAMPED: usize = 48;
const SPIN_DAMPED: usize = 56;

/** Size of the velocity change by contacts of a body, in bytes, and the offset of that of the spin. */
const CHANGE_BYTES: usize = 32;
const SPIN_CHANGE: usize = 16;

/** Bits of additional work of `driveBodies`. */
const MOVES: u32 = 1;
const MEASURES: u32 = 2;
const REPEATS: u32 = 4;

/**
 * Largest angle for the series, largest number of such rotations per substep, and ratios of consecutive terms of the series, as in
 * `integration.ts`.
 */
const SERIES_ROTATION_LIMIT: f64 = 0.8;
const MAXIMUM_TURNS: f64 = 1024;
/** 2^-27. The series of a smaller angle are 1 in double precision: their second terms are below half the distance from 1 to its neighbour. */
const TINY_ANGLE: f64 = 1.0 / 134217728.0;
/** As in `soft-contact-relax.ts`, `constants.ts` and `soft-constants.ts`. */
const FIRM_SHARE: f64 = 0.8;
const MAXIMUM_BLOCK_CONDITION: f64 = 1000;
const ROLLING_OVERLAP_SHARE: f64 = 0.05;
const ROLLING_LEAD: f64 = 2;
const ROLLING_REACH: f64 = 0.04;
/** Speed at which an overloaded row yields, m/s (`soft-constants.ts`). */
const YIELD_SPEED: f64 = 2;
const BY_6: f64 = 1.0 / 6.0;
const BY_20: f64 = 1.0 / 20.0;
const BY_42: f64 = 1.0 / 42.0;
const BY_72: f64 = 1.0 / 72.0;
const BY_110: f64 = 1.0 / 110.0;
const BY_12: f64 = 1.0 / 12.0;
const BY_30: f64 = 1.0 / 30.0;
const BY_56: f64 = 1.0 / 56.0;
const BY_90: f64 = 1.0 / 90.0;

@inline
function add(a: v128, b: v128): v128 {
  return f64x2.add(a, b);
}
@inline
function sub(a: v128, b: v128): v128 {
  return f64x2.sub(a, b);
}
@inline
function mul(a: v128, b: v128): v128 {
  return f64x2.mul(a, b);
}
@inline
function or(a: v128, b: v128): v128 {
  return v128.or(a, b);
}
@inline
function and(a: v128, b: v128): v128 {
  return v128.and(a, b);
}
/** `yes` where the mask is set, `no` elsewhere. */
@inline
function select(mask: v128, yes: v128, no: v128): v128 {
  return v128.bitselect(yes, no, mask);
}
/** The first numbers of two registers; `seconds`: the second ones. */
@inline
function firsts(a: v128, b: v128): v128 {
  return v128.shuffle<f64>(a, b, 0, 2);
}
@inline
function seconds(a: v128, b: v128): v128 {
  return v128.shuffle<f64>(a, b, 1, 3);
}
/** The spins of two bodies. */
@inline
function spins(first: usize, second: usize): v128 {
  return v128.load64_lane(second, v128.load64_zero(first, W), 1, W);
}
/** Address of the motion of a body. `index` is where its offset is stored, in doubles. */
@inline
function body(motion: usize, index: usize): usize {
  return motion + ((load<i32>(index) as usize) << 3);
}
/** Mask of the lanes whose row has two points. */
@inline
function haveTwoPoints(first: usize, second: usize): v128 {
  const counts = i64x2(load<i32>(first, ROW_COUNT), load<i32>(second, ROW_COUNT));
  return i64x2.eq(counts, i64x2.splat(2));
}
/** The gap of a point (`soft-contact.ts`). */
@inline
function gapOf(o: usize, shift: v128, cA: v128, sA: v128, cB: v128, sB: v128): v128 {
  const onB = add(mul(cB, v128.load(o, RD_B)), mul(sB, v128.load(o, RN_B)));
  const onA = add(mul(cA, v128.load(o, RD_A)), mul(sA, v128.load(o, RN_A)));
  return add(sub(add(shift, onB), onA), v128.load(o, GAP));
}
/** m + i_A a_A b_A + i_B a_B b_B: an entry of K. */
@inline
function entryOf(m: v128, iA: v128, aA: v128, bA: v128, iB: v128, aB: v128, bB: v128): v128 {
  return add(add(m, mul(mul(iA, aA), bA)), mul(mul(iB, aB), bB));
}
/** un + w_B rn_B - w_A rn_A. */
@inline
function approachOf(un: v128, wA: v128, rnA: v128, wB: v128, rnB: v128): v128 {
  return sub(add(un, mul(wB, rnB)), mul(wA, rnA));
}

/**
 * One pass with bias over the pairs of rows from `start` to `end`, both even. Rows up to `lastReversed`, which is odd, are solved in
 * reverse order. As in `relaxPairs`, there is a fast path for two blocks that overlap and press at both points.
 */
export function solvePairs(
  motion: usize,
  index: usize,
  data: usize,
  start: i32,
  end: i32,
  lastReversed: i32,
  softness: usize,
): void {
  const zero = f64x2.splat(0);
  for (let n = start; n < end; n += 2) {
    const k = (n < lastReversed ? lastReversed - 1 - n : n) as usize;
    const o = data + (k >> 1) * PAIR_BYTES;
    const first = index + k * ROW_INDEX_BYTES;
    const areBlocks = i64x2.all_true(f64x2.ne(v128.load(o, INVERSE_DIAGONAL), zero));
    if (!areBlocks || !solveBlocks(motion, first, o, softness)) solvePair(motion, first, o, softness);
  }
}

/** Applies the impulses `sum` along the normals to the velocities, and stores the spins. */
@inline
function applyNormalImpulses(o: usize, a0: usize, a1: usize, b0: usize, b1: usize, sum: v128, wA: v128, wB: v128): void {
  const px = mul(v128.load(o, N_X), sum);
  const py = mul(v128.load(o, N_Y), sum);
  applyImpulses(o, a0, a1, b0, b1, px, py, wA, wB);
}

/** Applies impulses to the velocities, and stores the spins. */
@inline
function applyImpulses(o: usize, a0: usize, a1: usize, b0: usize, b1: usize, px: v128, py: v128, wA: v128, wB: v128): void {
  const mA = v128.load(o, M_A);
  let x = mul(mA, px);
  let y = mul(mA, py);
  v128.store(a0, sub(v128.load(a0), firsts(x, y)));
  v128.store(a1, sub(v128.load(a1), seconds(x, y)));
  v128.store64_lane(a0, wA, 0, W);
  v128.store64_lane(a1, wA, 1, W);
  const mB = v128.load(o, M_B);
  x = mul(mB, px);
  y = mul(mB, py);
  v128.store(b0, add(v128.load(b0), firsts(x, y)));
  v128.store(b1, add(v128.load(b1), seconds(x, y)));
  v128.store64_lane(b0, wB, 0, W);
  v128.store64_lane(b1, wB, 1, W);
}

/**
 * Lanes of the rows at `o` against bodies of infinite mass that yield faster than `YIELD_SPEED`, with the sums of their impulses and `un`, B
 * against A along the normal.
 */
@inline
function areOverloaded(o: usize, sum: v128, un: v128, softness: usize): v128 {
  const mA = v128.load(o, M_A);
  const mB = v128.load(o, M_B);
  const load = mul(v128.load64_splat(softness, IMPULSE_SCALE), sub(mul(add(mA, mB), sum), un));
  const limit = mul(v128.load64_splat(softness, MASS_SCALE), f64x2.splat(YIELD_SPEED));
  return and(f64x2.eq(mul(mA, mB), f64x2.splat(0)), f64x2.gt(load, limit));
}

/** `solvePairs` for two blocks if they overlap, press at both points and are not overloaded. Otherwise changes nothing and returns false. */
@inline
function solveBlocks(motion: usize, first: usize, o: usize, softness: usize): bool {
  const zero = f64x2.splat(0);
  const second = first + ROW_INDEX_BYTES;
  const a0 = body(motion, first);
  const a1 = body(motion, second);
  const b0 = body(motion, first + ROW_B);
  const b1 = body(motion, second + ROW_B);
  const q = o + POINT_BYTES;

  const nx = v128.load(o, N_X);
  const ny = v128.load(o, N_Y);
  let x = sub(v128.load(b0, DX), v128.load(a0, DX));
  let y = sub(v128.load(b1, DX), v128.load(a1, DX));
  let shift = add(mul(nx, firsts(x, y)), mul(ny, seconds(x, y)));
  x = v128.load(a0, DC);
  y = v128.load(a1, DC);
  const cA = firsts(x, y);
  const sA = seconds(x, y);
  x = v128.load(b0, DC);
  y = v128.load(b1, DC);
  const cB = firsts(x, y);
  const sB = seconds(x, y);
  shift = add(shift, add(mul(cA, v128.load(o, RHO_A)), mul(cB, v128.load(o, RHO_B))));
  const gap1 = gapOf(o, shift, cA, sA, cB, sB);
  const gap2 = gapOf(q, shift, cA, sA, cB, sB);
  if (!i64x2.all_true(and(f64x2.le(gap1, zero), f64x2.le(gap2, zero)))) return false;
  const biasRate = v128.load64_splat(softness, BIAS_RATE);
  const slowest = f64x2.neg(v128.load64_splat(softness, CAP));
  const bias1 = f64x2.pmax(mul(biasRate, gap1), slowest);
  const bias2 = f64x2.pmax(mul(biasRate, gap2), slowest);

  x = sub(v128.load(b0), v128.load(a0));
  y = sub(v128.load(b1), v128.load(a1));
  const un = add(mul(nx, firsts(x, y)), mul(ny, seconds(x, y)));
  const wA = spins(a0, a1);
  const wB = spins(b0, b1);
  const rnA1 = v128.load(o, RN_A);
  const rnB1 = v128.load(o, RN_B);
  const rnA2 = v128.load(q, RN_A);
  const rnB2 = v128.load(q, RN_B);
  const e1 = add(approachOf(un, wA, rnA1, wB, rnB1), bias1);
  const e2 = add(approachOf(un, wA, rnA2, wB, rnB2), bias2);
  const inverse12 = v128.load(o, INVERSE_12);
  const scale = v128.load64_splat(softness, MASS_SCALE);
  const keep = sub(f64x2.splat(1), v128.load64_splat(softness, IMPULSE_SCALE));
  const old1 = v128.load(o, LAMBDA_N);
  const old2 = v128.load(q, LAMBDA_N);
  if (v128.any_true(areOverloaded(o, add(old1, old2), un, softness))) return false;
  const next1 = sub(mul(keep, old1), mul(scale, sub(mul(v128.load(o, INVERSE_DIAGONAL), e1), mul(inverse12, e2))));
  const next2 = sub(mul(keep, old2), mul(scale, sub(mul(v128.load(q, INVERSE_DIAGONAL), e2), mul(inverse12, e1))));
  if (v128.any_true(or(f64x2.lt(next1, zero), f64x2.lt(next2, zero)))) return false;
  v128.store(o, next1, LAMBDA_N);
  v128.store(q, next2, LAMBDA_N);
  const d1 = sub(next1, old1);
  const d2 = sub(next2, old2);
  const nextA = sub(wA, mul(v128.load(o, I_A), add(mul(rnA1, d1), mul(rnA2, d2))));
  const nextB = add(wB, mul(v128.load(o, I_B), add(mul(rnB1, d1), mul(rnB2, d2))));
  applyNormalImpulses(o, a0, a1, b0, b1, add(d1, d2), nextA, nextB);
  return true;
}

/** `solvePairs` for a pair of any kind. */
function solvePair(motion: usize, first: usize, o: usize, softness: usize): void {
  const zero = f64x2.splat(0);
  const one = f64x2.splat(1);
  const inverseStep = f64x2.splat(load<f64>(INVERSE_STEP));
  const slowest = f64x2.splat(-load<f64>(softness, CAP));
  const biasRate = f64x2.splat(load<f64>(softness, BIAS_RATE));
  const second = first + ROW_INDEX_BYTES;
  const a0 = body(motion, first);
  const a1 = body(motion, second);
  const b0 = body(motion, first + ROW_B);
  const b1 = body(motion, second + ROW_B);
  const isDouble = haveTwoPoints(first, second);
  const q = o + POINT_BYTES;

  let x = sub(v128.load(b0), v128.load(a0));
  let y = sub(v128.load(b1), v128.load(a1));
  const ux = firsts(x, y);
  const uy = seconds(x, y);
  const wA = spins(a0, a1);
  const wB = spins(b0, b1);
  x = sub(v128.load(b0, DX), v128.load(a0, DX));
  y = sub(v128.load(b1, DX), v128.load(a1, DX));
  const dx = firsts(x, y);
  const dy = seconds(x, y);
  x = v128.load(a0, DC);
  y = v128.load(a1, DC);
  const cA = firsts(x, y);
  const sA = seconds(x, y);
  x = v128.load(b0, DC);
  y = v128.load(b1, DC);
  const cB = firsts(x, y);
  const sB = seconds(x, y);

  const nx = v128.load(o, N_X);
  const ny = v128.load(o, N_Y);
  const iA = v128.load(o, I_A);
  const iB = v128.load(o, I_B);
  const shift = add(
    add(mul(nx, dx), mul(ny, dy)),
    add(mul(cA, v128.load(o, RHO_A)), mul(cB, v128.load(o, RHO_B))),
  );
  const un = add(mul(nx, ux), mul(ny, uy));

  const rnA1 = v128.load(o, RN_A);
  const rnB1 = v128.load(o, RN_B);
  const old1 = v128.load(o, LAMBDA_N);
  const both = select(isDouble, add(old1, v128.load(q, LAMBDA_N)), old1);
  const isOver = areOverloaded(o, both, un, softness);
  const massScale = select(isOver, one, v128.load64_splat(softness, MASS_SCALE));
  const impulseScale = v128.andnot(v128.load64_splat(softness, IMPULSE_SCALE), isOver);
  const yields = and(isOver, f64x2.splat(YIELD_SPEED));
  const gap1 = gapOf(o, shift, cA, sA, cB, sB);
  const overlaps1 = f64x2.le(gap1, zero);
  const bias1 = select(overlaps1, add(f64x2.pmax(mul(biasRate, gap1), slowest), yields), mul(gap1, inverseStep));
  const scale1 = select(overlaps1, massScale, one);
  const e1 = add(approachOf(un, wA, rnA1, wB, rnB1), bias1);

  let next1: v128;
  let sum: v128;
  let nextA: v128;
  let nextB: v128;
  if (v128.any_true(isDouble)) {
    const inverse11 = v128.load(o, INVERSE_DIAGONAL);
    const isBlock = f64x2.ne(inverse11, zero);
    const rnA2 = v128.load(q, RN_A);
    const rnB2 = v128.load(q, RN_B);
    const old2 = v128.load(q, LAMBDA_N);
    const gap2 = gapOf(q, shift, cA, sA, cB, sB);
    const overlaps2 = f64x2.le(gap2, zero);
    const bias2 = select(overlaps2, add(f64x2.pmax(mul(biasRate, gap2), slowest), yields), mul(gap2, inverseStep));
    const scale2 = select(overlaps2, massScale, one);
    const e2 = add(approachOf(un, wA, rnA2, wB, rnB2), bias2);
    const inverse12 = v128.load(o, INVERSE_12);
    const inverse22 = v128.load(q, INVERSE_DIAGONAL);
    const isEven = f64x2.eq(scale1, scale2);
    const keep = select(overlaps1, sub(one, impulseScale), one);
    next1 = sub(mul(keep, old1), mul(scale1, sub(mul(inverse11, e1), mul(inverse12, e2))));
    let next2 = sub(mul(keep, old2), mul(scale1, sub(mul(inverse22, e2), mul(inverse12, e1))));
    const m = add(v128.load(o, M_A), v128.load(o, M_B));
    if (v128.any_true(v128.andnot(isBlock, isEven))) {
      const k11 = entryOf(m, iA, rnA1, rnA1, iB, rnB1, rnB1);
      const k12 = entryOf(m, iA, rnA1, rnA2, iB, rnB1, rnB2);
      const k22 = entryOf(m, iA, rnA2, rnA2, iB, rnB2, rnB2);
      const d11 = f64x2.div(k11, scale1);
      const d22 = f64x2.div(k22, scale2);
      const z1 = sub(sub(e1, mul(k11, old1)), mul(k12, old2));
      const z2 = sub(sub(e2, mul(k12, old1)), mul(k22, old2));
      const det = sub(mul(d11, d22), mul(k12, k12));
      next1 = select(isEven, next1, f64x2.div(sub(mul(k12, z2), mul(d22, z1)), det));
      next2 = select(isEven, next2, f64x2.div(sub(mul(k12, z1), mul(d11, z2)), det));
    }
    const isNegative = or(f64x2.lt(next1, zero), f64x2.lt(next2, zero));
    if (v128.any_true(and(isBlock, isNegative))) {
      const ratio1 = mul(select(isEven, one, scale1), f64x2.div(inverse12, inverse22));
      const ratio2 = mul(select(isEven, one, scale2), f64x2.div(inverse12, inverse11));
      const alone1 = add(next1, mul(ratio1, next2));
      const alone2 = add(next2, mul(ratio2, next1));
      const isFirst = and(f64x2.lt(next2, zero), f64x2.ge(alone1, zero));
      const isSecond = v128.andnot(and(f64x2.lt(next1, zero), f64x2.ge(alone2, zero)), isFirst);
      next1 = select(isNegative, and(isFirst, alone1), next1);
      next2 = select(isNegative, and(isSecond, alone2), next2);
    }
    let d1 = sub(next1, old1);
    let d2 = sub(next2, old2);
    sum = add(d1, d2);
    nextA = sub(wA, mul(iA, add(mul(rnA1, d1), mul(rnA2, d2))));
    nextB = add(wB, mul(iB, add(mul(rnB1, d1), mul(rnB2, d2))));
    if (!i64x2.all_true(isBlock)) {
      // one point, or two points with a badly conditioned K: solve one after the other
      const alone1 = f64x2.pmax(
        sub(
          sub(old1, mul(mul(v128.load(o, MASS_N), scale1), e1)),
          mul(and(overlaps1, impulseScale), old1),
        ),
        zero,
      );
      d1 = sub(alone1, old1);
      const wA1 = sub(wA, mul(mul(iA, rnA1), d1));
      const wB1 = add(wB, mul(mul(iB, rnB1), d1));
      const e3 = add(approachOf(add(un, mul(m, d1)), wA1, rnA2, wB1, rnB2), bias2);
      const alone2 = f64x2.pmax(
        sub(
          sub(old2, mul(mul(v128.load(q, MASS_N), scale2), e3)),
          mul(and(overlaps2, impulseScale), old2),
        ),
        zero,
      );
      d2 = sub(alone2, old2);
      next1 = select(isBlock, next1, alone1);
      next2 = select(isBlock, next2, select(isDouble, alone2, old2));
      sum = select(isBlock, sum, select(isDouble, add(d1, d2), d1));
      nextA = select(isBlock, nextA, select(isDouble, sub(wA1, mul(mul(iA, rnA2), d2)), wA1));
      nextB = select(isBlock, nextB, select(isDouble, add(wB1, mul(mul(iB, rnB2), d2)), wB1));
    }
    v128.store(q, next2, LAMBDA_N);
  } else {
    next1 = f64x2.pmax(
      sub(
        sub(old1, mul(mul(v128.load(o, MASS_N), scale1), e1)),
        mul(and(overlaps1, impulseScale), old1),
      ),
      zero,
    );
    sum = sub(next1, old1);
    nextA = sub(wA, mul(mul(iA, rnA1), sum));
    nextB = add(wB, mul(mul(iB, rnB1), sum));
  }
  v128.store(o, next1, LAMBDA_N);

  applyNormalImpulses(o, a0, a1, b0, b1, sum, nextA, nextB);
}

/**
 * One pass without bias over the pairs of rows from `start` to `end`, both even. Rows up to `lastReversed`, which is odd,
 * are solved in reverse order. Nearly all pairs are two contacts with one point, or two blocks; in a pile at rest, two closed blocks that
 * stay firm. Each of these kinds has a path of its own.
 */
export function relaxPairs(motion: usize, index: usize, data: usize, start: i32, end: i32, lastReversed: i32): void {
  const zero = f64x2.splat(0);
  for (let n = start; n < end; n += 2) {
    const k = (n < lastReversed ? lastReversed - 1 - n : n) as usize;
    const o = data + (k >> 1) * PAIR_BYTES;
    const first = index + k * ROW_INDEX_BYTES;
    const hasOpen = v128.any_true(f64x2.ne(v128.load(o, OPEN), zero));
    if ((load<i32>(first, ROW_COUNT) | load<i32>(first + ROW_INDEX_BYTES, ROW_COUNT)) < 2) {
      relaxSingles(motion, first, o, hasOpen);
    } else if (!i64x2.all_true(f64x2.ne(v128.load(o, INVERSE_DIAGONAL), zero))) {
      relaxPair(motion, first, o, hasOpen);
    } else if (hasOpen || !relaxBlocks(motion, first, o)) {
      relaxAnyBlocks(motion, first, o, hasOpen);
    }
  }
}

/** The part of the gaps of both points of a row that does not depend on the point, at the present displacements. */
@inline
function shiftOf(o: usize, a0: usize, a1: usize, b0: usize, b1: usize, cA: v128, cB: v128): v128 {
  const x = sub(v128.load(b0, DX), v128.load(a0, DX));
  const y = sub(v128.load(b1, DX), v128.load(a1, DX));
  const shift = add(mul(v128.load(o, N_X), firsts(x, y)), mul(v128.load(o, N_Y), seconds(x, y)));
  return add(shift, add(mul(cA, v128.load(o, RHO_A)), mul(cB, v128.load(o, RHO_B))));
}

/** The speed at which a gap may close, in open rows. In closed rows -0, which does not change a sum. */
@inline
function relaxBias(gap: v128, isOpen: v128): v128 {
  const bias = and(f64x2.gt(gap, f64x2.splat(0)), mul(gap, f64x2.splat(load<f64>(INVERSE_STEP))));
  return or(v128.andnot(f64x2.splat(-0.0), isOpen), and(isOpen, bias));
}

/** The friction impulses of a pair of rows after `old`, limited by the normal impulses `pressing`. */
@inline
function frictionImpulses(o: usize, old: v128, pressing: v128, ut: v128, wA: v128, rtA: v128, wB: v128, rtB: v128): v128 {
  const limit = mul(v128.load(o, MU), pressing);
  const speed = add(sub(ut, mul(wB, rtB)), mul(wA, rtA));
  const lambda = sub(old, mul(v128.load(o, MASS_T), speed));
  return f64x2.pmin(f64x2.pmax(lambda, f64x2.neg(limit)), limit);
}

/** Mask of the rows that are not firm: one of their two points has lost more than a share of its impulse. */
@inline
function loses(old1: v128, next1: v128, old2: v128, next2: v128): v128 {
  const share = f64x2.splat(FIRM_SHARE);
  return or(f64x2.lt(next1, mul(share, old1)), f64x2.lt(next2, mul(share, old2)));
}

/** Applies the impulses `sumN` along the normals and `sumT` along the tangents to the velocities, and stores the spins. */
@inline
function applyContactImpulses(o: usize, a0: usize, a1: usize, b0: usize, b1: usize, sumN: v128, sumT: v128, wA: v128, wB: v128): void {
  const nx = v128.load(o, N_X);
  const ny = v128.load(o, N_Y);
  const px = add(mul(nx, sumN), mul(ny, sumT));
  const py = sub(mul(ny, sumN), mul(nx, sumT));
  applyImpulses(o, a0, a1, b0, b1, px, py, wA, wB);
}

/** `relaxPairs` for two closed blocks if they stay firm. Otherwise changes nothing and returns false. */
@inline
function relaxBlocks(motion: usize, first: usize, o: usize): bool {
  const second = first + ROW_INDEX_BYTES;
  const a0 = body(motion, first);
  const a1 = body(motion, second);
  const b0 = body(motion, first + ROW_B);
  const b1 = body(motion, second + ROW_B);
  const q = o + POINT_BYTES;

  const x = sub(v128.load(b0), v128.load(a0));
  const y = sub(v128.load(b1), v128.load(a1));
  const ux = firsts(x, y);
  const uy = seconds(x, y);
  const nx = v128.load(o, N_X);
  const ny = v128.load(o, N_Y);
  const un = add(mul(nx, ux), mul(ny, uy));
  const ut = sub(sub(mul(ny, ux), mul(nx, uy)), v128.load(o, BELT));

  let wA = spins(a0, a1);
  let wB = spins(b0, b1);
  const iA = v128.load(o, I_A);
  const iB = v128.load(o, I_B);
  const rtA = v128.load(o, RT_A);
  const rtB = v128.load(o, RT_B);
  const oldN1 = v128.load(o, LAMBDA_N);
  const oldN2 = v128.load(q, LAMBDA_N);
  const oldT = v128.load(o, LAMBDA_T);
  const lambda = frictionImpulses(o, oldT, add(oldN1, oldN2), ut, wA, rtA, wB, rtB);
  const sumT = sub(lambda, oldT);
  wA = add(wA, mul(mul(iA, rtA), sumT));
  wB = sub(wB, mul(mul(iB, rtB), sumT));

  const rnA1 = v128.load(o, RN_A);
  const rnB1 = v128.load(o, RN_B);
  const rnA2 = v128.load(q, RN_A);
  const rnB2 = v128.load(q, RN_B);
  const e1 = approachOf(un, wA, rnA1, wB, rnB1);
  const e2 = approachOf(un, wA, rnA2, wB, rnB2);
  const inverse12 = v128.load(o, INVERSE_12);
  const d1 = sub(mul(inverse12, e2), mul(v128.load(o, INVERSE_DIAGONAL), e1));
  const d2 = sub(mul(inverse12, e1), mul(v128.load(q, INVERSE_DIAGONAL), e2));
  const next1 = add(oldN1, d1);
  const next2 = add(oldN2, d2);
  if (v128.any_true(loses(oldN1, next1, oldN2, next2))) return false;
  v128.store(o, lambda, LAMBDA_T);
  v128.store(o, next1, LAMBDA_N);
  v128.store(q, next2, LAMBDA_N);
  wA = sub(wA, mul(iA, add(mul(rnA1, d1), mul(rnA2, d2))));
  wB = add(wB, mul(iB, add(mul(rnB1, d1), mul(rnB2, d2))));
  applyContactImpulses(o, a0, a1, b0, b1, add(d1, d2), sumT, wA, wB);
  return true;
}

/** `relaxPairs` for two rows with at most one point each. */
@inline
function relaxSingles(motion: usize, first: usize, o: usize, hasOpen: bool): void {
  const second = first + ROW_INDEX_BYTES;
  const a0 = body(motion, first);
  const a1 = body(motion, second);
  const b0 = body(motion, first + ROW_B);
  const b1 = body(motion, second + ROW_B);
  let bias = f64x2.splat(-0.0);
  if (hasOpen) {
    const cA = firsts(v128.load(a0, DC), v128.load(a1, DC));
    const sA = seconds(v128.load(a0, DC), v128.load(a1, DC));
    const cB = firsts(v128.load(b0, DC), v128.load(b1, DC));
    const sB = seconds(v128.load(b0, DC), v128.load(b1, DC));
    const shift = shiftOf(o, a0, a1, b0, b1, cA, cB);
    bias = relaxBias(gapOf(o, shift, cA, sA, cB, sB), f64x2.ne(v128.load(o, OPEN), f64x2.splat(0)));
  }

  const x = sub(v128.load(b0), v128.load(a0));
  const y = sub(v128.load(b1), v128.load(a1));
  const ux = firsts(x, y);
  const uy = seconds(x, y);
  const nx = v128.load(o, N_X);
  const ny = v128.load(o, N_Y);
  const un = add(mul(nx, ux), mul(ny, uy));
  const ut = sub(sub(mul(ny, ux), mul(nx, uy)), v128.load(o, BELT));

  let wA = spins(a0, a1);
  let wB = spins(b0, b1);
  const iA = v128.load(o, I_A);
  const iB = v128.load(o, I_B);
  const rnA = v128.load(o, RN_A);
  const rnB = v128.load(o, RN_B);
  const e = add(approachOf(un, wA, rnA, wB, rnB), bias);
  const oldN = v128.load(o, LAMBDA_N);
  const next = f64x2.pmax(sub(oldN, mul(v128.load(o, MASS_N), e)), f64x2.splat(0));
  v128.store(o, next, LAMBDA_N);
  const sumN = sub(next, oldN);
  wA = sub(wA, mul(mul(iA, rnA), sumN));
  wB = add(wB, mul(mul(iB, rnB), sumN));

  const rtA = v128.load(o, RT_A);
  const rtB = v128.load(o, RT_B);
  const oldT = v128.load(o, LAMBDA_T);
  const lambda = frictionImpulses(o, oldT, next, ut, wA, rtA, wB, rtB);
  v128.store(o, lambda, LAMBDA_T);
  const sumT = sub(lambda, oldT);
  wA = add(wA, mul(mul(iA, rtA), sumT));
  wB = sub(wB, mul(mul(iB, rtB), sumT));
  applyContactImpulses(o, a0, a1, b0, b1, sumN, sumT, wA, wB);
}

/** `relaxPairs` for two blocks, open or not, firm or not. */
function relaxAnyBlocks(motion: usize, first: usize, o: usize, hasOpen: bool): void {
  const zero = f64x2.splat(0);
  const second = first + ROW_INDEX_BYTES;
  const a0 = body(motion, first);
  const a1 = body(motion, second);
  const b0 = body(motion, first + ROW_B);
  const b1 = body(motion, second + ROW_B);
  const q = o + POINT_BYTES;
  let bias1 = f64x2.splat(-0.0);
  let bias2 = bias1;
  if (hasOpen) {
    const cA = firsts(v128.load(a0, DC), v128.load(a1, DC));
    const sA = seconds(v128.load(a0, DC), v128.load(a1, DC));
    const cB = firsts(v128.load(b0, DC), v128.load(b1, DC));
    const sB = seconds(v128.load(b0, DC), v128.load(b1, DC));
    const shift = shiftOf(o, a0, a1, b0, b1, cA, cB);
    const isOpen = f64x2.ne(v128.load(o, OPEN), zero);
    bias1 = relaxBias(gapOf(o, shift, cA, sA, cB, sB), isOpen);
    bias2 = relaxBias(gapOf(q, shift, cA, sA, cB, sB), isOpen);
  }

  const x = sub(v128.load(b0), v128.load(a0));
  const y = sub(v128.load(b1), v128.load(a1));
  const ux = firsts(x, y);
  const uy = seconds(x, y);
  const nx = v128.load(o, N_X);
  const ny = v128.load(o, N_Y);
  const un = add(mul(nx, ux), mul(ny, uy));
  const ut = sub(sub(mul(ny, ux), mul(nx, uy)), v128.load(o, BELT));

  let wA = spins(a0, a1);
  let wB = spins(b0, b1);
  const iA = v128.load(o, I_A);
  const iB = v128.load(o, I_B);
  const rtA = v128.load(o, RT_A);
  const rtB = v128.load(o, RT_B);
  const oldN1 = v128.load(o, LAMBDA_N);
  const oldN2 = v128.load(q, LAMBDA_N);
  const inverse11 = v128.load(o, INVERSE_DIAGONAL);
  const oldT = v128.load(o, LAMBDA_T);
  const rnA1 = v128.load(o, RN_A);
  const rnB1 = v128.load(o, RN_B);
  const rnA2 = v128.load(q, RN_A);
  const rnB2 = v128.load(q, RN_B);
  const inverse12 = v128.load(o, INVERSE_12);
  const inverse22 = v128.load(q, INVERSE_DIAGONAL);
  let lambda = oldT;
  let isLast = f64x2.ne(v128.load(o, OPEN), zero);
  if (!i64x2.all_true(isLast)) {
    const firstT = frictionImpulses(o, oldT, add(oldN1, oldN2), ut, wA, rtA, wB, rtB);
    const sumT = sub(firstT, oldT);
    const firstA = add(wA, mul(mul(iA, rtA), sumT));
    const firstB = sub(wB, mul(mul(iB, rtB), sumT));
    const e1 = approachOf(un, firstA, rnA1, firstB, rnB1);
    const e2 = approachOf(un, firstA, rnA2, firstB, rnB2);
    const first1 = add(oldN1, sub(mul(inverse12, e2), mul(inverse11, e1)));
    const first2 = add(oldN2, sub(mul(inverse12, e1), mul(inverse22, e2)));
    isLast = or(isLast, loses(oldN1, first1, oldN2, first2));
    lambda = select(isLast, oldT, firstT);
    wA = select(isLast, wA, firstA);
    wB = select(isLast, wB, firstB);
  }

  const e1 = add(approachOf(un, wA, rnA1, wB, rnB1), bias1);
  const e2 = add(approachOf(un, wA, rnA2, wB, rnB2), bias2);
  let d1 = sub(mul(inverse12, e2), mul(inverse11, e1));
  let d2 = sub(mul(inverse12, e1), mul(inverse22, e2));
  let next1 = add(oldN1, d1);
  let next2 = add(oldN2, d2);
  const isNegative = or(f64x2.lt(next1, zero), f64x2.lt(next2, zero));
  if (v128.any_true(isNegative)) {
    const alone1 = add(next1, mul(f64x2.div(inverse12, inverse22), next2));
    const alone2 = add(next2, mul(f64x2.div(inverse12, inverse11), next1));
    const isFirst = and(f64x2.lt(next2, zero), f64x2.ge(alone1, zero));
    const isSecond = v128.andnot(and(f64x2.lt(next1, zero), f64x2.ge(alone2, zero)), isFirst);
    next1 = select(isNegative, and(isFirst, alone1), next1);
    next2 = select(isNegative, and(isSecond, alone2), next2);
    d1 = select(isNegative, sub(next1, oldN1), d1);
    d2 = select(isNegative, sub(next2, oldN2), d2);
  }
  const sumN = add(d1, d2);
  let nextA = sub(wA, mul(iA, add(mul(rnA1, d1), mul(rnA2, d2))));
  let nextB = add(wB, mul(iB, add(mul(rnB1, d1), mul(rnB2, d2))));
  v128.store(o, next1, LAMBDA_N);
  v128.store(q, next2, LAMBDA_N);
  const again = select(isLast, frictionImpulses(o, lambda, add(next1, next2), ut, nextA, rtA, nextB, rtB), lambda);
  const change = sub(again, lambda);
  nextA = select(isLast, add(nextA, mul(mul(iA, rtA), change)), nextA);
  nextB = select(isLast, sub(nextB, mul(mul(iB, rtB), change)), nextB);
  v128.store(o, again, LAMBDA_T);
  applyContactImpulses(o, a0, a1, b0, b1, sumN, sub(again, oldT), nextA, nextB);
}

/** `relaxPairs` for a pair of any kind. */
function relaxPair(motion: usize, first: usize, o: usize, hasOpen: bool): void {
  const zero = f64x2.splat(0);
  const second = first + ROW_INDEX_BYTES;
  const a0 = body(motion, first);
  const a1 = body(motion, second);
  const b0 = body(motion, first + ROW_B);
  const b1 = body(motion, second + ROW_B);
  const isDouble = haveTwoPoints(first, second);
  const q = o + POINT_BYTES;
  let bias1 = f64x2.splat(-0.0);
  let bias2 = bias1;
  if (hasOpen) {
    const cA = firsts(v128.load(a0, DC), v128.load(a1, DC));
    const sA = seconds(v128.load(a0, DC), v128.load(a1, DC));
    const cB = firsts(v128.load(b0, DC), v128.load(b1, DC));
    const sB = seconds(v128.load(b0, DC), v128.load(b1, DC));
    const shift = shiftOf(o, a0, a1, b0, b1, cA, cB);
    const isOpen = f64x2.ne(v128.load(o, OPEN), zero);
    bias1 = relaxBias(gapOf(o, shift, cA, sA, cB, sB), isOpen);
    bias2 = relaxBias(gapOf(q, shift, cA, sA, cB, sB), isOpen);
  }

  const x = sub(v128.load(b0), v128.load(a0));
  const y = sub(v128.load(b1), v128.load(a1));
  const ux = firsts(x, y);
  const uy = seconds(x, y);
  const nx = v128.load(o, N_X);
  const ny = v128.load(o, N_Y);
  const un = add(mul(nx, ux), mul(ny, uy));
  const ut = sub(sub(mul(ny, ux), mul(nx, uy)), v128.load(o, BELT));

  let wA = spins(a0, a1);
  let wB = spins(b0, b1);
  const iA = v128.load(o, I_A);
  const iB = v128.load(o, I_B);
  const rtA = v128.load(o, RT_A);
  const rtB = v128.load(o, RT_B);
  const oldN1 = v128.load(o, LAMBDA_N);
  const oldN2 = v128.load(q, LAMBDA_N);
  const inverse11 = v128.load(o, INVERSE_DIAGONAL);
  const isBlock = f64x2.ne(inverse11, zero);
  const oldT = v128.load(o, LAMBDA_T);
  const rnA1 = v128.load(o, RN_A);
  const rnB1 = v128.load(o, RN_B);
  const rnA2 = v128.load(q, RN_A);
  const rnB2 = v128.load(q, RN_B);
  const inverse12 = v128.load(o, INVERSE_12);
  const inverse22 = v128.load(q, INVERSE_DIAGONAL);
  let lambda = oldT;
  let isLast = or(v128.not(isBlock), f64x2.ne(v128.load(o, OPEN), zero));
  if (!i64x2.all_true(isLast)) {
    const firstT = frictionImpulses(o, oldT, add(oldN1, oldN2), ut, wA, rtA, wB, rtB);
    const sumT = sub(firstT, oldT);
    const firstA = add(wA, mul(mul(iA, rtA), sumT));
    const firstB = sub(wB, mul(mul(iB, rtB), sumT));
    const e1 = approachOf(un, firstA, rnA1, firstB, rnB1);
    const e2 = approachOf(un, firstA, rnA2, firstB, rnB2);
    const first1 = add(oldN1, sub(mul(inverse12, e2), mul(inverse11, e1)));
    const first2 = add(oldN2, sub(mul(inverse12, e1), mul(inverse22, e2)));
    isLast = or(isLast, loses(oldN1, first1, oldN2, first2));
    lambda = select(isLast, oldT, firstT);
    wA = select(isLast, wA, firstA);
    wB = select(isLast, wB, firstB);
  }

  const e1 = add(approachOf(un, wA, rnA1, wB, rnB1), bias1);
  const e2 = add(approachOf(un, wA, rnA2, wB, rnB2), bias2);
  let d1 = sub(mul(inverse12, e2), mul(inverse11, e1));
  let d2 = sub(mul(inverse12, e1), mul(inverse22, e2));
  let next1 = add(oldN1, d1);
  let next2 = add(oldN2, d2);
  const isNegative = or(f64x2.lt(next1, zero), f64x2.lt(next2, zero));
  if (v128.any_true(and(isBlock, isNegative))) {
    const alone1 = add(next1, mul(f64x2.div(inverse12, inverse22), next2));
    const alone2 = add(next2, mul(f64x2.div(inverse12, inverse11), next1));
    const isFirst = and(f64x2.lt(next2, zero), f64x2.ge(alone1, zero));
    const isSecond = v128.andnot(and(f64x2.lt(next1, zero), f64x2.ge(alone2, zero)), isFirst);
    next1 = select(isNegative, and(isFirst, alone1), next1);
    next2 = select(isNegative, and(isSecond, alone2), next2);
    d1 = select(isNegative, sub(next1, oldN1), d1);
    d2 = select(isNegative, sub(next2, oldN2), d2);
  }
  let sumN = add(d1, d2);
  let nextA = sub(wA, mul(iA, add(mul(rnA1, d1), mul(rnA2, d2))));
  let nextB = add(wB, mul(iB, add(mul(rnB1, d1), mul(rnB2, d2))));
  if (!i64x2.all_true(isBlock)) {
    // one point, or two points with a badly conditioned K: solve one after the other
    const alone1 = f64x2.pmax(sub(oldN1, mul(v128.load(o, MASS_N), e1)), zero);
    d1 = sub(alone1, oldN1);
    const wA1 = sub(wA, mul(mul(iA, rnA1), d1));
    const wB1 = add(wB, mul(mul(iB, rnB1), d1));
    const m = add(v128.load(o, M_A), v128.load(o, M_B));
    const e3 = add(approachOf(add(un, mul(m, d1)), wA1, rnA2, wB1, rnB2), bias2);
    const alone2 = f64x2.pmax(sub(oldN2, mul(v128.load(q, MASS_N), e3)), zero);
    d2 = sub(alone2, oldN2);
    next1 = select(isBlock, next1, alone1);
    next2 = select(isBlock, next2, select(isDouble, alone2, oldN2));
    sumN = select(isBlock, sumN, select(isDouble, add(d1, d2), d1));
    nextA = select(isBlock, nextA, select(isDouble, sub(wA1, mul(mul(iA, rnA2), d2)), wA1));
    nextB = select(isBlock, nextB, select(isDouble, add(wB1, mul(mul(iB, rnB2), d2)), wB1));
  }
  v128.store(o, next1, LAMBDA_N);
  v128.store(q, next2, LAMBDA_N);
  const pressing = select(isDouble, add(next1, next2), next1);
  const again = select(isLast, frictionImpulses(o, lambda, pressing, ut, nextA, rtA, nextB, rtB), lambda);
  const change = sub(again, lambda);
  nextA = select(isLast, add(nextA, mul(mul(iA, rtA), change)), nextA);
  nextB = select(isLast, sub(nextB, mul(mul(iB, rtB), change)), nextB);
  v128.store(o, again, LAMBDA_T);
  applyContactImpulses(o, a0, a1, b0, b1, sumN, sub(again, oldT), nextA, nextB);
}

/** Warm start: applies the impulses of the pairs of rows from `start` to `end`, both even, to the velocities. */
export function warmStartPairs(motion: usize, index: usize, data: usize, start: u32, end: u32): void {
  let o = data + ((start as usize) >> 1) * PAIR_BYTES;
  let first = index + (start as usize) * ROW_INDEX_BYTES;
  const last = index + (end as usize) * ROW_INDEX_BYTES;
  for (; first < last; first += 2 * ROW_INDEX_BYTES, o += PAIR_BYTES) {
    const second = first + ROW_INDEX_BYTES;
    const a0 = body(motion, first);
    const a1 = body(motion, second);
    const b0 = body(motion, first + ROW_B);
    const b1 = body(motion, second + ROW_B);
    const isDouble = haveTwoPoints(first, second);

    let n = v128.load(o, LAMBDA_N);
    const t = v128.load(o, LAMBDA_T);
    let torqueA = mul(n, v128.load(o, RN_A));
    let torqueB = mul(n, v128.load(o, RN_B));
    if (v128.any_true(isDouble)) {
      const q = o + POINT_BYTES;
      const n2 = v128.load(q, LAMBDA_N);
      const torqueA2 = mul(n2, v128.load(q, RN_A));
      const torqueB2 = mul(n2, v128.load(q, RN_B));
      n = select(isDouble, add(n, n2), n);
      torqueA = select(isDouble, add(torqueA, torqueA2), torqueA);
      torqueB = select(isDouble, add(torqueB, torqueB2), torqueB);
    }
    torqueA = sub(torqueA, mul(t, v128.load(o, RT_A)));
    torqueB = sub(torqueB, mul(t, v128.load(o, RT_B)));
    const nx = v128.load(o, N_X);
    const ny = v128.load(o, N_Y);
    const px = add(mul(n, nx), mul(t, ny));
    const py = sub(mul(n, ny), mul(t, nx));

    const mA = v128.load(o, M_A);
    const mB = v128.load(o, M_B);
    let x = mul(mA, px);
    let y = mul(mA, py);
    v128.store(a0, sub(v128.load(a0), firsts(x, y)));
    v128.store(a1, sub(v128.load(a1), seconds(x, y)));
    x = mul(mB, px);
    y = mul(mB, py);
    v128.store(b0, add(v128.load(b0), firsts(x, y)));
    v128.store(b1, add(v128.load(b1), seconds(x, y)));
    const wA = spins(a0, a1);
    const wB = spins(b0, b1);
    const nextA = sub(wA, mul(v128.load(o, I_A), torqueA));
    const nextB = add(wB, mul(v128.load(o, I_B), torqueB));
    v128.store64_lane(a0, nextA, 0, W);
    v128.store64_lane(a1, nextA, 1, W);
    v128.store64_lane(b0, nextB, 0, W);
    v128.store64_lane(b1, nextB, 1, W);
  }
}

/**
 * Applies forces, damping and speed limits to the bodies from `start` to `count`, and stores the result as their start velocity. `work`
 * is a sum of bits for additional work on each body: 1 moves it first; 2 stores the velocity change by contacts since the last start; 4
 * adds this change to the new velocity at once.
 * @returns `count`, or the first body whose velocity is not finite; this body and all after it are not updated
 */
export function driveBodies(
  motion: usize,
  bodies: usize,
  records: usize,
  changes: usize,
  start: u32,
  count: u32,
  work: u32,
): u32 {
  const maximumSpeed = load<f64>(MAXIMUM_SPEED);
  const maximumSpeedSquared = maximumSpeed * maximumSpeed;
  const maximumSpin = load<f64>(MAXIMUM_SPIN);
  const largestSquared = min(maximumSpeedSquared, f64.MAX_VALUE);
  const largestSpin = min(maximumSpin, f64.MAX_VALUE);
  const h = load<f64>(STEP);
  const moves = (work & MOVES) != 0;
  const measures = (work & MEASURES) != 0;
  const repeats = (work & REPEATS) != 0;
  for (let k = start; k < count; k++) {
    const r = records + (k as usize) * RECORD_BYTES;
    const p = body(motion, bodies + ((k as usize) << 2));
    if (moves) moveBody(p, h);
    let v = v128.load(p);
    let w = load<f64>(p, W);
    const changed = sub(v, v128.load(r, START));
    const spinChanged = w - load<f64>(r, SPIN_START);
    v = mul(add(v, v128.load(r, FORCED)), v128.load64_splat(r, DAMPED));
    w = (w + load<f64>(r, SPIN_FORCED)) * load<f64>(r, SPIN_DAMPED);
    const squares = mul(v, v);
    const speedSquared = f64x2.extract_lane(squares, 0) + f64x2.extract_lane(squares, 1);
    // a number that is not finite is never within a finite limit
    if (!(speedSquared <= largestSquared && w <= largestSpin && w >= -largestSpin)) {
      const sum = f64x2.extract_lane(v, 0) + f64x2.extract_lane(v, 1) + w;
      if (sum - sum != 0) return k;
      if (speedSquared > maximumSpeedSquared) v = mul(v, f64x2.splat(maximumSpeed / Math.sqrt(speedSquared)));
      if (w > maximumSpin) w = maximumSpin;
      else if (w < -maximumSpin) w = -maximumSpin;
    }
    v128.store(r, v, START);
    store<f64>(r, w, SPIN_START);
    if (repeats) {
      v128.store(p, add(v, changed));
      store<f64>(p, w + spinChanged, W);
      continue;
    }
    v128.store(p, v);
    store<f64>(p, w, W);
    if (measures) {
      const c = changes + (k as usize) * CHANGE_BYTES;
      v128.store(c, changed);
      store<f64>(c, spinChanged, SPIN_CHANGE);
    }
  }
  return count;
}

/** Sets the velocities to the start velocities plus the change by contacts in the last substep. */
export function repeatChanges(motion: usize, bodies: usize, records: usize, changes: usize, count: u32): void {
  for (let k: u32 = 0; k < count; k++) {
    const r = records + (k as usize) * RECORD_BYTES;
    const c = changes + (k as usize) * CHANGE_BYTES;
    const p = body(motion, bodies + ((k as usize) << 2));
    v128.store(p, add(v128.load(r, START), v128.load(c)));
    store<f64>(p, load<f64>(r, SPIN_START) + load<f64>(c, SPIN_CHANGE), W);
  }
}

/**
 * The loop of `soft-step.ts` from `substep` on, for a step without joints, watched rows, rolling resistance, shocks, tracing and special
 * bodies. Rows up to `moving` are between moving bodies, the others up to `end` against bodies of infinite mass. A pass with bias runs in
 * every `interval`-th substep. In the first of these substeps, the bodies before `body` have already been driven.
 * @returns -1, or the first body whose velocity is not finite, with the substep stored at `SUBSTEP`; then call again from the next body
 */
export function runSubsteps(
  motion: usize,
  index: usize,
  data: usize,
  bodies: usize,
  records: usize,
  moving: i32,
  end: i32,
  lastReversed: i32,
  count: u32,
  substeps: i32,
  interval: i32,
  substep: i32,
  body: u32,
): i32 {
  for (let s = substep; s < substeps; s++) {
    let work: u32 = 0;
    if (s > 0) work = (s - 1) % interval == 0 ? REPEATS : REPEATS | MOVES;
    const failed = driveBodies(motion, bodies, records, 0, body, count, work);
    if (failed < count) {
      store<f64>(SUBSTEP, s);
      return failed;
    }
    body = 0;
    if (s == 0) warmStartPairs(motion, index, data, 0, end);
    if (s % interval == 0) {
      solvePairs(motion, index, data, 0, moving, lastReversed, 0);
      solvePairs(motion, index, data, moving, end, lastReversed, STATIC_SOFTNESS);
      moveBodies(motion, bodies, count);
    }
    relaxPairs(motion, index, data, 0, end, lastReversed);
  }
  if ((substeps - 1) % interval != 0) moveBodies(motion, bodies, count);
  return -1;
}

/** Moves and rotates the bodies by their velocities over a substep. */
export function moveBodies(motion: usize, bodies: usize, count: u32): void {
  const h = load<f64>(STEP);
  for (let k: u32 = 0; k < count; k++) {
    moveBody(body(motion, bodies + ((k as usize) << 2)), h);
  }
}

/** `moveBodies` for the body with its motion at `p`. */
@inline
function moveBody(p: usize, h: f64): void {
  v128.store(p, add(v128.load(p, DX), mul(f64x2.splat(h), v128.load(p))), DX);
  const angle = h * load<f64>(p, W);
  if (angle == 0) return;
  const size = Math.abs(angle);
  const rotation = v128.load(p, DC);
  if (size < TINY_ANGLE) v128.store(p, rotated(rotation, rotation, angle), DC);
  else if (size > SERIES_ROTATION_LIMIT) turnFar(p, angle);
  else v128.store(p, rotatedBy(rotation, angle, seriesOf(angle)), DC);
}

/** A rotation (c, s) turned further by an angle, from its product with the cosine of this angle, and the sine. */
@inline
function rotated(rotation: v128, byCosine: v128, sine: f64): v128 {
  // (-s, c)
  const across = mul(v128.shuffle<f64>(rotation, rotation, 1, 0), f64x2(-1, 1));
  const turned = add(byCosine, mul(f64x2.splat(sine), across));
  // one Newton step for 1 / sqrt(k) at k = 1
  const squares = mul(turned, turned);
  const f = 1.5 - 0.5 * (f64x2.extract_lane(squares, 0) + f64x2.extract_lane(squares, 1));
  return mul(turned, f64x2.splat(f));
}

/** sin(angle) / angle in the first lane, cos(angle) in the second. */
@inline
function seriesOf(angle: f64): v128 {
  const q = f64x2.splat(angle * angle);
  const one = f64x2.splat(1);
  let series = sub(one, mul(q, f64x2(BY_110, BY_90)));
  series = sub(one, mul(mul(q, f64x2(BY_72, BY_56)), series));
  series = sub(one, mul(mul(q, f64x2(BY_42, BY_30)), series));
  series = sub(one, mul(mul(q, f64x2(BY_20, BY_12)), series));
  return sub(one, mul(mul(q, f64x2(BY_6, 0.5)), series));
}

/** A rotation (c, s) turned further by an angle with this series. */
@inline
function rotatedBy(rotation: v128, angle: f64, series: v128): v128 {
  const byCosine = mul(v128.shuffle<f64>(series, series, 1, 1), rotation);
  return rotated(rotation, byCosine, angle * f64x2.extract_lane(series, 0));
}

/** Rotates the body with its motion at `p` by an angle that is too large for one series. */
function turnFar(p: usize, whole: f64): void {
  let parts = Math.ceil(Math.abs(whole) / SERIES_ROTATION_LIMIT);
  let angle = whole;
  if (parts > MAXIMUM_TURNS) {
    parts = MAXIMUM_TURNS;
    angle = (whole > 0 ? MAXIMUM_TURNS : -MAXIMUM_TURNS) * SERIES_ROTATION_LIMIT;
  }
  angle /= parts;
  const series = seriesOf(angle);
  let rotation = v128.load(p, DC);
  for (let turns = parts as i32; turns > 0; turns--) rotation = rotatedBy(rotation, angle, series);
  v128.store(p, rotation, DC);
}

/**
 * `KeptRows.refresh`. `places` has two integers for each contact of the list: its slot and its row. `fresh` and
 * `loose` receive places in the list, `LOOSE_COUNT` the number of those in `loose`.
 * @returns the number of those in `fresh`
 */
export function refreshRows(
  contacts: usize,
  kept: usize,
  pose: usize,
  placed: usize,
  index: usize,
  data: usize,
  places: usize,
  fresh: usize,
  loose: usize,
  count: i32,
  share: f64,
): i32 {
  let lastFresh = fresh;
  let lastLoose = loose;
  for (let n = 0; n < count; n++) {
    const place = places + ((n as usize) << 3);
    const slot = load<i32>(place);
    const k = load<i32>(place, 4);
    const row = index + (k as usize) * ROW_INDEX_BYTES;
    if (load<i32>(kept + ((slot as usize) << 2)) != k || load<i32>(row, ROW_SLOT) != slot) {
      store<i32>(lastFresh, n);
      lastFresh += 4;
      continue;
    }
    const c = contacts + (slot as usize) * CONTACT_BYTES;
    const a = (load<i32>(row) as usize) << 3;
    const b = (load<i32>(row, ROW_B) as usize) << 3;
    // the letters of `contact-refresh.ts` of `@otedama/rigid`
    const nx = load<f64>(c, NX);
    const ny = load<f64>(c, NY);
    const cA = load<f64>(placed + a, TURN_C);
    const sA = load<f64>(placed + a, TURN_S);
    const cB = load<f64>(placed + b, TURN_C);
    const sB = load<f64>(placed + b, TURN_S);
    const x = load<f64>(pose + b, CX) - load<f64>(pose + a, CX);
    const y = load<f64>(pose + b, CY) - load<f64>(pose + a, CY);
    const shift = nx * x + ny * y;
    const nAx = cA * nx + sA * ny;
    const nAy = cA * ny - sA * nx;
    const nBx = cB * nx + sB * ny;
    const nBy = cB * ny - sB * nx;
    const o = rowData(data, k);
    let separation = refreshPoint(c, o, shift, nAx, nAy, nBx, nBy);
    let open = separation > 0;
    let lambda = load<f64>(c, NORMAL_IMPULSE) * share;
    store<f64>(o, lambda, LAMBDA_N);
    let pressing = lambda;
    let tangent = 0.0 + load<f64>(c, TANGENT_IMPULSE);
    if (load<i32>(row, ROW_COUNT) == 2) {
      const d = c + CONTACT_POINT_BYTES;
      const q = o + POINT_BYTES;
      separation = refreshPoint(d, q, shift, nAx, nAy, nBx, nBy);
      open = open || separation > 0;
      lambda = load<f64>(d, NORMAL_IMPULSE) * share;
      store<f64>(q, lambda, LAMBDA_N);
      pressing += lambda;
      tangent += load<f64>(d, TANGENT_IMPULSE);
    }
    store<f64>(o, tangent * share, LAMBDA_T);
    store<f64>(o, open ? 1 : 0, OPEN);
    if (open || pressing == 0) {
      store<i32>(lastLoose, n);
      lastLoose += 4;
    }
  }
  store<f64>(LOOSE_COUNT, ((lastLoose - loose) >> 2) as f64);
  return ((lastFresh - fresh) >> 2) as i32;
}

/** Address of the first number of row `k` in the data: its own lane of its pair. */
@inline
function rowData(data: usize, k: i32): usize {
  return data + ((k as usize) >> 1) * PAIR_BYTES + (((k as usize) & 1) << 3);
}

/** Writes the separation of a contact point, and the gap in its row, at the points at `c` and `o`. */
@inline
function refreshPoint(c: usize, o: usize, shift: f64, nAx: f64, nAy: f64, nBx: f64, nBy: f64): f64 {
  const onB = nBx * load<f64>(c, BX) + nBy * load<f64>(c, BY);
  const onA = nAx * load<f64>(c, AX) + nAy * load<f64>(c, AY);
  const separation = load<f64>(c, BASE_SEPARATION) + shift + onB - onA;
  store<f64>(c, separation, SEPARATION);
  store<f64>(o, separation - load<f64>(o, RD_B) + load<f64>(o, RD_A), GAP);
  return separation;
}

/**
 * `writeSoftRows` of `src/soft-rows.ts` for the `count` contacts of the list `fresh`, which has the derivation and the letters. `loose` gets
 * more entries, `special` its first; `places`, `loose` and `LOOSE_COUNT` are as in `refreshRows`.
 * @returns the number of those in `special`
 */
export function writeRows(
  contacts: usize,
  contactIndex: usize,
  kept: usize,
  motion: usize,
  mass: usize,
  pose: usize,
  placed: usize,
  index: usize,
  data: usize,
  places: usize,
  fresh: usize,
  loose: usize,
  special: usize,
  count: i32,
  share: f64,
  dt: f64,
): i32 {
  let lastLoose = loose + ((load<f64>(LOOSE_COUNT) as usize) << 2);
  let lastSpecial = special;
  for (let end = fresh + ((count as usize) << 2); fresh < end; fresh += 4) {
    const n = load<i32>(fresh);
    const place = places + ((n as usize) << 3);
    const slot = load<i32>(place);
    const k = load<i32>(place, 4);
    const ci = contactIndex + ((slot as usize) << 5);
    const c = contacts + (slot as usize) * CONTACT_BYTES;
    const row = index + (k as usize) * ROW_INDEX_BYTES;
    const o = rowData(data, k);
    const q = o + POINT_BYTES;
    const d = c + CONTACT_POINT_BYTES;
    const slotA = load<i32>(ci, BODY_A);
    const slotB = load<i32>(ci, BODY_B);
    const isDouble = load<i32>(ci, COUNT) == 2;
    store<i32>(row, slotA << 3);
    store<i32>(row, slotB << 3, ROW_B);
    store<i32>(row, isDouble ? 2 : 1, ROW_COUNT);
    store<i32>(row, slot, ROW_SLOT);
    if ((load<i32>(ci, CONTACT_FLAGS) & SPECIAL_FLAGS) != 0 || load<f64>(c, RESTITUTION) > 0 || load<f64>(c, ROLLING) != 0) {
      store<i32>(lastSpecial, n);
      lastSpecial += 4;
    }
    const a = (slotA as usize) << 6;
    const b = (slotB as usize) << 6;

    // the separations, as in `refreshRows`
    let nx = load<f64>(c, NX);
    let ny = load<f64>(c, NY);
    const cA = load<f64>(placed + a, TURN_C);
    const sA = load<f64>(placed + a, TURN_S);
    const cB = load<f64>(placed + b, TURN_C);
    const sB = load<f64>(placed + b, TURN_S);
    const x = load<f64>(pose + b, CX) - load<f64>(pose + a, CX);
    const y = load<f64>(pose + b, CY) - load<f64>(pose + a, CY);
    const shift = nx * x + ny * y;
    const nAx = cA * nx + sA * ny;
    const nAy = cA * ny - sA * nx;
    const nBx = cB * nx + sB * ny;
    const nBy = cB * ny - sB * nx;
    let ax = load<f64>(c, AX);
    let ay = load<f64>(c, AY);
    let bx = load<f64>(c, BX);
    let by = load<f64>(c, BY);
    const gap = load<f64>(c, BASE_SEPARATION) + shift + (nBx * bx + nBy * by) - (nAx * ax + nAy * ay);
    store<f64>(c, gap, SEPARATION);

    const radiusA = load<f64>(c, RADIUS_A);
    const radiusB = load<f64>(c, RADIUS_B);
    const sign = load<f64>(c, ROLLING_FACE);
    if (sign != 0) {
      // `leadRolling` of `src/rolling-lead.ts`, with its letters: f has the face, r is round
      const isFaceA = sign > 0;
      const f = isFaceA ? a : b;
      const r = isFaceA ? b : a;
      const rho = isFaceA ? radiusB : radiusA;
      const fx = sign * nx;
      const fy = sign * ny;
      const placedRho = rho + 0.5 * load<f64>(c, BASE_SEPARATION);
      const ex = (isFaceA ? bx : ax) + placedRho * fx;
      const ey = (isFaceA ? by : ay) + placedRho * fy;
      const wF = load<f64>(motion + f, W);
      const wR = load<f64>(motion + r, W);
      const vx = load<f64>(motion + r) - load<f64>(motion + f);
      const vy = load<f64>(motion + r, VY) - load<f64>(motion + f, VY);
      const dx = load<f64>(pose + r, CX) - load<f64>(pose + f, CX);
      const dy = load<f64>(pose + r, CY) - load<f64>(pose + f, CY);
      const speed = abs(fy * (vx - wR * ey + wF * (dy + ey)) - fx * (vy + wR * ex - wF * (dx + ex)));
      let lead = ROLLING_LEAD * dt;
      if (speed * lead > ROLLING_REACH) lead = ROLLING_REACH / speed;
      const qF = 0.5 * (load<f64>(placed + f, TURN_S) + lead * wF);
      const qR = 0.5 * (load<f64>(placed + r, TURN_S) + lead * wR);
      const sF = (2 * qF) / (1 + qF * qF);
      const sR = (2 * qR) / (1 + qR * qR);
      const cF = 1 - qF * sF;
      const cR = 1 - qR * sR;
      const mx = cF * fx - sF * fy;
      const my = sF * fx + cF * fy;
      const presentRho = rho + 0.5 * gap;
      const rx = cR * ex - sR * ey - presentRho * mx;
      const ry = sR * ex + cR * ey - presentRho * my;
      const ox = rx + dx + lead * vx;
      const oy = ry + dy + lead * vy;
      ax = isFaceA ? ox : rx;
      ay = isFaceA ? oy : ry;
      bx = isFaceA ? rx : ox;
      by = isFaceA ? ry : oy;
      nx = sign * mx;
      ny = sign * my;
    }
    const mA = load<f64>(mass + a);
    const iA = load<f64>(mass + a, INV_INERTIA);
    const mB = load<f64>(mass + b);
    const iB = load<f64>(mass + b, INV_INERTIA);
    store<f64>(o, nx, N_X);
    store<f64>(o, ny, N_Y);
    store<f64>(o, load<f64>(c, FRICTION), MU);
    store<f64>(o, load<f64>(c, TANGENT_SPEED), BELT);
    store<f64>(o, mA, M_A);
    store<f64>(o, iA, I_A);
    store<f64>(o, mB, M_B);
    store<f64>(o, iB, I_B);
    const rhoA = radiusA > 0 && -gap < ROLLING_OVERLAP_SHARE * radiusA ? radiusA + 0.5 * gap : 0;
    const rhoB = radiusB > 0 && -gap < ROLLING_OVERLAP_SHARE * radiusB ? radiusB + 0.5 * gap : 0;
    const rho = rhoA + rhoB;
    store<f64>(o, rhoA, RHO_A);
    store<f64>(o, rhoB, RHO_B);

    const m = mA + mB;
    let rdA = ax * nx + ay * ny;
    let rdB = bx * nx + by * ny;
    const rnA1 = ax * ny - ay * nx;
    const rnB1 = bx * ny - by * nx;
    store<f64>(o, rnA1, RN_A);
    store<f64>(o, rdA, RD_A);
    store<f64>(o, rnB1, RN_B);
    store<f64>(o, rdB, RD_B);
    store<f64>(o, gap - rdB + rdA - rho, GAP);
    const k11 = m + iA * rnA1 * rnA1 + iB * rnB1 * rnB1;
    store<f64>(o, k11 > 0 ? 1 / k11 : 0, MASS_N);
    let lambda = load<f64>(c, NORMAL_IMPULSE) * share;
    store<f64>(o, lambda, LAMBDA_N);
    let pressing = lambda;
    let tangent = 0.0 + load<f64>(c, TANGENT_IMPULSE);
    let open = gap > 0;
    let inverse12: f64 = 0;
    let inverse11: f64 = 0;
    let inverse22: f64 = 0;
    if (isDouble) {
      ax = load<f64>(d, AX);
      ay = load<f64>(d, AY);
      bx = load<f64>(d, BX);
      by = load<f64>(d, BY);
      const gap2 = load<f64>(d, BASE_SEPARATION) + shift + (nBx * bx + nBy * by) - (nAx * ax + nAy * ay);
      store<f64>(d, gap2, SEPARATION);
      open = open || gap2 > 0;
      const rdA2 = ax * nx + ay * ny;
      const rdB2 = bx * nx + by * ny;
      const rnA2 = ax * ny - ay * nx;
      const rnB2 = bx * ny - by * nx;
      store<f64>(q, rnA2, RN_A);
      store<f64>(q, rdA2, RD_A);
      store<f64>(q, rnB2, RN_B);
      store<f64>(q, rdB2, RD_B);
      store<f64>(q, gap2 - rdB2 + rdA2 - rho, GAP);
      const k22 = m + iA * rnA2 * rnA2 + iB * rnB2 * rnB2;
      store<f64>(q, k22 > 0 ? 1 / k22 : 0, MASS_N);
      lambda = load<f64>(d, NORMAL_IMPULSE) * share;
      store<f64>(q, lambda, LAMBDA_N);
      pressing += lambda;
      tangent += load<f64>(d, TANGENT_IMPULSE);
      const k12 = m + iA * rnA1 * rnA2 + iB * rnB1 * rnB2;
      const det = k11 * k22 - k12 * k12;
      if (k11 * k11 < MAXIMUM_BLOCK_CONDITION * det) {
        const invDet = 1 / det;
        inverse12 = k12 * invDet;
        inverse11 = k22 * invDet;
        inverse22 = k11 * invDet;
      }
      rdA = 0.5 * (rdA + rdA2);
      rdB = 0.5 * (rdB + rdB2);
    } else {
      store<f64>(q, 0, LAMBDA_N);
    }
    store<f64>(o, rdA, RT_A);
    store<f64>(o, rdB, RT_B);
    const kt = m + iA * rdA * rdA + iB * rdB * rdB;
    store<f64>(o, kt > 0 ? 1 / kt : 0, MASS_T);
    store<f64>(o, tangent * share, LAMBDA_T);
    store<f64>(o, inverse12, INVERSE_12);
    store<f64>(o, inverse11, INVERSE_DIAGONAL);
    store<f64>(q, inverse22, INVERSE_DIAGONAL);
    store<f64>(o, open ? 1 : 0, OPEN);
    if (open || pressing == 0) {
      store<i32>(lastLoose, n);
      lastLoose += 4;
    }
    store<i32>(kept + ((slot as usize) << 2), radiusA + radiusB > 0 ? -1 : k);
  }
  store<f64>(LOOSE_COUNT, ((lastLoose - loose) >> 2) as f64);
  return ((lastSpecial - special) >> 2) as i32;
}

/** `KeptRows.store`: writes the impulses of the rows at `places`, times `substeps`, to their contacts. */
export function storeRows(contacts: usize, index: usize, data: usize, places: usize, count: i32, substeps: f64): void {
  for (let n = 0; n < count; n++) {
    const place = places + ((n as usize) << 3);
    const c = contacts + (load<i32>(place) as usize) * CONTACT_BYTES;
    const k = load<i32>(place, 4);
    const o = rowData(data, k);
    const normal = (load<f64>(o, LAMBDA_N) * substeps) as f32 as f64;
    let tangent = load<f64>(o, LAMBDA_T) * substeps;
    if (load<i32>(index + (k as usize) * ROW_INDEX_BYTES, ROW_COUNT) == 2) {
      const d = c + CONTACT_POINT_BYTES;
      const normal2 = (load<f64>(o + POINT_BYTES, LAMBDA_N) * substeps) as f32 as f64;
      const sum = normal + normal2;
      const tangent2 = sum > 0 ? tangent * (normal2 / sum) : 0;
      tangent -= tangent2;
      store<f64>(d, normal2, NORMAL_IMPULSE);
      store<f64>(d, tangent2 as f32 as f64, TANGENT_IMPULSE);
      store<f64>(d, normal2, STEP_NORMAL_IMPULSE);
    }
    store<f64>(c, normal, NORMAL_IMPULSE);
    store<f64>(c, tangent as f32 as f64, TANGENT_IMPULSE);
    store<f64>(c, normal, STEP_NORMAL_IMPULSE);
  }
}

/** Size of a hinge in the index, and of a pair of hinges in the data, in bytes. */
const HINGE_INDEX_BYTES: usize = 8;
const HINGE_PAIR_BYTES: usize = 384;
const HINGE_B: usize = 4;
/** As in `soft-constants.ts`. */
const MEETING_REACH: f64 = 0.02;

/** Offsets of the numbers of a pair of hinges, in bytes; 16 bytes each. */
const HINGE_M_A: usize = 0;
const HINGE_I_A: usize = 16;
const HINGE_M_B: usize = 32;
const HINGE_I_B: usize = 48;
const RA_X: usize = 64;
const RA_Y: usize = 80;
const RB_X: usize = 96;
const RB_Y: usize = 112;
const D_X: usize = 128;
const D_Y: usize = 144;
const K_XX: usize = 160;
const K_XY: usize = 176;
const K_YY: usize = 192;
const LAMBDA_X: usize = 208;
const LAMBDA_Y: usize = 224;
const SHARE: usize = 240;
const RA_X0: usize = 256;
const RA_Y0: usize = 272;
const RB_X0: usize = 288;
const RB_Y0: usize = 304;
const C_X0: usize = 320;
const C_Y0: usize = 336;

/**
 * Sets the motion of the world to zero if it is body A of one of the two hinges. Empty rows also refer to the world. A row with numbers
 * that are not finite may have changed this motion.
 */
@inline
function stopWorld(a0: usize, a1: usize, world: usize): void {
  if (a0 == world || a1 == world) {
    const zero = f64x2.splat(0);
    v128.store(world, zero);
    v128.store(world, zero, W);
    v128.store(world, zero, DX);
    v128.store(world, zero, DC);
  }
}

/**
 * Updates the pairs of hinges from `start` to `end`, both even, to the current displacements, and applies `share` (1 or 0) of their
 * impulses. `world` is the address of the motion of the world.
 */
export function startHinges(motion: usize, world: usize, index: usize, data: usize, start: u32, end: u32, share: f64): void {
  const shares = f64x2.splat(share);
  const nearSquared = f64x2.splat(MEETING_REACH * MEETING_REACH);
  const zero = f64x2.splat(0);
  const one = f64x2.splat(1);
  let o = data + ((start as usize) >> 1) * HINGE_PAIR_BYTES;
  let first = index + (start as usize) * HINGE_INDEX_BYTES;
  const last = index + (end as usize) * HINGE_INDEX_BYTES;
  for (; first < last; first += 2 * HINGE_INDEX_BYTES, o += HINGE_PAIR_BYTES) {
    const second = first + HINGE_INDEX_BYTES;
    const a0 = body(motion, first);
    const a1 = body(motion, second);
    const b0 = body(motion, first + HINGE_B);
    const b1 = body(motion, second + HINGE_B);
    stopWorld(a0, a1, world);

    let x = v128.load(a0, DC);
    let y = v128.load(a1, DC);
    const cA = firsts(x, y);
    const sA = seconds(x, y);
    x = v128.load(b0, DC);
    y = v128.load(b1, DC);
    const cB = firsts(x, y);
    const sB = seconds(x, y);
    const ax = v128.load(o, RA_X0);
    const ay = v128.load(o, RA_Y0);
    const bx = v128.load(o, RB_X0);
    const by = v128.load(o, RB_Y0);
    let rAx = sub(mul(cA, ax), mul(sA, ay));
    let rAy = add(mul(sA, ax), mul(cA, ay));
    let rBx = sub(mul(cB, bx), mul(sB, by));
    let rBy = add(mul(sB, bx), mul(cB, by));

    x = sub(v128.load(b0, DX), v128.load(a0, DX));
    y = sub(v128.load(b1, DX), v128.load(a1, DX));
    const dx = add(add(v128.load(o, C_X0), firsts(x, y)), sub(rBx, rAx));
    const dy = add(add(v128.load(o, C_Y0), seconds(x, y)), sub(rBy, rAy));
    v128.store(o, dx, D_X);
    v128.store(o, dy, D_Y);
    const isNear = f64x2.lt(add(mul(dx, dx), mul(dy, dy)), nearSquared);
    const part = and(isNear, v128.load(o, SHARE));
    x = mul(part, dx);
    y = mul(part, dy);
    rAx = add(rAx, x);
    rAy = add(rAy, y);
    rBx = sub(rBx, x);
    rBy = sub(rBy, y);
    v128.store(o, rAx, RA_X);
    v128.store(o, rAy, RA_Y);
    v128.store(o, rBx, RB_X);
    v128.store(o, rBy, RB_Y);

    const mA = v128.load(o, HINGE_M_A);
    const iA = v128.load(o, HINGE_I_A);
    const mB = v128.load(o, HINGE_M_B);
    const iB = v128.load(o, HINGE_I_B);
    const m = add(mA, mB);
    const xx = entryOf(m, iA, rAy, rAy, iB, rBy, rBy);
    const yy = entryOf(m, iA, rAx, rAx, iB, rBx, rBx);
    const xy = sub(mul(mul(f64x2.neg(iA), rAx), rAy), mul(mul(iB, rBx), rBy));
    const det = sub(mul(xx, yy), mul(xy, xy));
    const f = and(f64x2.gt(det, zero), f64x2.div(one, det));
    v128.store(o, mul(yy, f), K_XX);
    v128.store(o, mul(f64x2.neg(xy), f), K_XY);
    v128.store(o, mul(xx, f), K_YY);

    const px = mul(shares, v128.load(o, LAMBDA_X));
    const py = mul(shares, v128.load(o, LAMBDA_Y));
    x = mul(mA, px);
    y = mul(mA, py);
    v128.store(a0, sub(v128.load(a0), firsts(x, y)));
    v128.store(a1, sub(v128.load(a1), seconds(x, y)));
    let w = firsts(v128.load(a0, W), v128.load(a1, W));
    w = sub(add(w, mul(mul(iA, px), rAy)), mul(mul(iA, py), rAx));
    v128.store64_lane(a0, w, 0, W);
    v128.store64_lane(a1, w, 1, W);
    x = mul(mB, px);
    y = mul(mB, py);
    v128.store(b0, add(v128.load(b0), firsts(x, y)));
    v128.store(b1, add(v128.load(b1), seconds(x, y)));
    w = firsts(v128.load(b0, W), v128.load(b1, W));
    w = add(sub(w, mul(mul(iB, px), rBy)), mul(mul(iB, py), rBx));
    v128.store64_lane(b0, w, 0, W);
    v128.store64_lane(b1, w, 1, W);
  }
}

/**
 * One pass over the pairs of hinges from `start` to `end`, both even, with the beta, s_m and s_i stored at 0. `world` is the address of
 * the motion of the world.
 */
export function solveHinges(motion: usize, world: usize, index: usize, data: usize, start: u32, end: u32): void {
  const biasRate = f64x2.splat(load<f64>(BIAS_RATE));
  const massScale = f64x2.splat(load<f64>(MASS_SCALE));
  const givenBack = f64x2.splat(-load<f64>(IMPULSE_SCALE));
  let o = data + ((start as usize) >> 1) * HINGE_PAIR_BYTES;
  let first = index + (start as usize) * HINGE_INDEX_BYTES;
  const last = index + (end as usize) * HINGE_INDEX_BYTES;
  for (; first < last; first += 2 * HINGE_INDEX_BYTES, o += HINGE_PAIR_BYTES) {
    const second = first + HINGE_INDEX_BYTES;
    const a0 = body(motion, first);
    const a1 = body(motion, second);
    const b0 = body(motion, first + HINGE_B);
    const b1 = body(motion, second + HINGE_B);
    stopWorld(a0, a1, world);

    let x = v128.load(a0);
    let y = v128.load(a1);
    const vAx = firsts(x, y);
    const vAy = seconds(x, y);
    x = v128.load(b0);
    y = v128.load(b1);
    const vBx = firsts(x, y);
    const vBy = seconds(x, y);
    const wA = firsts(v128.load(a0, W), v128.load(a1, W));
    const wB = firsts(v128.load(b0, W), v128.load(b1, W));

    const rAx = v128.load(o, RA_X);
    const rAy = v128.load(o, RA_Y);
    const rBx = v128.load(o, RB_X);
    const rBy = v128.load(o, RB_Y);
    const dx = mul(biasRate, v128.load(o, D_X));
    const dy = mul(biasRate, v128.load(o, D_Y));
    const ex = add(sub(mul(rAy, wA), mul(rBy, wB)), add(sub(vBx, vAx), dx));
    const ey = add(sub(mul(rBx, wB), mul(rAx, wA)), add(sub(vBy, vAy), dy));
    const kxx = mul(massScale, v128.load(o, K_XX));
    const kxy = mul(massScale, v128.load(o, K_XY));
    const kyy = mul(massScale, v128.load(o, K_YY));
    const oldX = v128.load(o, LAMBDA_X);
    const oldY = v128.load(o, LAMBDA_Y);
    const px = sub(mul(givenBack, oldX), add(mul(kxx, ex), mul(kxy, ey)));
    const py = sub(mul(givenBack, oldY), add(mul(kxy, ex), mul(kyy, ey)));
    v128.store(o, add(oldX, px), LAMBDA_X);
    v128.store(o, add(oldY, py), LAMBDA_Y);

    const mA = v128.load(o, HINGE_M_A);
    const iA = v128.load(o, HINGE_I_A);
    x = sub(vAx, mul(mA, px));
    y = sub(vAy, mul(mA, py));
    v128.store(a0, firsts(x, y));
    v128.store(a1, seconds(x, y));
    let w = sub(add(wA, mul(mul(iA, px), rAy)), mul(mul(iA, py), rAx));
    v128.store64_lane(a0, w, 0, W);
    v128.store64_lane(a1, w, 1, W);
    const mB = v128.load(o, HINGE_M_B);
    const iB = v128.load(o, HINGE_I_B);
    x = add(vBx, mul(mB, px));
    y = add(vBy, mul(mB, py));
    v128.store(b0, firsts(x, y));
    v128.store(b1, seconds(x, y));
    w = add(sub(wB, mul(mul(iB, px), rBy)), mul(mul(iB, py), rBx));
    v128.store64_lane(b0, w, 0, W);
    v128.store64_lane(b1, w, 1, W);
  }
}
