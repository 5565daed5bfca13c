import type { EngineKind } from '@otedama/render-babylon';
import type { Playground } from './playground.js';

/**
 * `window.otedama`: read access for tests of the page and for the console. It does not change the simulation. Points of the page are
 * in CSS pixels from its upper left corner.
 */
export interface TestHandle {
  readonly engine: EngineKind;
  readonly scene: string;
  readonly solver: string;
  /** Names of all solvers that run side by side. */
  readonly solvers: readonly string[];
  readonly paused: boolean;
  readonly steps: number;
  /** Steps of all solvers that run side by side. */
  readonly allSteps: readonly number[];
  readonly hash: string;
  /** Number of frames drawn so far. */
  readonly frames: number;
  /** Poses of all non-static bodies, in slot order, under the solver of a pane, by default the first. */
  bodies(pane?: number): { x: number; y: number; angle: number }[];
  /** All joints, in slot order, under the solver of a pane, by default the first: whether they join a body to the world. */
  joints(pane?: number): { kind: string; isToWorld: boolean }[];
  /** Position of a world point on the page. */
  toPage(x: number, y: number): { left: number; top: number };
  /** The view of the camera. */
  view(): { x: number; y: number; halfHeight: number };
  /** Makes the graphics device fail, as a driver might. Drawing continues when the browser restores it. */
  loseDevice(): void;
}

declare global {
  interface Window {
    otedama?: TestHandle;
  }
}

export function exposeTestHandle(playground: Playground): void {
  const canvas = document.getElementById('view') as HTMLCanvasElement;
  window.otedama = {
    engine: playground.stage.engineKind,
    get scene() {
      return playground.simulation.choice.entry.name;
    },
    get solver() {
      return playground.simulation.choice.solver.name;
    },
    get solvers() {
      return playground.simulations.map((simulation) => simulation.choice.solver.name);
    },
    get paused() {
      return playground.paused;
    },
    get steps() {
      return playground.simulation.stepCount;
    },
    get allSteps() {
      return playground.simulations.map((simulation) => simulation.stepCount);
    },
    get hash() {
      return playground.simulation.world.stateHash();
    },
    get frames() {
      return playground.stage.meter.count;
    },
    bodies: (pane = 0) =>
      playground.simulations[pane].world.bodies
        .filter((body) => body.type !== 'static')
        .map((body) => ({ ...body.position, angle: body.angle })),
    joints: (pane = 0) =>
      playground.simulations[pane].world.joints.map(({ kind, bodyA }) => ({
        kind,
        isToWorld: bodyA === null,
      })),
    toPage: (x, y) => {
      const box = canvas.getBoundingClientRect();
      const point = playground.stage.camera.toCanvas(x, y);
      return { left: box.left + point.left, top: box.top + point.top };
    },
    view: () => playground.stage.camera.view,
    loseDevice: () => playground.stage.loseDevice(),
  };
}
