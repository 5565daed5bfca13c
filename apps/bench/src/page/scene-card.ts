/**
 * One scene on the page: a tile per engine with its picture of the scene, the cost of a frame and the quality. The fastest engine is
 * first.
 */

import type { Scene } from '@otedama/rigid';
import { engineNames, isPeer, namesByCommand, OURS } from '../names.js';
import { isComplete, isFallen, type Row } from '../results.js';
import type { BenchScene } from '../scenes.js';
import { NOTHING, number, times } from '../table.js';
import { drawScene } from './picture.js';

/** Aspect of a picture, and its width in pixels, which is sharp on a screen of double density. */
const ASPECT = 3 / 2;
const PICTURE_WIDTH = 480;

interface Tile {
  readonly element: HTMLElement;
  readonly title: HTMLElement;
  readonly context: CanvasRenderingContext2D;
  readonly cost: HTMLElement;
  readonly ratio: HTMLElement;
  readonly quality: HTMLElement;
  readonly elsewhere: HTMLElement;
}

function add<Name extends keyof HTMLElementTagNameMap>(
  parent: HTMLElement,
  name: Name,
  className: string,
  text = '',
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  element.className = className;
  element.textContent = text;
  parent.append(element);
  return element;
}

export class SceneCard {
  readonly element: HTMLElement = document.createElement('section');
  private readonly scene: Scene;
  private readonly entry: BenchScene;
  private readonly list: HTMLElement;
  private readonly tiles = new Map<string, Tile>();
  /** The published rows of the scene, by engine. */
  private readonly published: ReadonlyMap<string, Row>;

  /**
   * @param engines command-line names
   * @param published rows measured on another machine, for comparison
   */
  constructor(entry: BenchScene, engines: readonly string[], published: readonly Row[]) {
    this.entry = entry;
    this.scene = entry.create();
    this.published = new Map(
      published.filter(({ scene }) => scene === entry.id).map((row) => [row.engine, row]),
    );
    this.element.className = 'scene';
    this.element.id = `scene-${entry.id}`;
    const heading = add(this.element, 'h2', '', entry.title[0].toUpperCase() + entry.title.slice(1));
    add(heading, 'small', '', ` ${entry.steps} steps, ${number(entry.steps / 60, 2)} s`);
    this.list = add(this.element, 'ul', 'tiles');
    this.list.style.setProperty('--engines', String(engines.length));
    for (const engine of engines) this.tiles.set(engine, this.createTile(engine));
  }

  private createTile(engine: string): Tile {
    const element = add(this.list, 'li', isPeer(namesByCommand[engine]) ? 'tile' : 'tile ours');
    element.dataset.engine = engine;
    const canvas = add(element, 'canvas', 'picture');
    canvas.width = PICTURE_WIDTH;
    canvas.height = PICTURE_WIDTH / ASPECT;
    canvas.setAttribute('aria-hidden', 'true');
    const context = canvas.getContext('2d');
    if (context === null) throw new Error('This browser draws nothing on a canvas.');
    const title = add(element, 'h3', '', engineNames[namesByCommand[engine]]);
    const figures = add(element, 'p', 'figures');
    const ratio = add(figures, 'strong', 'ratio');
    const cost = add(figures, 'span', 'cost');
    const quality = add(element, 'p', 'quality');
    const elsewhere = add(element, 'p', 'elsewhere');
    return { element, title, context, ratio, cost, quality, elsewhere };
  }

  private tile(engine: string): Tile {
    const tile = this.tiles.get(engine);
    if (tile === undefined) throw new RangeError(`no tile for ${engine}`);
    return tile;
  }

  /** Marks the engine as being measured. */
  begin(engine: string): void {
    this.tile(engine).element.dataset.state = 'running';
  }

  /** Draws the current poses of the bodies. */
  look(engine: string, transforms: Float64Array): void {
    drawScene(this.tile(engine).context, this.scene, transforms);
  }

  /** Marks the engine as no longer being measured. */
  end(engine: string): void {
    delete this.tile(engine).element.dataset.state;
  }

  /** Shows why an engine has no results. */
  excuse(engine: string, sentence: string): void {
    const { element, quality } = this.tile(engine);
    element.classList.add('without');
    quality.textContent = sentence;
  }

  /** Shows the results of an engine so far. */
  show(engine: string, row: Row): void {
    const { title, ratio, cost, quality, elsewhere } = this.tile(engine);
    title.textContent = `${engineNames[row.engine]} `;
    add(title, 'small', '', row.version);
    ratio.textContent = row.frameRatio === null ? NOTHING : times(row.frameRatio);
    cost.textContent = `${number(row.frame)} ms`;
    const ratioElsewhere = this.published.get(row.engine)?.frameRatio ?? null;
    // the engine that the others are compared with has the ratio 1 everywhere
    const isReference = row.engine === OURS;
    elsewhere.textContent =
      ratioElsewhere === null || isReference ? '' : `${times(ratioElsewhere)} as published`;
    quality.replaceChildren();
    const remarks = this.remarks(row);
    for (const remark of remarks) add(quality, 'span', 'remark', remark);
    const overlap = row.quality.endMean;
    add(quality, 'span', '', overlap === null ? 'not finite' : `${number(1000 * overlap, 2)} mm overlap`);
  }

  private remarks(row: Row): string[] {
    const { slideError, lost } = row.quality;
    const remarks: string[] = [];
    if (isFallen(row)) remarks.push('fell');
    if (lost > 0) remarks.push(`lost ${lost}`);
    if (!isComplete(row)) remarks.push(`only ${row.steps} of ${this.entry.steps} steps`);
    if (slideError !== null && slideError > 0.05) remarks.push(`${number(100 * slideError, 2)} % off`);
    return remarks;
  }

  /** Sorts by cost; engines without results stay at the end. @param cost milliseconds per frame by engine */
  sort(cost: ReadonlyMap<string, number>): void {
    const order = [...this.tiles].sort(
      ([a], [b]) => (cost.get(a) ?? Infinity) - (cost.get(b) ?? Infinity) || 0,
    );
    this.list.append(...order.map(([, { element }]) => element));
  }
}
