import type { Body } from '@otedama/rigid';

/** Numbers of bodies, counted from 0 for each type, by which styles choose colours. A body keeps its number as long as it is drawn. */
export class BodyNumbers {
  /** The body that was drawn with each slot, and its type and number. */
  private bodies: (Body | undefined)[] = [];
  private types: Body['type'][] = [];
  private numbers: number[] = [];

  /** Numbers the drawn bodies. New ones get, in their order, the lowest numbers that are free; the others keep theirs. */
  assign(drawn: readonly Body[]): void {
    const known = this.bodies;
    this.bodies = [];
    // the lowest free numbers are below the number of bodies
    const marks = () => new Uint8Array(drawn.length);
    const taken = { static: marks(), kinematic: marks(), dynamic: marks() };
    const fresh: Body[] = [];
    for (const body of drawn) {
      const { id, type } = body;
      this.bodies[id] = body;
      if (known[id] !== body || this.types[id] !== type) fresh.push(body);
      else if (this.numbers[id] < drawn.length) taken[type][this.numbers[id]] = 1;
    }
    const next = { static: 0, kinematic: 0, dynamic: 0 };
    for (const { id, type } of fresh) {
      while (taken[type][next[type]] === 1) next[type]++;
      this.types[id] = type;
      this.numbers[id] = next[type]++;
    }
  }

  /** The number of a body of the last `assign`. */
  of(body: Body): number {
    return this.numbers[body.id];
  }
}
