/** Constants of the soft step, with value, unit and reason. */

/**
 * Substeps per step: 480 Hz at 60 steps per second. The error that the passes of a substep leave behaves like a spring. Its stiffness
 * grows with the square of the substep rate and in proportion to the number of passes. A pile comes to rest if this spring is stiffer
 * than the soft contact spring; otherwise the pile oscillates. So many substeps with few passes are better than few substeps with many
 * passes. Measured on a pyramid of 100 rows after 4 and 5.5 s: 8 substeps with bias in two of them (10 passes) leave 0.002 and 0.0007 J;
 * 4 substeps with bias in all of them (8 passes, 60 Hz) leave 0.25 and 13 J.
 */
export const DEFAULT_SUBSTEPS = 8;

/**
 * The bias that removes penetration is applied in every fourth substep, and at least twice a step. This is enough because penetration
 * grows slowly. The passes without bias carry the load.
 */
export const PUSH_OUT_INTERVAL = 4;

/**
 * Frequency of the soft contact, Hz. It is more than twice the value of Box2D v3 and Rapier. It stays stable here because the two points
 * of a contact are solved as one block, with 64-bit numbers. Penetration at rest falls with the square of the frequency (a stack of 30
 * unit boxes sinks by 4.5 cm in total instead of 25 cm), and so does the sway of a leaning stack.
 */
export const CONTACT_HERTZ = 70;

/**
 * Upper limit of the contact frequency as a share of the substep rate. Above about this value the spring is stiffer than the passes, and
 * large piles oscillate.
 */
export const CONTACT_HERTZ_SHARE = 0.2;

/**
 * Factor on the contact frequency against bodies of infinite mass. The bottom row of a pile carries all other rows, so it must be
 * stiffer.
 */
export const STATIC_CONTACT_STIFFNESS = 2;

/** Damping ratio of the soft contact. It is far above 1, so penetration is removed slowly and without a bounce. */
export const CONTACT_DAMPING_RATIO = 6;

/**
 * Speed at which an overloaded contact with a body of infinite mass yields in a substep with bias, m/s (`soft-contact.ts`). It is 3 cm deep
 * then; so are contacts that carry more than 2,000 times the weight of the body. With 0.5 (8 mm, from 600 times on) piles and presses fail
 * their tests.
 */
export const YIELD_SPEED = 2;

/** Overlap at which a contact is no longer embedded, m. */
export const EMBEDDED_END = 0.01;

/**
 * Embedded contacts are looked at for progress in one step out of 64: when (step number & mask) is 0. With 32, a hundred boxes in one place
 * on a floor are thrown at up to 31 m/s, because those inside must wait; with 64 and 128 none is.
 */
export const EMBEDDED_MASK = 63;

/**
 * Rounds over the rows of embedded bodies with bias, after the pass over all rows. Of 120 heaps of 3 to 42 bodies the mean time until they
 * are apart is 2.7 s without, 1.4 s with two, 1.0 s with four and 0.8 s with eight; with eight some boxes are turned into others, and
 * thrown at up to 6 m/s.
 */
export const EMBEDDED_ROUNDS = 4;

/** Maximum number of visits to rows in these rounds: about a twentieth of a millisecond in a substep with bias. */
export const EMBEDDED_VISITS = 1000;

/**
 * Speed at which groups of jointed bodies that were put into each other part, m/s (`joints/parted-groups.ts`). It moves them without giving
 * them a velocity.
 */
export const PARTING_SPEED = 1.5;

/** Rounds over the pairs of groups that part in a step. */
export const PARTING_ROUNDS = 8;

/**
 * Maximum way of a point of a jointed body that was put into others, in a substep with bias, m. Limbs that are squeezed between others
 * would be squirted out sideways, farther than their joints can follow: without this limit joints opened by up to 14 m.
 */
export const PUT_REACH = 0.05;

/**
 * Maximum number of visits in a substep with bias to the joints of bodies that are moved without velocity: several passes in each round if
 * they are few. The joints of ragdolls that part open by up to 4 cm with one pass in each round, and by up to 1.5 cm with four.
 */
export const PUT_JOINT_VISITS = 1000;

