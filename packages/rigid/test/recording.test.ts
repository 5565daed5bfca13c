import { describe, expect, it } from 'vitest';
import {
  addWind,
  type Body,
  createWorld,
  type Field,
  findFirstDivergence,
  Recording,
  type RecordingOptions,
  restoreSnapshot,
  takeSnapshot,
  type WindDefinition,
  type World,
} from '../src/index.js';
import { box, circle, floor } from './helpers/shapes.js';
import { simpleSolver } from './helpers/simple-solver.js';

const dt = 1 / 60;

/** A player's input in a step. */
interface Input {
  readonly push?: number;
  readonly throws?: boolean;
}

/** A small game: a player that is pushed around, crates, and balls that are thrown and disappear after a while. */
class Game {
  readonly world: World = createWorld({ solver: simpleSolver() });
  readonly player: Body;
  balls: { readonly body: Body; readonly born: number }[] = [];
  score = 0;

  constructor() {
    this.world.createBody({ type: 'static', shapes: [floor()] });
    this.player = this.world.createBody({
      position: { x: 0, y: 0.5 },
      name: 'player',
      shapes: [box(0.8, 1)],
    });
    for (let k = 0; k < 8; k++) {
      this.world.createBody({ position: { x: 3 + (k % 2), y: 0.4 + 0.8 * k }, shapes: [box(0.8, 0.8)] });
    }
  }

  apply = (input: Input, step: number): void => {
    if (input.push) this.player.applyForce({ x: input.push, y: 0 });
    if (input.throws) {
      const { x, y } = this.player.position;
      const body = this.world.createBody({
        position: { x: x + 1, y: y + 1 },
        linearVelocity: { x: 9, y: 3 },
        shapes: [circle(0.2)],
      });
      this.balls.push({ body, born: step });
    }
    for (const ball of this.balls.filter(({ born }) => step - born > 40)) {
      this.world.destroyBody(ball.body);
      this.score++;
    }
    this.balls = this.balls.filter(({ born }) => step - born <= 40);
  };

  recording(more: RecordingOptions<Input> = {}): Recording<Input> {
    return new Recording<Input>(this.world, {
      apply: this.apply,
      save: () => ({ balls: [...this.balls], score: this.score }),
      load: (saved) => {
        const { balls, score } = saved as { balls: Game['balls']; score: number };
        this.balls = [...balls];
        this.score = score;
      },
      ...more,
    });
  }
}

const inputOf = (step: number): Input => ({
  ...(step % 90 < 30 ? { push: 20 } : {}),
  ...(step % 25 === 10 ? { throws: true } : {}),
});

/** Hashes of the states 0 to `steps` of an uninterrupted run. */
function straightRun(steps: number, input: (step: number) => Input = inputOf): string[] {
  const game = new Game();
  const hashes = [game.world.stateHash()];
  for (let step = 0; step < steps; step++) {
    game.apply(input(step), step);
    game.world.step(dt);
    hashes.push(game.world.stateHash());
  }
  return hashes;
}

