/**
 * A heavy strip that is clamped horizontally: the elastica under its own weight. With t the angle below the horizontal at the fraction s of
 * the length L, and the load G = density g L^3 / D,
 *
 *   t'' = -G (1 - s) cos t,   t(0) = 0,   t'(1) = 0
 *
 * Returns the drop of the free end over L. The curvature at the clamp is found by bisection, the equation integrated by Runge and Kutta.
 */
export function elasticaDrop(load: number): number {
  const steps = 400;
  const shoot = (curvature: number) => {
    let [t, k, drop] = [0, curvature, 0];
    const ds = 1 / steps;
    const bend = (s: number, angle: number) => -load * (1 - s) * Math.cos(angle);
    for (let n = 0; n < steps; n++) {
      const s = n * ds;
      const k1 = bend(s, t);
      const k2 = bend(s + ds / 2, t + (ds / 2) * k);
      const k3 = bend(s + ds / 2, t + (ds / 2) * (k + (ds / 2) * k1));
      const k4 = bend(s + ds, t + ds * (k + (ds / 2) * k2));
      const middle = t + (ds / 2) * (k + (ds / 4) * k1);
      const next = t + ds * k + ((ds * ds) / 6) * (k1 + k2 + k3);
      drop += (ds / 6) * (Math.sin(t) + 4 * Math.sin(middle) + Math.sin(next));
      k += (ds / 6) * (k1 + 2 * k2 + 2 * k3 + k4);
      t = next;
    }
    return { k, drop };
  };
  let [low, high] = [0, load];
  for (let n = 0; n < 60; n++) {
    const middle = (low + high) / 2;
    if (shoot(middle).k < 0) low = middle;
    else high = middle;
  }
  return shoot(low).drop;
}
