/** The gas in a closed mesh. */

import type { Cloth } from './cloth.js';

/** How full a mesh is, see {@link Pressure.measure}. */
export interface Inflation {
  /** Volume inside, m³. Negative if the mesh is inside out. */
  readonly volume: number;
  /** Overpressure that the gas has at this volume, Pa; `Infinity` at a volume of 0 or less. */
  readonly overpressure: number;
}

/**
 * The optional gas in a closed mesh, created by `pressure`. Its temperature stays: absolute pressure times volume is constant. Several
 * cloths may have the same one; each then has as much gas as its own volume takes.
 */
export interface Pressure {
  /** Overpressure that the gas has at `volume`, Pa. */
  readonly overpressure: number;
  /** Pressure of the air around the mesh, Pa. */
  readonly ambient: number;
  /** Volume at which the gas has `overpressure`, m³; undefined: that of the mesh at rest. */
  readonly volume: number | undefined;
  /**
   * Adds or removes gas, from the next step on, until it has this overpressure at `volume`, Pa, -`ambient`..1e30: what a pump or a
   * valve does. Call it in every step to inflate slowly. Throws a `ClothError` if it is out of range.
   */
  setOverpressure(overpressure: number): void;
  /** Reads the positions of a cloth that was made with this part, and computes its volume and overpressure. */
  measure(cloth: Cloth): Promise<Inflation>;
}