describe('recording', () => {
  const frames = 320;
  const straight = straightRun(frames);

  it.each([1, 7, 30, 1000])(
    'R6 seeking 320 frames backwards and forwards, keyframes every %i steps',
    (interval) => {
      const game = new Game();
      const recording = game.recording({ interval });
      for (let step = 0; step < frames; step++) recording.record(dt, inputOf(step));
      expect([recording.first, recording.step, recording.last]).toEqual([0, frames, frames]);
      const jump = interval === 1000 ? 40 : 1;
      for (let step = frames; step >= 0; step -= jump) {
        recording.seek(step);
        expect(game.world.stateHash(), `back to ${step}`).toBe(straight[step]);
      }
      for (let step = 0; step <= frames; step += 1) {
        recording.seek(step);
        expect(game.world.stateHash(), `on to ${step}`).toBe(straight[step]);
      }
      for (const step of [17, 300, 299, 150, 151, 0, 320]) {
        recording.seek(step);
        expect(game.world.stateHash(), `at ${step}`).toBe(straight[step]);
      }
      expect(game.score).toBeGreaterThan(8);
      recording.seek(60);
      expect(game.score).toBe(1);
    },
  );

  it.each([
    ['stepped by others', (world: Game['world']) => world.step(dt)],
    [
      'taken to another state by others',
      (world: Game['world'], start: Uint8Array) => restoreSnapshot(world, start),
    ],
  ])('refuses to record a world that was %s, and takes it back', (_, disturb) => {
    const game = new Game();
    const start = takeSnapshot(game.world);
    const recording = game.recording();
    for (let step = 0; step < 100; step++) {
      recording.record(dt, inputOf(step));
      if (step !== 40 && step !== 80) continue;
      disturb(game.world, start);
      const other = game.world.stateHash();
      expect(() => recording.record(dt, {})).toThrow(
        /^recording.record: expected .* seek\(recording.step\) takes it there, got "a world that others have stepped"/,
      );
      expect([recording.step, recording.last, game.world.stateHash()]).toEqual([step + 1, step + 1, other]);
      recording.seek(recording.step);
      expect(game.world.stateHash()).toBe(straight[step + 1]);
    }
    expect(game.world.stateHash()).toBe(straight[100]);
    disturb(game.world, start);
    recording.seek(70);
    expect(game.world.stateHash()).toBe(straight[70]);
  });

  it('continuing from a past state discards the frames after it', () => {
    const game = new Game();
    const recording = game.recording({ interval: 10, hashes: true });
    for (let step = 0; step < 100; step++) recording.record(dt, {});
    recording.seek(42);
    for (let step = 42; step < 120; step++) recording.record(dt, inputOf(step));
    expect(recording.last).toBe(120);
    const wanted = straightRun(120, (step) => (step < 42 ? {} : inputOf(step)));
    expect(recording.hashes).toEqual(wanted);
    recording.seek(42);
    expect(game.world.stateHash()).toBe(wanted[42]);
  });

  it('rollback: a late input gives the same result as an input in time', () => {
    const game = new Game();
    const recording = game.recording({ interval: 8, length: 64, hashes: true });
    const late = 9;
    for (let step = 0; step < 200; step++) {
      // the other player's input is assumed to be empty, and arrives nine steps later
      recording.record(dt, {});
      const known = step - late;
      if (known >= 0 && Object.keys(inputOf(known)).length > 0) {
        recording.amend(known, inputOf(known));
        recording.seek(recording.last);
      }
    }
    const wanted = straightRun(200, (step) => (step < 200 - late ? inputOf(step) : {}));
    expect(game.world.stateHash()).toBe(wanted[200]);
    expect(recording.hashes).toEqual(wanted.slice(recording.first));
  });

  it('a late input also takes effect if the game continues normally', () => {
    const game = new Game();
    const recording = game.recording({ interval: 8 });
    for (let step = 0; step < 50; step++) recording.record(dt, {});
    recording.amend(20, { push: 30 });
    recording.record(dt, {});
    expect(recording.inputOf(20)).toEqual({ push: 30 });
    expect(game.world.stateHash()).toBe(straightRun(51, (step) => (step === 20 ? { push: 30 } : {}))[51]);
  });

  it('tells the events of a state wherever it comes from, at keyframes too', () => {
    const game = new Game();
    const { world } = game;
    const recording = game.recording({ interval: 4 });
    const begun = () => world.events.contactBegin.map(({ shapeA, shapeB }) => [shapeA.id, shapeB.id]);
    const told = [begun()];
    for (let step = 0; step < 40; step++) {
      recording.record(dt, inputOf(step));
      told.push(begun());
    }
    expect(told.filter((pairs, step) => step % 4 === 0 && pairs.length > 0).length).toBeGreaterThan(0);
    for (let step = 40; step >= 0; step--) {
      recording.seek(step);
      expect(begun()).toEqual(told[step]);
    }
  });

  it.each([
    ['intervall', { intervall: 4 }],
    ['apply', { apply: 4 }],
    ['react', { react: true }],
    ['save', { save: {} }],
    ['hashes', { hashes: 1 }],
  ])('refuses unknown and invalid options: %s', (name, options) => {
    expect(() => new Recording(new Game().world, options as never)).toThrow(`${name}: expected`);
  });

  it('keeps its maximum length, and reports frames no longer kept', () => {
    const game = new Game();
    const recording = game.recording({ interval: 10, length: 60 });
    let most = 0;
    for (let step = 0; step < frames; step++) {
      recording.record(dt, inputOf(step));
      most = Math.max(most, recording.last - recording.first);
      if (step >= 60) expect(recording.last - recording.first).toBeGreaterThanOrEqual(60);
    }
    expect(most).toBeLessThanOrEqual(70);
    expect(recording.byteLength).toBeLessThan(8 * 4096);
    recording.seek(recording.first);
    expect(game.world.stateHash()).toBe(straight[recording.first]);
    expect(() => recording.seek(recording.first - 1)).toThrow('step');
    expect(() => recording.seek(recording.last + 1)).toThrow('step');
    expect(() => recording.amend(recording.last, {})).toThrow('step');
    expect(() => recording.inputOf(recording.last)).toThrow('step');
    expect(() => new Game().recording({}).inputOf(0)).toThrow('a step that was recorded');
    expect(() => recording.record(0, {})).toThrow('timeStep');
    expect(() => new Recording(game.world, { interval: 0 })).toThrow('interval');
    expect(() => new Recording(game.world, { length: 1.5 })).toThrow('length');
  });

  it.each(['apply', 'step', 'react', 'load'])('continues unaffected when something throws: %s', (where) => {
    const straight = straightRun(120);
    let failing = '';
    const fail = (place: string): void => {
      if (failing !== place) return;
      failing = '';
      throw new Error(`from ${place}`);
    };
    const game = new Game();
    const { apply } = game;
    const recording = game.recording({
      interval: 20,
      hashes: true,
      apply: (input, step) => {
        apply(input, step);
        fail('apply');
      },
      react: () => fail('react'),
      load: (saved) => {
        fail('load');
        const { balls, score } = saved as { balls: Game['balls']; score: number };
        game.balls = [...balls];
        game.score = score;
      },
    });
    const { world } = game;
    world.trace = { begin: () => fail('step'), row: () => {} };
    for (let step = 0; step < 90; step++) recording.record(dt, inputOf(step));
    for (const failure of [90, 100, 100, 119]) {
      while (recording.step < failure) recording.record(dt, inputOf(recording.step));
      failing = where;
      const attempt = () => {
        if (where === 'load') recording.seek(0);
        else recording.record(dt, inputOf(failure));
      };
      expect(attempt).toThrow(`from ${where}`);
      expect([recording.step, recording.last]).toEqual([where === 'load' ? 0 : failure, failure]);
      expect(recording.hashes).toHaveLength(failure + 1);
      // also during a seek to a state
      if (where !== 'load') {
        recording.seek(30);
        failing = where;
        expect(() => recording.seek(50)).toThrow(`from ${where}`);
        expect([recording.step, recording.last]).toEqual([40, failure]);
      }
      recording.seek(50);
      expect(world.stateHash()).toBe(straight[50]);
      recording.seek(failure);
      expect(world.stateHash()).toBe(straight[failure]);
      // and when recording continues immediately
      failing = where;
      expect(attempt).toThrow(`from ${where}`);
      if (where === 'load') recording.seek(failure);
    }
    while (recording.step < 120) recording.record(dt, inputOf(recording.step));
    expect(recording.hashes).toEqual(straight);
    const whole = new Game();
    for (let step = 0; step < 120; step++) whole.apply(inputOf(step), step);
    expect(game.score).toBe(whole.score);
  });

  it('restores the fields of a frame and their handles, without waking bodies', () => {
    const world = createWorld({ solver: simpleSolver() });
    world.createBody({ type: 'static', shapes: [floor()] });
    const ball = world.createBody({ position: { x: 0, y: 0.5 }, shapes: [circle(0.5)] });
    const wind = addWind(world, { kind: 'wind', velocity: { x: 1, y: 0 } });
    let late: Field<WindDefinition> | null = null;
    const apply = (_: undefined, step: number): void => {
      if (step === 20) wind.set({ velocity: { x: 9, y: 0 } });
      if (step === 40) wind.remove();
      if (step === 50) late = addWind(world, { kind: 'wind', velocity: { x: -9, y: 0 } });
      if (step === 60) ball.isAwake = false;
    };
    const recording = new Recording(world, { apply, interval: 10, hashes: true });
    for (let step = 0; step < 80; step++) recording.record(dt, undefined);
    const isThere = (): unknown[] => [wind.isValid, (late as Field<WindDefinition> | null)?.isValid];
    expect(isThere()).toEqual([false, true]);
    expect(ball.isAwake).toBe(false);
    for (const [step, speed, fields] of [
      [75, null, [false, true]],
      [45, null, [false, false]],
      [30, 9, [true, false]],
      [5, 1, [true, false]],
      [35, 9, [true, false]],
      [70, null, [false, true]],
    ] as const) {
      recording.seek(step);
      expect(isThere(), `at ${step}`).toEqual(fields);
      if (speed !== null) expect(wind.definition.velocity.x).toBe(speed);
      expect(world.stateHash(), `at ${step}`).toBe(recording.hashes[step]);
    }
    expect(ball.isAwake).toBe(false);
  });
});