/** Gap above which a joint counts as torn apart, as by a teleport, m. Joints under load and those of a crash stay below it. */
export const TORN_GAP = 0.2;

/** Maximum speed of the bias of a torn joint in the first substep, m/s: it closes at a sixth of it, as there are six substeps. */
export const TORN_SPEED = 100;

/** Maximum speed at which penetration is removed, m/s. Without this limit, a body placed inside another one would be launched. */
export const MAXIMUM_PUSH_OUT_SPEED = 3;

/**
 * Penetration up to which a round shape rolls, as a share of its radius. A deeper contact counts as squeezed: its gap then includes the
 * rotation of the body, as for any other shape, so a fast spin opens the contact. This lets an overfilled box come to rest: 625 circles
 * are at rest after 3 s. If they kept rolling, friction would keep them spinning.
 */
export const ROLLING_OVERLAP_SHARE = 0.05;

/**
 * Time by which rolling contacts are predicted ahead of the start of a step, in steps (`rolling-lead.ts`). A rocking body keeps its
 * energy with 1/2; with 0 it gains as much as it loses with 1. Measured on 210 piles of mixed bodies, 250 to 1,000 bodies each, number of
 * piles awake after 30 s: 25 with 0, 6 with 1, 3 with 1.5, 1 with 2, 2 with 3. A lead of L steps damps oscillations up to w dt = sqrt(2 /
 * L): up to 10 Hz with 2, at 60 steps a second.
 */
export const ROLLING_LEAD = 2;

/**
 * Maximum distance by which a contact point is predicted ahead, m. A body rocking in a pile at 1 m/s gets the full lead; fast bodies get
 * little of it.
 */
export const ROLLING_REACH = 0.04;

/**
 * Largest (w dt)^2 of a body that oscillates under squeezing loads (`squeezed-bodies.ts`). The oscillation grows above twice this value.
 */
export const SQUEEZE_LIMIT = 2;

/**
 * A joint is taut if it alone gives a body a (w h)^2 above this. Squeezed bodies are then checked in every step, joint forces included.
 */
export const TAUT: number = SQUEEZE_LIMIT / 8;

/** Squeezed bodies are checked in one step out of eight: when (step number & mask) is 0. Loads in a pile change slowly. */
export const SQUEEZE_MASK = 7;

/** A body keeps its added inertia until (w dt)^2 is below this share of the limit. With a share of a half the inertia would alternate. */
export const SQUEEZE_SLACK = 0.25;

/**
 * Joint passes per substep, summed over all joints. The error of a joint under load and the energy loss of a swing both fall in inverse
 * proportion to the number of passes. Measured with 1, 2, 4 and 10 passes: a swinging chain of 100 links with a body at its end opens by
 * 36, 19, 16 and 7 mm, and a swing loses 0.63, 0.33, 0.18 and 0.09 % of its energy a minute. Few joints can afford many passes: these
 * thousand cost about 30 us a step.
 */
export const JOINTS_TIMES_PASSES = 1000;

/** Maximum joint passes per substep. More have no effect, because of `JOINT_HERTZ`. */
export const MOST_JOINT_PASSES = 10;

/**
 * Minimum joint passes per substep. In a world of 1,740 hinges alone, a step costs 5 % more with two than with one, 20 % with four, 70 %
 * with nine.
 */
export const LEAST_JOINT_PASSES = 2;

/**
 * Maximum number of visits to the contacts of jointed bodies between the joint passes of a substep (`joints/jointed-contacts.ts`). With up
 * to 55 contacts there is a pass over them after each of ten joint passes but the last. Costs at most about 50 us a step.
 */
export const JOINTED_CONTACT_VISITS = 500;

/** Frequency of rigid joints, Hz. The share below limits it to 102 Hz with two passes, six substeps and 60 steps a second. */
export const JOINT_HERTZ = 240;

/** Damping ratio of rigid joints, as in Box2D v3: a separated joint closes without oscillation. */
export const JOINT_DAMPING_RATIO = 2;

/**
 * Joint passes with bias, in the first substep, as a share of the joint passes of a substep. A ball that lands on planks is heavier than they
 * are: one pass moves the planks towards each other and the contacts take it back, so nothing closes. Gaps of bridges of 10 to 30 planks on
 * which balls of 5 to 100 times their mass land, 40 each, mean of the largest: 45 mm with one pass, 29 with five, 27 with ten.
 */
