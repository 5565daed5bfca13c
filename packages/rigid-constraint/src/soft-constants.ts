/** Constants of the soft step: value, unit, reason. */

/**
 * Substeps a step, 480 Hz at 60 Hz. What the passes of a substep leave unsettled yields like a spring, which is stiffer with the square of
 * the substep rate and in proportion to the passes. While it is stiffer than the spring that pushes out, a pile comes to rest, otherwise
 * it swings. So many substeps with few passes are worth more than few with many: after 4 and 5.5 s a pyramid of 100 rows has
 * 0.002 and 0.0007 J left with 8 substeps of which two push out (10 passes), 0.25 and 13 J with 4 that all do (8 passes, 60 Hz).
 */
export const DEFAULT_SUBSTEPS = 8;

/**
 * Overlaps are pushed out in every fourth substep, and at least twice a step: they grow slowly, and it is the passes without bias that
 * carry the load.
 */
export const PUSH_OUT_INTERVAL = 4;

/**
 * Frequency of the spring that pushes an overlap out, Hz. More than twice what Box2D v3 and Rapier take: with both points of a contact
 * solved as one block and 64-bit numbers that is still calm. The overlap at rest falls with the square (a stack of 30 unit boxes
 * sinks by 4.5 cm in all instead of 25), and so does the sway of what leans.
 */
export const CONTACT_HERTZ = 70;

/** Largest contact frequency as a share of the substep rate: from about there the spring outdoes the passes, and large piles swing. */
export const CONTACT_HERTZ_SHARE = 0.2;

/** Against bodies of infinite mass the spring is stiffer by this factor: the lowest row of a pile carries all the others. */
export const STATIC_CONTACT_STIFFNESS = 2;

/** Damping ratio of that spring; far above 1, so that an overlap creeps out and never bounces. */
export const CONTACT_DAMPING_RATIO = 6;

/** Largest speed at which an overlap is pushed out, m/s: a body placed inside another is not thrown. */
export const MAXIMUM_PUSH_OUT_SPEED = 3;

/**
 * Overlap of a round shape, as a share of its radius, up to which it rolls. What lies deeper is squeezed, not rolling: its gap counts the
 * spin as that of any body, so that a fast spin opens the contact, which is how a crowd in too small a box calms down (625 circles: at
 * rest after 3 s; were they to keep rolling, friction would keep them spinning).
 */
export const ROLLING_OVERLAP_SHARE = 0.05;

/**
 * How far ahead of the start of a step rolling contacts are taken, in steps (`rolling-lead.ts`). With 1/2 a rocking body keeps its energy, with 0
 * it gains what it loses with 1. Of 210 piles of mixed rain, 250 to 1,000 bodies each, so many are awake after 30 s: 25 with 0, 6 with 1, 3
 * with 1.5, 1 with 2, 2 with 3. Swings up to w dt = sqrt(2 / L) are calmed by a lead of L steps: up to 10 Hz with 2, at 60 steps a second.
 */
export const ROLLING_LEAD = 2;

/** Farthest that a point of contact is taken ahead, m: what rocks in a pile at 1 m/s has the whole lead, fast things little of it. */
export const ROLLING_REACH = 0.04;

/**
 * Largest (w dt)^2 of a body that swings on what squeezes it (`squeezed-bodies.ts`), half of that from which on the swing grows.
 */
export const SQUEEZE_LIMIT = 2;

/** A joint is taut when it alone gives a body more than this (w h)^2: bodies are then looked at in every step, with what their joints pull. */
export const TAUT: number = SQUEEZE_LIMIT / 8;

/** Squeezed bodies are looked for in one step out of eight, when this and the number of the step have no bit in common: loads of a pile change slowly. */
export const SQUEEZE_MASK = 7;

/** A body that was given inertia keeps it until (w dt)^2 is below this share of the limit: half of it would come and go. */
export const SQUEEZE_SLACK = 0.25;

/**
 * Passes over the joints in a substep, of all together. What gapes under a load does so in inverse proportion to the passes, and what swings loses
 * its energy so: a chain with a body of 100 links at its end, swung down, by 36, 19, 16 and 7 mm with 1, 2, 4 and 10, and a swing loses
 * 0.63, 0.33, 0.18 and 0.09 % a minute. Few joints take many passes in no time: a thousand of them cost some 30 us a step.
 */
export const JOINTS_TIMES_PASSES = 1000;

/** Most passes of these: `JOINT_HERTZ` lets more do nothing. */
export const MOST_JOINT_PASSES = 10;

/** Least passes of these. In a world of 1,740 hinges and nothing else two make a step 5 % dearer than one, four 20 and nine 70. */
export const LEAST_JOINT_PASSES = 2;

/** Frequency of joints that are meant to be rigid, Hz. The share below holds it to 102 with two passes where a second has 60 steps of six substeps. */
export const JOINT_HERTZ = 240;

/** Damping ratio of these joints, as Box2D v3 has it: what is torn apart closes without a swing. */
export const JOINT_DAMPING_RATIO = 2;

/** Largest joint frequency as a share of the substep rate, for each root of the number of passes, for the reason of `CONTACT_HERTZ_SHARE`. */
export const JOINT_HERTZ_SHARE = 0.2;

/**
 * With joints a step has this share of the substeps: six of eight. Joints are measured anew in each, for arms that lag behind their bodies make
 * taut chains swing, and measuring costs as much as solving.
 */
export const JOINTED_SUBSTEP_SHARE = 0.75;

/** Speed at which a contact closes from which on its hit is looked at as a shock (`shocks.ts`), m/s: what bounces less is not seen to. */
export const SHOCK_SPEED = 1;

/** Most contacts that close so fast in one step: where there are more, none is looked at, for nobody can see a single rebound among them. */
export const SHOCKS_AT_ONCE = 8;

/**
 * Share of the momentum of a hit up to which the other contacts of a body may have borne, in the step before, for it to count as thrown: that of a crate that slides at 1 m/s
 * bear a sixth. What is squeezed bears more: 625 circles in too small a box have no shocks, and would not come to rest with them.
 */
export const SHOCK_LOAD = 0.5;

/** Cosine of the angle between a push and the direction in which the body that gets it lies against another, from which on that one has to bear it. */
export const SHOCK_BACKING = 0.1;

/** Share of the speed of a hit at which no row closes when it counts as settled: the passes of the substep halve it, and the next substep goes on. */
export const SHOCK_SETTLED = 0.1;

/** Share of that at which a body has to move, and a row to close, for the row to join. */
export const SHOCK_REACH = 0.6;

/** Share of the speed of a hit, and speed, m/s, from which on what is left of it is a shock in the substeps that follow. */
export const SHOCK_AFTERMATH = 0.05;
export const SHOCK_AFTERMATH_SPEED = 0.2;

/** Rows that are relaxed for the shocks of a substep, at most. A hit by ten times the mass of a box takes some forty against a wall. */
export const SHOCK_VISITS = 256;

/**
 * Rounds of a shock through the joints, in which all of them are relaxed: this number divided by theirs, for the reason of `JOINTS_TIMES_PASSES`, but no
 * more than the most. What is welded to a wall and hit by ten times its mass takes twenty.
 */
export const SHOCK_JOINTS_TIMES_ROUNDS = 2000;
export const MOST_SHOCK_JOINT_ROUNDS = 32;

/** Speed by which the impulse of a joint must change what it holds within a substep to be part of a shock, m/s or rad/s. */
export const SHOCK_JOINT_SPEED = 0.3;