describe('the first divergence of two runs', () => {
  it('refuses something that is no run', () => {
    const recording = new Game().recording({});
    expect(() => findFirstDivergence(recording, undefined as never)).toThrow('runB: expected an object');
  });

  const record = (
    game: Game,
    steps: number,
    more: RecordingOptions<Input>,
    input = inputOf,
  ): Recording<Input> => {
    const recording = game.recording(more);
    for (let step = 0; step < steps; step++) recording.record(dt, input(step));
    return recording;
  };

  for (const hashes of [true, false]) {
    it(`names step, body and field, with both values (${hashes ? 'hashes kept' : 'by seeking'})`, () => {
      const a = new Game();
      const b = new Game();
      const runA = record(a, 200, { interval: 16, hashes });
      const runB = record(b, 200, { interval: 30, hashes }, (step) =>
        step === 123 ? { ...inputOf(step), push: 20.000000001 } : inputOf(step),
      );
      const found = findFirstDivergence(runA, runB);
      expect(found?.step).toBe(124);
      const [first] = found!.differences;
      expect(first).toMatchObject({ kind: 'body', id: a.player.id, subject: 'body 1 (player)' });
      expect(first.field).toBe('position.x');
      runA.seek(124);
      runB.seek(124);
      expect([first.a, first.b]).toEqual([a.player.position.x, b.player.position.x]);
      expect(first.a).not.toBe(first.b);
    });
  }

  it('is none for equal runs, and is found even in the initial state', () => {
    const runA = record(new Game(), 60, {});
    expect(findFirstDivergence(runA, record(new Game(), 70, {}))).toBeNull();
    expect(runA.step).toBe(60);
    const heavy = new Game();
    heavy.player.mass = 3;
    const found = findFirstDivergence(runA, record(heavy, 60, {}));
    expect(found?.step).toBe(0);
    expect(found?.differences.map(({ field }) => field)).toContain('mass');
  });

  it('needs two runs: what is none is told', () => {
    const run = record(new Game(), 10, {});
    const find =
      (...runs: unknown[]) =>
      () =>
        findFirstDivergence(...(runs as [never, never]));
    expect(find(undefined, run)).toThrow('runA: expected a Recording, got undefined');
    expect(find({ first: 0, hashes: [] }, run)).toThrow('runA: expected a Recording');
    expect(find(run, null)).toThrow('runB: expected an object, got null');
    expect(find(run, {})).toThrow('runB.first: expected a whole number from 0');
    expect(find(run, { first: 0 })).toThrow('runB.hashes: expected an array of state hashes');
    expect(find(run, { first: 0, hashes: ['12'] })).toThrow(
      'runB.hashes[0]: expected a string of 16 hexadecimal digits',
    );
    expect(run.step).toBe(10);
  });

  it('is found against hashes sent by another machine', () => {
    const straight = straightRun(100);
    const run = record(new Game(), 100, { interval: 16 });
    expect(findFirstDivergence(run, { first: 0, hashes: straight })).toBeNull();
    const other = straight.map((hash, step) =>
      step < 77 ? hash : hash.replace(/^./, (digit) => (digit === '0' ? '1' : '0')),
    );
    expect(findFirstDivergence(run, { first: 20, hashes: other.slice(20) })).toEqual({
      step: 77,
      differences: [],
    });
    expect(() => findFirstDivergence(run, { first: 200, hashes: straight })).toThrow('in common');
  });
});