export const BIASED_JOINT_SHARE = 0.5;

/**
 * Gap of a joint limit up to which it counts as closed, m or rad: above the rounding of poses 100 km from the origin, far below what is seen.
 */
export const LIMIT_GAP = 1e-9;

/**
 * Upper limit of the joint frequency as a share of the substep rate, times the root of the number of passes. Reason: see
 * `CONTACT_HERTZ_SHARE`.
 */
export const JOINT_HERTZ_SHARE = 0.2;

/**
 * Share of the substeps that a step with joints gets: six of eight. Joints are measured again in each substep, because lagging anchor
 * arms make taut chains oscillate. Measuring costs as much as solving.
 */
export const JOINTED_SUBSTEP_SHARE = 0.75;

/**
 * Turn of a body by the bias of a joint, rad, above which the joints are also relaxed along the arms of before the turn
 * (`JointSolver.measure`). The arms of after it miss a share of the velocity of the bias that is as large as this turn: two boxes 1 m
 * apart at their hinge got 150 J from the rest and never closed it. The planks of a loaded bridge turn by 0.0005 rad.
 */
export const FAR_TURN = 0.005;

/**
 * Largest gap of a rigid joint, m, with which its forces act in the middle between the anchors (`joints/point.ts`). The hinges of two bars
 * that whirl at 15 rad/s are open by 11 mm. In an overloaded chain gaps are larger, and longer arms would tear it: of 24 bridges under ten
 * cars of 80 times the mass of a plank six tear with 0.1; of 96 five tear with 0.02, as many as with 0.
 */
export const MEETING_REACH = 0.02;

/** Minimum closing speed of a contact for its hit to be handled as a shock (`shocks.ts`), m/s. Slower rebounds are ignored. */
export const SHOCK_SPEED = 1;

/**
 * Maximum number of contacts that close this fast in one step. With more, none is handled, because a single rebound would not be visible.
 */
export const SHOCKS_AT_ONCE = 8;

/**
 * A body counts as thrown if its other contacts carried at most this share of the momentum of the hit in the step before. The contacts of
 * a crate that slides at 1 m/s carry a sixth. Squeezed bodies carry more: 625 circles in too small a box have no shocks, and would not
 * come to rest with them.
 */
export const SHOCK_LOAD = 0.5;

/**
 * A body is backed if another one lies in the direction of the push. Minimum cosine of the angle between the push and that contact
 * normal.
 */
export const SHOCK_BACKING = 0.1;

/**
 * A hit is settled when no row closes faster than this share of its speed. The passes of the substep halve the rest, and the next substep
 * continues.
 */
export const SHOCK_SETTLED = 0.05;

/** Share of the settled speed by which a body must have been pushed, and at which a row must close, for the row to join. */
export const SHOCK_REACH = 0.6;

/**
 * Minimum closing speed for a shock to continue in later substeps: as a share of the speed of the hit, and in m/s. The larger one counts.
 */
export const SHOCK_AFTERMATH = 0.05;
export const SHOCK_AFTERMATH_SPEED = 0.2;

/**
 * Maximum number of rows relaxed for the shocks of a substep. A body of ten times the mass that hits a box against a wall takes about
 * forty.
 */
export const SHOCK_VISITS = 512;

/**
 * Rounds of a shock in which all joints are relaxed: this number divided by the number of joints (reason: `JOINTS_TIMES_PASSES`), up to
 * the maximum below. A body welded to a wall and hit by ten times its mass takes twenty.
 */
export const SHOCK_JOINTS_TIMES_ROUNDS = 2000;
export const MOST_SHOCK_JOINT_ROUNDS = 32;

/** Minimum velocity change by a joint impulse within a substep for the joint to be part of a shock, m/s or rad/s. */
export const SHOCK_JOINT_SPEED = 0.3;

/** Approach speed below which nothing bounces even with a `restitutionThreshold` of 0, m/s: points at rest against each other are not hit. */
export const LEAST_BOUNCE = 1e-6;
