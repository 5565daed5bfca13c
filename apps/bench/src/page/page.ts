/** Connects the parts with index.html: the form creates a plan, the plan runs, and its cells become cards and files. */

import type { Cell } from '../measure.js';
import { engineNames, namesByCommand } from '../names.js';
import { markdown } from '../report.js';
import { isComplete, isFallen, type Results, type Row, rowsOf } from '../results.js';
import { benchScene, benchScenes } from '../scenes.js';
import { machineLine } from './machine.js';
import type { CellOrder } from './messages.js';
import { allEngines, MOST_ROUNDS, type Plan, planQuery, readPlan, YARDSTICK } from './plan.js';
import { type NoCell, runPlan } from './run.js';
import { SceneCard } from './scene-card.js';

function element<Kind extends Element>(id: string, kind: new () => Kind): Kind {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new TypeError(`#${id}: not a ${kind.name}`);
  return found;
}

const form = element('choice', HTMLFormElement);
const sceneChips = element('scenes', HTMLFieldSetElement);
const engineChips = element('engines', HTMLFieldSetElement);
const rounds = element('rounds', HTMLInputElement);
const measureButton = element('measure', HTMLButtonElement);
const stopButton = element('stop', HTMLButtonElement);
const saves = element('saves', HTMLElement);
const saveJson = element('save-json', HTMLButtonElement);
const saveReport = element('save-report', HTMLButtonElement);
const progressPart = element('progress-part', HTMLElement);
const progress = element('progress', HTMLProgressElement);
const status = element('status', HTMLElement);
const cardList = element('cards', HTMLElement);

/** The published results, for comparison with this machine. */
const published = fetch(new URL('../../results/results.json', import.meta.url)).then(
  (response) => response.json() as Promise<Results>,
);

function addChip(parent: HTMLElement, value: string, label: string, isChosen: boolean): void {
  const chip = document.createElement('label');
  const box = document.createElement('input');
  box.type = 'checkbox';
  box.value = value;
  box.checked = isChosen;
  if (value === YARDSTICK) {
    box.checked = true;
    box.disabled = true;
    chip.title = 'The other engines are compared with this one';
  }
  chip.append(box, label);
  parent.append(chip);
}

const chosenIn = (chips: HTMLElement): string[] =>
  [...chips.querySelectorAll('input')].filter(({ checked }) => checked).map(({ value }) => value);

const first = readPlan(location.search);
for (const { id, title } of benchScenes) addChip(sceneChips, id, title, first.scenes.includes(id));
for (const name of allEngines) {
  addChip(engineChips, name, engineNames[namesByCommand[name]], first.engines.includes(name));
}
rounds.max = String(MOST_ROUNDS);
rounds.value = String(first.rounds);
element('machine', HTMLElement).textContent = `This machine: ${machineLine()}.`;
// the link back is shown only if the playground contains this page
element('back', HTMLElement).hidden = !/\/bench\//.test(location.pathname);

/** Formats milliseconds: `40 s`, `3 min`. */
const duration = (time: number): string =>
  time < 90_000 ? `${Math.ceil(time / 1000)} s` : `${Math.round(time / 60_000)} min`;

/** One run of a plan and its display. */
class Comparison {
  private readonly cells: Cell[] = [];
  private readonly cards = new Map<string, SceneCard>();
  /** Command-line names by the names that engines report, which include the build. */
  private readonly commands = new Map<string, string>();
  private readonly plan: Plan;
  private readonly start = performance.now();
  private done = 0;
  private readonly total: number;

  constructor(plan: Plan, published: readonly Row[]) {
    this.plan = plan;
    this.total = plan.rounds * plan.scenes.length * plan.engines.length;
    for (const id of plan.scenes) {
      const entry = benchScene(id);
      if (entry !== undefined) this.cards.set(id, new SceneCard(entry, plan.engines, published));
    }
    cardList.replaceChildren(...[...this.cards.values()].map((card) => card.element));
  }

  private card(scene: string): SceneCard {
    const card = this.cards.get(scene);
    if (card === undefined) throw new RangeError(`no card for ${scene}`);
    return card;
  }

  begins({ scene, engine }: CellOrder, round: number): void {
    this.card(scene).begin(engine);
    const left = ((performance.now() - this.start) / this.done) * (this.total - this.done);
    const parts = [`${engineNames[namesByCommand[engine]]} on ${benchScene(scene)?.title}`];
    if (this.plan.rounds > 1) parts.push(`round ${round} of ${this.plan.rounds}`);
    if (this.done > 1) parts.push(`about ${duration(left)} left`);
    status.textContent = `${parts.join(', ')}.`;
    progress.max = this.total;
    progress.value = this.done;
  }