it.each([1, 8])(
  'seeks in a storm: thousands of bodies that came and went since a keyframe, one every %i steps',
  (interval) => {
    const world = createWorld({ solver: simpleSolver(), gravity: { x: 0, y: 0 } });
    const hero = world.createBody({ userData: 'hero', shapes: [circle(1)] });
    const isBullet = (body: Body) => body.userData === 'bullet';
    const recording = new Recording<number>(world, {
      interval,
      apply: (count, step) => {
        if (step === 18) world.destroyBody(hero);
        for (const body of world.bodies.filter(isBullet)) world.destroyBody(body);
        for (let k = 0; k < count; k++)
          world.createBody({ userData: 'bullet', position: { x: 3 * k, y: 5 }, shapes: [circle(0.1)] });
      },
    });
    for (let step = 0; step < 40; step++) recording.record(dt, 200);
    const hash = world.stateHash();
    expect(hero.isValid).toBe(false);
    for (const step of [9, 17, 1]) {
      recording.seek(step);
      // the same bodies, so that they still have the data of the game
      expect(world.bodies.filter(isBullet).length).toBe(200);
      expect(world.bodies.length).toBe(201);
      expect(world.bodies).toContain(hero);
      expect([hero.isValid, hero.userData]).toEqual([true, 'hero']);
    }
    recording.seek(40);
    expect(world.stateHash()).toBe(hash);
  },
);

