/** Numbers that several scenes share. */

/** Gravity of the articles, m/s^2 along y. */
export const ARTICLES_GRAVITY = -9.8;

/** Time step of the articles, s. */
export const ARTICLES_TIME_STEP = 0.02;

/** Half height of the articles' view, m: 25 tan(0.4), for a camera 25 m away with a field of view of 0.8 rad. */
export const ARTICLES_HALF_HEIGHT = 10.57;

/** Slopes of the articles' two walls, rad. The walls form a V with its tip at the origin. */
export const LEFT_WALL_ANGLE = -0.3;
export const RIGHT_WALL_ANGLE = 0.5;

/** Gravity of the benchmark scenes, m/s^2 along y (Box2D's). */
export const BENCHMARK_GRAVITY = -10;

/** Time step of the benchmark scenes, s. */
export const BENCHMARK_TIME_STEP: number = 1 / 60;

/** Friction of the benchmark scenes. */
export const BENCHMARK_FRICTION = 0.6;