  looks({ scene, engine }: CellOrder, transforms: Float64Array): void {
    this.card(scene).look(engine, transforms);
  }

  ends({ scene, engine }: CellOrder, result: Cell | NoCell): void {
    this.done++;
    const card = this.card(scene);
    card.end(engine);
    if ('message' in result) {
      card.excuse(engine, result.message);
      return;
    }
    this.cells.push(result);
    this.commands.set(result.engine, engine);
    const rows = rowsOf(this.cells).filter((row) => row.scene === scene);
    const costs = new Map<string, number>();
    for (const row of rows) {
      const command = this.commands.get(row.engine) as string;
      card.show(command, row);
      costs.set(command, cost(row));
    }
    card.sort(costs);
  }

  /** Creates the files from the results, if there are any. */
  close(isWhole: boolean): void {
    for (const card of this.cards.values()) for (const engine of this.plan.engines) card.end(engine);
    const rows = rowsOf(this.cells);
    status.textContent = isWhole ? verdict(rows, this.plan) : 'Stopped.';
    saves.hidden = rows.length === 0;
    if (rows.length === 0) return;
    const results: Results = {
      machine: machineLine(),
      repetitions: this.plan.rounds,
      rows,
      sizes: {},
    };
    files.set(saveJson, { type: 'application/json', text: `${JSON.stringify(results, null, 1)}\n` });
    files.set(saveReport, { type: 'text/markdown', text: markdown(results) });
  }
}

/** Cost of a frame for the order of the tiles: the ratio if there is one, because it is over the same number of steps. */
const cost = ({ frameRatio, frame }: Row): number => frameRatio ?? frame ?? Infinity;

const isDone = (row: Row): boolean => isComplete(row) && !isFallen(row) && row.quality.lost === 0;

/** Counts how often each engine was fastest, among those that finished a scene and kept it intact. */
function verdict(rows: readonly Row[], { scenes }: Plan): string {
  const wins = new Map<string, number>();
  for (const scene of scenes) {
    const fastest = rows
      .filter((row) => row.scene === scene && isDone(row))
      .sort((a, b) => cost(a) - cost(b))[0];
    if (fastest !== undefined) wins.set(fastest.engine, (wins.get(fastest.engine) ?? 0) + 1);
  }
  const list = [...wins].sort(([, a], [, b]) => b - a);
  if (list.length === 0) return 'No engine finished a scene.';
  return `Fastest of the engines that finished with intact scenes: ${list.map(([engine, count]) => `${engineNames[engine]} on ${count}`).join(', ')} of ${scenes.length} scenes.`;
}

/** The files of the last comparison, by the button that saves them. */
const files = new Map<HTMLButtonElement, { readonly type: string; readonly text: string }>();

for (const button of saves.querySelectorAll('button')) {
  button.addEventListener('click', () => {
    const file = files.get(button);
    if (file === undefined) return;
    const link = document.createElement('a');
    link.download = button.textContent;
    link.href = URL.createObjectURL(new Blob([file.text], { type: file.type }));
    link.click();
    URL.revokeObjectURL(link.href);
  });
}

function setRunning(isRunning: boolean): void {
  measureButton.hidden = isRunning;
  stopButton.hidden = !isRunning;
  progressPart.hidden = !isRunning;
  sceneChips.disabled = isRunning;
  engineChips.disabled = isRunning;
  rounds.disabled = isRunning;
  if (isRunning) stopButton.focus();
  else measureButton.focus();
}

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const plan: Plan = {
    ...first,
    scenes: chosenIn(sceneChips),
    engines: chosenIn(engineChips),
    rounds: rounds.valueAsNumber,
  };
  if (plan.scenes.length === 0) {
    status.textContent = 'Choose a scene first.';
    return;
  }
  history.replaceState(null, '', `${location.pathname}${planQuery(plan)}`);
  const comparison = new Comparison(plan, (await published).rows);
  const stop = new AbortController();
  const onStop = (): void => stop.abort();
  stopButton.addEventListener('click', onStop);
  saves.hidden = true;
  setRunning(true);
  await runPlan(plan, comparison, stop.signal);
  stopButton.removeEventListener('click', onStop);
  setRunning(false);
  comparison.close(!stop.signal.aborted);
});
