import { type Shape, shapeAabb } from '@otedama/collision';
import { type Aabb, InputError, requireKnownFields } from '@otedama/math2d';
import type { Body } from './body.js';
import { combineRules } from './combine.js';
import type { Filter, Material } from './definitions.js';
import { BODY_STRIDE, C, S, X, Y } from './layout.js';
import { refilterShape, removeShape, reshape, writeFilter, writeMaterial } from './lifecycle.js';
import { SHAPE_SENSOR } from './shape-flags.js';
import { materialFields, validateFilter, validateMaterial } from './validate.js';
import type { WorldState } from './world-state.js';

/** Material with all fields. */
export type FullMaterial = Required<Material>;

/** Filter with all fields; `mask` and `category` in 0 .. 0xffffffff. */
export type FullFilter = Required<Filter>;

/**
 * A shape of a body in a world. Its geometry and sensor flag do not change after creation. Its handle becomes invalid when the shape
 * or its body is destroyed. Using an invalid handle throws an `InputError`, and so does a change inside a step or an invalid value;
 * only `isValid` can always be read.
 */
export class BodyShape {
  /** Number of the shape in its world, and of its geometry in the `GeometryStore`. It is reused after destruction. */
  readonly id: number;
  /** Distinguishes shapes that use the same id one after another; 0 for the first one. */
  readonly generation: number;
  /** The body it belongs to. */
  readonly body: Body;
  readonly #state: WorldState;
  #userData: unknown;

  /** @internal Bodies make shapes: see `Body.createShape`. */
  constructor(
    state: WorldState,
    body: Body,
    id: number,
    userData: unknown,
    generation: number = state.shapes.generation[id],
  ) {
    this.#state = state;
    this.body = body;
    this.id = id;
    this.generation = generation;
    this.#userData = userData;
    Object.freeze(this);
  }

  /** Whether the shape is still in its world. */
  get isValid(): boolean {
    return this.#state.shapeHandles[this.id] === this;
  }

  /** Any data of yours. */
  get userData(): unknown {
    return this.#userData;
  }
  set userData(value: unknown) {
    this.#userData = value;
  }

  /** Geometry in the body frame, frozen. */
  get geometry(): Shape {
    return this.#live('geometry').shapeGeometry[this.id]!;
  }

  /** Whether the shape only detects overlaps. */
  get isSensor(): boolean {
    return (this.#live('isSensor').shapes.flags[this.id] & SHAPE_SENSOR) !== 0;
  }

  /** The material, in a new object, frozen: change it with `setMaterial`. */
  get material(): FullMaterial {
    const { shapes } = this.#live('material');
    const { id } = this;
    return Object.freeze({
      density: shapes.density[id],
      friction: shapes.friction[id],
      restitution: shapes.restitution[id],
      tangentSpeed: shapes.tangentSpeed[id],
      rollingResistance: shapes.rollingResistance[id],
      frictionCombine: combineRules[shapes.frictionRule[id]],
      restitutionCombine: combineRules[shapes.restitutionRule[id]],
    });
  }

  /**
   * Changes the given fields. Contacts and the mass of the body follow at once. Wakes resting bodies whose friction, conveyor speed or
   * rolling resistance changes, and the body itself if the density changes.
   */
  setMaterial(material: Material): void {
    const state = this.#change('setMaterial');
    requireKnownFields(material, 'material', materialFields);
    validateMaterial(material, 'material', state.solver.capabilities);
    const density = state.shapes.density[this.id];
    writeMaterial(state, this.id, material);
    if (state.shapes.density[this.id] === density) return;
    reshape(state, state.shapes.body[this.id]);
  }

  /** The filter, in a new object, frozen: change it with `setFilter`. */
  get filter(): FullFilter {
    const { shapes } = this.#live('filter');
    return Object.freeze({
      category: shapes.category[this.id] >>> 0,
      mask: shapes.mask[this.id] >>> 0,
      group: shapes.group[this.id],
    });
  }

  /** Changes the given fields. Contacts that no longer pass the filter end; new ones appear in the next step. */
  setFilter(filter: Filter): void {
    const state = this.#change('setFilter');
    validateFilter(filter, 'filter');
    writeFilter(state, this.id, filter);
    refilterShape(state, this.id);
  }

  /** Bounding box in world axes at the current pose, m, in a new object; infinite for a half-space. */
  get aabb(): Aabb {
    const { shapes, bodies, shapeGeometry } = this.#live('aabb');
    const { pose } = bodies;
    const o = shapes.body[this.id] * BODY_STRIDE;
    return shapeAabb(shapeGeometry[this.id]!, {
      x: pose[o + X],
      y: pose[o + Y],
      c: pose[o + C],
      s: pose[o + S],
    });
  }

  /**
   * Removes the shape from its body. Its contacts end, and the mass and centre of mass are updated. Throws an `InputError` for the circle
   * of a particle of a soft body.
   */
  destroy(): void {
    const state = this.#change('destroy');
    const slot = state.shapes.body[this.id];
    if (state.particleOwners.has(slot) && state.bodies.firstShape[slot] === this.id) {
      throw new InputError('shape.destroy', 'the circle of a particle of a soft body', 'another shape');
    }
    removeShape(state, this.id);
    reshape(state, slot);
  }

  #live(use: string): WorldState {
    return this.#state.live('shape', this, use);
  }

  #change(use: string): WorldState {
    return this.#state.change('shape', this, use);
  }
}