it('repeats what follows from events: crates that break when they are hit, whatever the keyframes', () => {
  const play = (interval: number) => {
    const world = createWorld({ solver: simpleSolver() });
    world.createBody({ type: 'static', shapes: [floor()] });
    for (let k = 0; k < 12; k++) {
      world.createBody({
        position: { x: k % 3, y: 2 + 1.5 * k },
        userData: 'crate',
        shapes: [box(0.8, 0.8, { hitEvents: true })],
      });
    }
    let score = 0;
    const told: number[] = [];
    const recording = new Recording<undefined>(world, {
      interval,
      hashes: true,
      react: (_, step) => {
        for (const { shapeA, shapeB, approachSpeed } of world.events.hit) {
          for (const { body } of [shapeA, shapeB]) {
            if (body.userData !== 'crate' || !body.isValid || approachSpeed < 6) continue;
            const { position, linearVelocity } = body;
            world.destroyBody(body);
            for (const x of [-0.2, 0.2]) {
              world.createBody({
                position: { x: position.x + x, y: position.y },
                linearVelocity,
                shapes: [box(0.3, 0.3)],
              });
            }
            score++;
            told.push(step);
          }
        }
      },
      save: () => score,
      load: (saved) => {
        score = saved as number;
      },
    });
    for (let step = 0; step < 200; step++) recording.record(dt, undefined);
    return { world, recording, told, score: () => score };
  };
  const { recording: straight, told } = play(1000);
  expect(told.length).toBeGreaterThan(4);
  const { recording, world, score } = play(1);
  expect(recording.hashes).toEqual(straight.hashes);
  for (const step of [200, told[2] + 1, told[2], told[0] + 1, 3, 150, 200]) {
    recording.seek(step);
    expect(world.stateHash(), `at ${step}`).toBe(straight.hashes[step]);
    expect(score()).toBe(told.filter((one) => one < step).length);
  }
});

it.each<[string, (recording: Recording) => void]>([
  ['seek', (recording) => recording.seek(0)],
  ['record', (recording) => recording.record(dt, undefined)],
  ['amend', (recording) => recording.amend(0, undefined)],
])('refuses %s while a function of the game runs', (use, call) => {
  for (const name of ['apply', 'react', 'save', 'load'] as const) {
    let isOn = false;
    const recording: Recording = new Recording(createWorld({ solver: simpleSolver() }), {
      [name]: () => {
        if (isOn) call(recording);
      },
    });
    recording.record(dt, undefined);
    isOn = true;
    const run = (): void => {
      if (name === 'load') recording.seek(0);
      else for (let step = 0; step < 40; step++) recording.record(dt, undefined);
    };
    expect(run).toThrow(`recording.${use}: expected a call when ${name} has returned`);
  }
});

it('tells the bytes of its keyframes', () => {
  const { world } = new Game();
  const recording = new Recording(world, { interval: 2 });
  expect(recording.byteLength).toBe(0);
  let bytes = 0;
  for (let step = 0; step < 7; step++) {
    if (step % 2 === 0) bytes += takeSnapshot(world, { shapes: false }).length;
    recording.record(dt, undefined);
    expect(recording.byteLength).toBe(bytes);
  }
});
