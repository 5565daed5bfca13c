/**
 * The contents of a link to the playground. A link contains everything that matters, so it serves as a bug report:
 *   ?scene=tower-10&solver=sequential-impulses&style=filled&paused=1&engine=webgl&scale=0.5
 *   &with=force,shape-matching (compared solvers)  &plots=1  &joints=0  &layers=contacts,normals  &broad=tree
 *   &view=0.5,8,14.2,10.6 (the visible rectangle: centre, half width, half height, m)
 *   &p.count=12 (scene parameters)  &s.velocityIterations=20 (solver settings)  &w.gravity=1.6 (world settings)
 *   &embed=1 (as a part of another page)
 *   #built=eJyr... (changes made by hand: see shared-scene.ts; after the hash, because no server needs them)
 */

import type { BroadPhaseName } from '@otedama/collision';
import { findBroadPhase } from './broad-phase-choice.js';
import type { ViewRegion } from './home-view.js';

/** The value of a setting in a link. */
export type LinkValue = number | boolean | string;

export interface PageLink {
  readonly scene: string | undefined;
  readonly solver: string | undefined;
  /** Names of the solvers to compare with. */
  readonly compared: readonly string[];
  readonly plots: boolean;
  readonly style: string | undefined;
  /** Names of the visible debug layers; undefined means the reader's preference applies. */
  readonly layers: readonly string[] | undefined;
  /** Whether the joints of the scene are marked; undefined means the reader's preference applies, or what suits the scene. */
  readonly joints: boolean | undefined;
  /** Undefined is the default broad phase. */
  readonly broadPhase: BroadPhaseName | undefined;
  /** The visible region; undefined is the scene's own view. */
  readonly view: ViewRegion | undefined;
  /** Undefined means the reader's motion preference applies. */
  readonly paused: boolean | undefined;
  /** `'webgl'` never tries WebGPU. */
  readonly engine: 'webgpu' | 'webgl';
  /** Whether the page is a part of another one and shows only the view. */
  readonly embedded: boolean;
  /** Time scale; undefined is real time. */
  readonly timeScale: number | undefined;
  readonly parameters: Readonly<Record<string, number>>;
  readonly settings: Readonly<Record<string, LinkValue>>;
  /** Settings of the world. */
  readonly world: Readonly<Record<string, LinkValue>>;
  /** Changes made to the scene by hand, packed. */
  readonly built: string | undefined;
}

/** Range of the time scale. Links cannot ask for more, because every step must be computed. */
export const SPEEDS = { slowest: 0.05, fastest: 3 } as const;

const BUILT = '#built=';

function readValue(text: string): LinkValue {
  if (text === 'true') return true;
  if (text === 'false') return false;
  const number = Number(text);
  return text.trim() !== '' && Number.isFinite(number) ? number : text;
}

/** Parses a region of four numbers that can be viewed. */
function readView(text: string | null): ViewRegion | undefined {
  const [x, y, halfWidth, halfHeight, ...more] = (text ?? '')
    .split(',')
    .map((part) => Number(part || Number.NaN));
  const isWhole = more.length === 0 && [x, y, halfWidth, halfHeight].every(Number.isFinite);
  return isWhole && halfWidth > 0 && halfHeight > 0 ? { x, y, halfWidth, halfHeight } : undefined;
}

/** Parses the query and the hash of an address. Unknown keys and invalid numbers are ignored. */
export function readLink(search: string, hash = ''): PageLink {
  const query = new URLSearchParams(search);
  const parameters: Record<string, number> = {};
  const settings: Record<string, LinkValue> = {};
  const world: Record<string, LinkValue> = {};
  for (const [key, text] of query) {
    const value = readValue(text);
    if (key.startsWith('p.') && typeof value === 'number') parameters[key.slice(2)] = value;
    if (key.startsWith('s.')) settings[key.slice(2)] = value;
    if (key.startsWith('w.')) world[key.slice(2)] = value;
  }
  const onOrOff = (key: string): boolean | undefined => {
    const text = query.get(key);
    return text === null ? undefined : text !== '0' && text !== 'false';
  };
  const scale = Number(query.get('scale') ?? Number.NaN);
  return {
    scene: query.get('scene') ?? undefined,
    solver: query.get('solver') ?? undefined,
    compared: (query.get('with') ?? '').split(',').filter(Boolean),
    plots: query.get('plots') === '1',
    style: query.get('style') ?? undefined,
    layers: query.get('layers')?.split(',').filter(Boolean),
    joints: onOrOff('joints'),
    broadPhase: findBroadPhase(query.get('broad')),
    view: readView(query.get('view')),
    paused: onOrOff('paused'),
    engine: query.get('engine') === 'webgl' ? 'webgl' : 'webgpu',
    embedded: query.get('embed') === '1',
    timeScale: scale > 0 ? Math.min(SPEEDS.fastest, Math.max(SPEEDS.slowest, scale)) : undefined,
    parameters,
    settings,
    world,
    built: hash.startsWith(BUILT) ? hash.slice(BUILT.length) : undefined,
  };
}

/** The hash part of an address, with its hash sign. */
export function formatBuilt({ built }: PageLink): string {
  return built === undefined ? '' : `${BUILT}${built}`;
}

/** The query part of an address, with its question mark. Keys have a fixed order; defaults are omitted. */
export function formatLink(link: PageLink): string {
  const query = new URLSearchParams();
  if (link.scene !== undefined) query.set('scene', link.scene);
  if (link.solver !== undefined) query.set('solver', link.solver);
  if (link.compared.length > 0) query.set('with', link.compared.join(','));
  if (link.plots) query.set('plots', '1');
  if (link.style !== undefined) query.set('style', link.style);
  if (link.layers !== undefined) query.set('layers', link.layers.join(','));
  if (link.joints !== undefined) query.set('joints', link.joints ? '1' : '0');
  if (link.broadPhase !== undefined) query.set('broad', link.broadPhase);
  if (link.view !== undefined) {
    const { x, y, halfWidth, halfHeight } = link.view;
    query.set('view', [x, y, halfWidth, halfHeight].join(','));
  }
  if (link.paused !== undefined) query.set('paused', link.paused ? '1' : '0');
  if (link.engine === 'webgl') query.set('engine', 'webgl');
  if (link.embedded) query.set('embed', '1');
  if (link.timeScale !== undefined && link.timeScale !== 1) query.set('scale', String(link.timeScale));
  for (const key of Object.keys(link.parameters).sort()) query.set(`p.${key}`, String(link.parameters[key]));
  for (const key of Object.keys(link.settings).sort()) query.set(`s.${key}`, String(link.settings[key]));
  for (const key of Object.keys(link.world).sort()) query.set(`w.${key}`, String(link.world[key]));
  const text = query.toString();
  // commas are allowed in a query and easier to read
  return text === '' ? '' : `?${text.replaceAll('%2C', ',')}`;
}
