/** The gas in the closed shells of a mesh. */

import type { Cloth } from './cloth.js';

/** How full a shell is, see {@link Pressure.measure}. */
export interface Inflation {
  /** Volume inside, m³. Negative if the shell is inside out. */
  readonly volume: number;
  /** Overpressure that the gas has at this volume, Pa; `Infinity` at a volume of 0 or less. */
  readonly overpressure: number;
}

/**
 * The optional gas in a mesh, created by `pressure`. Each shell of the mesh, what edges join to one piece, has a gas of its own; shells are
 * numbered in the order of their first vertices. Its temperature stays: absolute pressure times volume is constant. Several cloths may have
 * the same part; each of their shells then has as much gas as its own volume takes.
 */
export interface Pressure {
  /** Pressure of the air around the mesh, Pa. */
  readonly ambient: number;
  /** Volumes at which the shells have their overpressures, m³, as given; undefined: those of the mesh at rest. */
  readonly volume: number | readonly number[] | undefined;
  /** Overpressure that a shell has at its `volume`, Pa. `shell`: its number, default 0. Throws a `ClothError` if there is none. */
  overpressureOf(shell?: number): number;
  /**
   * Adds or removes gas, from the next step on, until it has this overpressure at its `volume`, Pa, -`ambient`..1e30: what a pump or a
   * valve does. Call it in every step to inflate slowly. `shell`: the number of the only shell that is meant, once a cloth has been made;
   * default all of them. Throws a `ClothError` if a number is out of range.
   */
  setOverpressure(overpressure: number, shell?: number): void;
  /**
   * Reads the positions of a cloth that was made with this part, and computes volume and overpressure of each of its shells. Rejects with a
   * `ClothError` for any other cloth.
   */
  measure(cloth: Cloth): Promise<readonly Inflation[]>;
}
