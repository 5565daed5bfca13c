import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Body, createWorld, findFirstDivergence, Recording, type World } from '../src/index.js';
import { box, circle, floor } from './helpers/shapes.js';
import { simpleSolver } from './helpers/simple-solver.js';

// The law of a recording: whatever was recorded, changed in the past and looked at, state k is what the inputs of the steps before k
// lead to in a world that only ran forwards. The model is therefore the list of these inputs.

/** What happens in a step: a push of a crate in N, and whether a ball is thrown or taken away. */
interface Input {
  readonly push: number;
  readonly balls: -1 | 0 | 1;
}

/** A game whose state is the world, a list of bodies, and a sum of what was done. */
class Game {
  readonly world: World = createWorld({ solver: simpleSolver() });
  readonly #crate: Body;
  #balls: readonly Body[] = [];
  pushed = 0;
  hits = 0;

  constructor() {
    this.world.createBody({ type: 'static', shapes: [floor()] });
    this.#crate = this.world.createBody({ position: { x: 0, y: 0.4 }, shapes: [box(0.8, 0.8)] });
  }

  readonly apply = ({ push, balls }: Input): void => {
    this.#crate.applyForce({ x: push, y: 0 });
    this.pushed += push;
    if (balls > 0) {
      const ball = this.world.createBody({
        position: { x: 0.9, y: 0.25 },
        shapes: [circle(0.2, { hitEvents: true })],
      });
      this.#balls = [...this.#balls, ball];
    }
    if (balls < 0 && this.#balls.length > 0) {
      this.world.destroyBody(this.#balls[0]);
      this.#balls = this.#balls.slice(1);
    }
  };

  readonly react = (): void => {
    this.hits += this.world.events.contactBegin.length;
  };

  readonly save = () => ({ balls: this.#balls, pushed: this.pushed, hits: this.hits });

  readonly load = (saved: unknown): void => {
    const { balls, pushed, hits } = saved as ReturnType<Game['save']>;
    this.#balls = balls;
    this.pushed = pushed;
    this.hits = hits;
  };

  /** What a state is compared by. */
  state(): unknown {
    const { world, pushed, hits } = this;
    return { hash: world.stateHash(), pushed, hits, valid: this.#balls.map((ball) => ball.isValid) };
  }
}

interface Step {
  readonly timeStep: number;
  readonly input: Input;
}

/** States 0 to `steps.length` of a run that only goes forwards. */
function straightRun(steps: readonly Step[]): unknown[] {
  const game = new Game();
  return [
    game.state(),
    ...steps.map(({ timeStep, input }) => {
      game.apply(input);
      game.world.step(timeStep);
      game.react();
      return game.state();
    }),
  ];
}

const arbitraryInput: fc.Arbitrary<Input> = fc.record({
  push: fc.integer({ min: -20, max: 20 }),
  balls: fc.constantFrom(-1, 0, 0, 1),
});
const arbitraryStep = fc.record({ timeStep: fc.constantFrom(1 / 60, 1 / 100), input: arbitraryInput });
const share = fc.double({ min: 0, max: 1, noNaN: true });
const arbitraryCall = fc.oneof(
  { weight: 3, arbitrary: fc.record({ record: fc.array(arbitraryStep, { minLength: 1, maxLength: 9 }) }) },
  { weight: 2, arbitrary: fc.record({ seek: share }) },
  { weight: 2, arbitrary: fc.record({ amend: share, input: arbitraryInput }) },
);

it('a recorded state is what the inputs before it lead to, after any records, seeks and late inputs', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 6 }),
      fc.integer({ min: 1, max: 12 }),
      fc.array(arbitraryCall, { minLength: 4, maxLength: 14 }),
      (interval, length, calls) => {
        const game = new Game();
        const { apply, react, save, load } = game;
        const recording = new Recording<Input>(game.world, {
          ...{ apply, react, save, load, interval, length },
          hashes: true,
        });
        let steps: Step[] = [];
        for (const call of calls) {
          if ('record' in call) {
            for (const step of call.record) {
              const { first } = recording;
              steps = [...steps.slice(0, recording.step), step];
              recording.record(step.timeStep, step.input);
              expect(recording.step).toBe(steps.length);
              // only older steps than the latest ones are dropped, and less than a keyframe's steps are kept beyond these
              const kept = recording.last - recording.first;
              if (recording.first > first) expect(kept).toBeGreaterThanOrEqual(length);
              expect(kept).toBeLessThan(length + interval);
            }
          } else if ('seek' in call) {
            const { first, last } = recording;
            recording.seek(first + Math.round(call.seek * (last - first)));
          } else if (recording.last > recording.first) {
            const { first, last } = recording;
            const place = first + Math.round(call.amend * (last - 1 - first));
            steps[place] = { ...steps[place], input: call.input };
            recording.amend(place, call.input);
            recording.seek(recording.step);
          }
          expect(recording.last).toBe(steps.length);
          expect(game.state()).toEqual(straightRun(steps)[recording.step]);
        }
        const straight = straightRun(steps);
        for (let step = recording.last; step >= recording.first; step--) {
          recording.seek(step);
          expect(game.state()).toEqual(straight[step]);
          if (step < recording.last) expect(recording.inputOf(step)).toEqual(steps[step].input);
        }
        recording.seek(recording.last);
        const hashes = straight.slice(recording.first).map((state) => (state as { hash: string }).hash);
        expect(recording.hashes).toEqual(hashes);
        expect(findFirstDivergence(recording, { first: recording.first, hashes })).toBeNull();
      },
    ),
    { seed: 25, numRuns: 30 },
  );
});

it('refuses to record something that is no world', () => {
  expect(() => new Recording({} as never)).toThrow('expected');
});
