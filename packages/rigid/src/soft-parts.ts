/**
 * What the particles of soft bodies stand for, for fields that act on areas and edges.
 *
 * The circles of particles overlap on the skin and leave gaps inside, so neither their areas nor their widths are those of the body. In a
 * body of mass M and area A, a particle of mass m stands for the area A m / M. A skin particle stands for half of the two edges of the skin
 * that meet there: the vector (p_next - p_before) / 2, turned outwards, is their length times their normal. These vectors add up to 0. The
 * skin lies inside the outline by the particle radius, so they are scaled by the square root of the ratio of both areas.
 */
import * as polygon from '@otedama/math2d/polygon';
import { BODY_STRIDE, CX, CY } from './layout.js';
import type { SoftBody } from './soft-body.js';
import type { WorldState } from './world-state.js';

/** Area of the outline, m^2, and ratio of the lengths of outline and skin. */
interface RestSize {
  readonly area: number;
  readonly ratio: number;
}

/** Areas and edges by body slot. The memory grows and is reused. */
export class SoftParts {
  /** Area that the particle stands for, m^2; 0 for bodies that are not particles. */
  areas: Float64Array = new Float64Array(0);
  /** Length times outward normal, m, two numbers per slot; 0 for particles inside. */
  edges: Float64Array = new Float64Array(0);
  readonly #sizes = new WeakMap<SoftBody, RestSize>();
  #isEmpty = true;

  /** Writes the parts for the current positions. */
  update({ bodies, softBodies }: WorldState): void {
    if (this.areas.length < bodies.capacity) {
      this.areas = new Float64Array(bodies.capacity);
      this.edges = new Float64Array(2 * bodies.capacity);
      this.#isEmpty = true;
    }
    const { areas, edges } = this;
    if (!this.#isEmpty) {
      areas.fill(0);
      edges.fill(0);
    }
    this.#isEmpty = softBodies.length === 0;
    const { pose } = bodies;
    for (let k = 0; k < softBodies.length; k++) {
      const { particles, plan } = softBodies[k];
      const { masses, skin } = plan.layout;
      const { area, ratio } = this.#sizeOf(softBodies[k]);
      for (let i = 0; i < particles.length; i++) {
        const slot = particles[i].id;
        areas[slot] = (area * masses[i]) / plan.mass;
        if (i >= skin) continue;
        const before = particles[i === 0 ? skin - 1 : i - 1].id * BODY_STRIDE;
        const next = particles[i === skin - 1 ? 0 : i + 1].id * BODY_STRIDE;
        edges[2 * slot] = 0.5 * ratio * (pose[next + CY] - pose[before + CY]);
        edges[2 * slot + 1] = 0.5 * ratio * (pose[before + CX] - pose[next + CX]);
      }
    }
  }

  #sizeOf(softBody: SoftBody): RestSize {
    const known = this.#sizes.get(softBody);
    if (known !== undefined) return known;
    const area = polygon.area(softBody.definition.outline);
    const size = { area, ratio: Math.sqrt(area / softBody.restArea) };
    this.#sizes.set(softBody, size);
    return size;
  }
}
