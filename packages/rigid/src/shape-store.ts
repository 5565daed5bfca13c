/**
 * Data of shapes, except their geometry, as flat arrays. The id of a shape is its id in the `GeometryStore` of the collision
 * package and its proxy in the broad phase.
 */
import { doubleArrays, INITIAL_CAPACITY } from './grow.js';
import { BOX_STRIDE } from './layout.js';

/** Materials, filters and boxes of shapes. Contacts contain what solvers need of it. */
export class ShapeStore {
  /** Number of ids that are allocated. */
  capacity: number = INITIAL_CAPACITY;
  /** Number of shapes. */
  count = 0;
  /** Every id is below it. */
  slots = 0;
  /** Body slot, or -1 if the id is free. */
  body: Int32Array = new Int32Array(INITIAL_CAPACITY).fill(-1);
  /** Next shape of the same body in order of creation, or -1. */
  next: Int32Array = new Int32Array(INITIAL_CAPACITY);
  /** Changed each time the id is freed. */
  generation: Int32Array = new Int32Array(INITIAL_CAPACITY);
  /** Highest generation that the id has had; see `BodyStore.newest`. */
  newest: Int32Array = new Int32Array(INITIAL_CAPACITY);
  /** `SHAPE_*` bits. */
  flags: Int32Array = new Int32Array(INITIAL_CAPACITY);
  /** Filter bits of the categories it belongs to. */
  category: Int32Array = new Int32Array(INITIAL_CAPACITY);
  /** Filter bits of the categories it collides with. */
  mask: Int32Array = new Int32Array(INITIAL_CAPACITY);
  /** Group number, 0 for none. */
  group: Int32Array = new Int32Array(INITIAL_CAPACITY);
  /** Index of the friction rule in `combineRules`. */
  frictionRule: Uint8Array = new Uint8Array(INITIAL_CAPACITY);
  /** Index of the restitution rule in `combineRules`. */
  restitutionRule: Uint8Array = new Uint8Array(INITIAL_CAPACITY);
  /** Coefficient of friction, >= 0. */
  friction: Float64Array = new Float64Array(INITIAL_CAPACITY);
  /** Coefficient of restitution, 0..1. */
  restitution: Float64Array = new Float64Array(INITIAL_CAPACITY);
  /** Speed of the surface along itself, m/s. */
  tangentSpeed: Float64Array = new Float64Array(INITIAL_CAPACITY);
  /** Rolling resistance as a fraction of the radius, >= 0. */
  rollingResistance: Float64Array = new Float64Array(INITIAL_CAPACITY);
  /** kg/m^2. */
  density: Float64Array = new Float64Array(INITIAL_CAPACITY);
  /** Margin of a newly built fat box around the tight one, m. */
  margin: Float64Array = new Float64Array(INITIAL_CAPACITY);
  /** Radius of the largest circle inside the shape about the centre of its core, m; 0 for segments. Follows from the geometry. */
  inner: Float64Array = new Float64Array(INITIAL_CAPACITY);
  /** Tight boxes at the placed pose, stride 4, m. */
  tight: Float64Array = new Float64Array(INITIAL_CAPACITY * BOX_STRIDE);
  /** Fat boxes in the broad phase, stride 4, m. */
  fat: Float64Array = new Float64Array(INITIAL_CAPACITY * BOX_STRIDE);
  /** Flag: 1 if the fat box has changed since the last search for pairs. */
  moved: Uint8Array = new Uint8Array(INITIAL_CAPACITY);

  /** Allocates an id. */
  occupy(id: number, body: number): void {
    this.reserve(id + 1);
    if (id >= this.slots) this.slots = id + 1;
    this.body[id] = body;
    this.next[id] = -1;
    this.count++;
  }

  /** Frees an id. */
  vacate(id: number): void {
    this.body[id] = -1;
    this.generation[id] = ++this.newest[id];
    this.count--;
  }

  /** Makes room for a number of ids. */
  reserve(ids: number): void {
    while (ids > this.capacity) {
      doubleArrays(this);
      this.body.fill(-1, this.capacity);
      this.capacity *= 2;
    }
  }
}
