/** Messages between the page and the worker of a cell. */

import type { Cell } from '../measure.js';

export interface CellOrder {
  /** Command-line name of the engine, id of the scene. */
  readonly engine: string;
  readonly scene: string;
  /** Milliseconds, as in `MeasureOptions`. */
  readonly budget: number;
  readonly warmUp: number;
}

export type CellReport =
  /** `TRANSFORM_STRIDE` numbers per body, after this number of steps. */
  | { readonly kind: 'look'; readonly transforms: Float64Array; readonly steps: number }
  | { readonly kind: 'cell'; readonly cell: Cell }
  /** The engine lacks a feature that the scene needs. */
  | { readonly kind: 'unsupported' }
  | { readonly kind: 'failure'; readonly message: string };
