/** What the page and the worker of a cell say to each other. */

import type { Cell } from '../measure.js';

export interface CellOrder {
  /** Name of the engine on the command line, id of the scene. */
  readonly engine: string;
  readonly scene: string;
  /** Milliseconds, as in `MeasureOptions`. */
  readonly budget: number;
  readonly warmUp: number;
}

export type CellReport =
  /** `TRANSFORM_STRIDE` numbers a body, after so many steps. */
  | { readonly kind: 'look'; readonly transforms: Float64Array; readonly steps: number }
  | { readonly kind: 'cell'; readonly cell: Cell }
  /** The scene needs something that the engine does not have. */
  | { readonly kind: 'unsupported' }
  | { readonly kind: 'failure'; readonly message: string };
