/** The optional part that fills a closed mesh with a gas. If `pressure` is not called, a bundler drops all of it. */

import { LARGEST_INPUT, MOST_SHELLS, SMALLEST_INPUT } from './constants.js';
import { CpuGas } from './cpu/pressure.js';
import type { SolverState } from './cpu/solver-state.js';
import { Spin } from './cpu/spin.js';
import { ClothError, requireFields, requireInteger, requireNumber } from './errors.js';
import { GasTable } from './gpu/pressure.js';
import type { Mesh } from './mesh.js';
import { PairTable } from './pair-table.js';
import type { Pieces } from './pieces.js';
import type { Filling, GpuGas, PressurePart, SheetGas } from './pressure-part.js';
import { areaOf } from './triangles.js';
import type { Pressure } from './types.js';
import { volumesOf } from './volumes.js';

/** Volume at rest, relative to the power 3/2 of the surface, below which a shell is flat: what rounding leaves of 0. A ball has 0.094. */
const FLATNESS = 1e-6;

/** Options of {@link pressure}. Lists have one number for each shell: each piece of the mesh, in the order of their first vertices. */
export interface PressureOptions {
  /**
   * Overpressure of the gas at `volume`, Pa, -`ambient`..1e30: one for all shells, or one for each. Default 100. A balloon of radius r whose
   * skin has the tension T (N/m) needs 2 T / r. It acts fully while h² p S / (density V) is below 1, with the volume V, the surface S and
   * substeps of length h: more substeps, or a heavier cloth, carry more.
   */
  readonly overpressure?: number | ArrayLike<number>;
  /**
   * Pressure of the air around the mesh, Pa, 0..1e30. Default 0: a soft gas, whose overpressure itself is inverse to the volume. With
   * 101325, the air of the real world, a mesh keeps its volume as a football does, and one that loses its gas (-101325) is sucked flat.
   */
  readonly ambient?: number;
  /**
   * Volume at which the gas has `overpressure`, m³, 1e-30..1e30: one for all shells, or one for each. Default: that at rest. Needed if
   * that is 0, as of a flat cushion.
   */
  readonly volume?: number | ArrayLike<number>;
}

/** A closed mesh at rest: its shells, the volume of each, m³, 0 if it is flat, and -1 as its sign if its triangles face inwards. */
interface AtRest {
  readonly shells: Pieces;
  readonly sizes: Float64Array;
  readonly signs: Int8Array;
}

/**
 * Fills the closed shells of a mesh with gas; for `pressure` of its definition. Balloons, cushions, tyres: each face feels the overpressure
 * along its normal, and the less the volume, the more of it. The faces may be wound either way. Throws a `ClothError` if an option is out of
 * range.
 */
export function pressure(options: PressureOptions = {}): Pressure {
  requireFields('pressure', options, ['overpressure', 'ambient', 'volume']);
  const { ambient = 0, overpressure = 100 } = options;
  requireNumber('pressure.ambient', ambient, 0, LARGEST_INPUT);
  const check = (field: string, value: unknown) => requireNumber(field, value, -ambient, LARGEST_INPUT);
  const volume = shellNumbers('volume', options.volume, (field, value) =>
    requireNumber(field, value, SMALLEST_INPUT, LARGEST_INPUT),
  );
  const given = shellNumbers('overpressure', overpressure, check);
  /** That of shells without an own one, and the own ones by number. */
  let common = typeof given === 'number' ? given : 0;
  let own: number[] = typeof given === 'number' ? [] : [...(given as readonly number[])];
  /** Number of shells of the mesh that has the most; at first those that have an own overpressure. */
  let shellCount = own.length;
  let version = 0;
  const restOfMesh = new WeakMap<Uint32Array, AtRest>();

  const checkShell = (shell: number) => {
    if (shellCount === 0)
      throw new ClothError('shell', shell, 'a shell of a cloth that has this gas: there is none yet');
    requireInteger('shell', shell, 0, shellCount - 1);
  };
  const overpressureOf = (shell: number) => own[shell] ?? common;
  const amountOf = (atRest: Float64Array, shell: number) =>
    (overpressureOf(shell) + ambient) *
    (typeof volume === 'number' ? volume : (volume?.[shell] ?? atRest[shell]));
  const part: PressurePart = {
    ambient,
    volume,
    overpressureOf(shell = 0) {
      if (shell !== 0) checkShell(shell);
      return overpressureOf(shell);
    },
    setOverpressure(value, shell) {
      check('overpressure', value);
      if (shell === undefined) {
        if (value !== common || own.length > 0) version++;
        common = value;
        own = [];
        return;
      }
      checkShell(shell);
      if (value !== overpressureOf(shell)) version++;
      for (let other = own.length; other <= shell; other++) own[other] = common;
      own[shell] = value;
    },
    weave(sheet) {
      if (!sheet.isMesh)
        throw new ClothError('definition.pressure', part, 'nothing in a grid, which is not closed');
      requireClosed(sheet);
      const rest = restOf(sheet);
      const { shells, sizes, signs } = rest;
      if (shells.count > MOST_SHELLS)
        throw new ClothError(
          'definition.mesh',
          `${shells.count} pieces`,
          `at most ${MOST_SHELLS} closed shells`,
        );
      for (const [name, list] of Object.entries({ overpressure: given, volume }))
        if (typeof list === 'object' && list.length !== shells.count)
          throw new ClothError(
            `pressure.${name}.length`,
            list.length,
            `${shells.count}, one number for each shell`,
          );
      const flat = sizes.indexOf(0);
      if (flat >= 0 && volume === undefined)
        throw new ClothError(
          'pressure.volume',
          volume,
          `a number, because shell ${flat} of the mesh is flat at rest`,
        );
      shellCount = Math.max(shellCount, shells.count);
      restOfMesh.set(sheet.triangles, rest);
      const amountIn = (shell: number) => amountOf(sizes, shell);
      const filling = { ambient, amountIn, version: () => version };
      const mesh: Mesh = { ...sheet, pieces: { ...shells, hasGas: true } };
      return { ...mesh, gas: new Gas(mesh, signs, filling) };
    },
    async measure(cloth) {
      const rest = restOfMesh.get(cloth?.indices);
      if (rest === undefined) throw new ClothError('cloth', cloth, 'a cloth made with this gas');
      const { shells, sizes, signs } = rest;
      const volumes = volumesOf(await cloth.readPositions(), cloth.indices, 4, shells);
      return Array.from(volumes, (inside, shell) => {
        const now = signs[shell] * inside;
        const overpressure = now > 0 ? amountOf(sizes, shell) / now - ambient : Number.POSITIVE_INFINITY;
        return { volume: now, overpressure };
      });
    },
  };
  return Object.freeze(part);
}

/** A number for all shells, or a copy of a list with one for each; undefined if there is none. */
function shellNumbers(
  name: string,
  given: number | ArrayLike<number> | undefined,
  check: (field: string, value: unknown) => void,
): number | readonly number[] | undefined {
  if (given === undefined) return undefined;
  if (typeof given !== 'object' || given === null) {
    check(`pressure.${name}`, given);
    return given;
  }
  const list = Object.freeze(Array.from(given));
  list.forEach((value, shell) => {
    check(`pressure.${name}[${shell}]`, value);
  });
  return list;
}

function restOf({ positions, triangles, pieces: shells }: Mesh): AtRest {
  const volumes = volumesOf(positions, triangles, 3, shells);
  const surfaces = new Float64Array(shells.count);
  for (let t = 0; t < triangles.length; t += 3)
    surfaces[shells.ofParticle[triangles[t]]] += areaOf(
      positions,
      triangles[t],
      triangles[t + 1],
      triangles[t + 2],
    );
  const sizes = volumes.map((volume, shell) =>
    Math.abs(volume) <= FLATNESS * surfaces[shell] * Math.sqrt(surfaces[shell]) ? 0 : Math.abs(volume),
  );
  const signs = Int8Array.from(sizes, (size, shell) => (size > 0 && volumes[shell] < 0 ? -1 : 1));
  return { shells, sizes, signs };
}

/** Refuses a mesh in which an edge has only one triangle. */
function requireClosed({ triangles, edgeCount }: Mesh): void {
  // an edge has at most two triangles, and a triangle has three edges
  if (triangles.length === 2 * edgeCount) return;
  const edges = new PairTable(triangles.length);
  const next = (k: number) => (k % 3 === 2 ? k - 2 : k + 1);
  const edgeAt = (k: number) => edges.add(triangles[k], triangles[next(k)]);
  const sides = new Uint8Array(triangles.length);
  triangles.forEach((_, k) => {
    sides[edgeAt(k)]++;
  });
  const open = triangles.findIndex((_, k) => sides[edgeAt(k)] === 1);
  throw new ClothError(
    `definition.mesh.triangles[${open}]`,
    `edge ${triangles[open]} to ${triangles[next(open)]}`,
    'a closed mesh for pressure: two triangles at every edge (weldVertices joins seams)',
  );
}

/** The gas of one mesh. What the CPU needs is made when it is used. */
class Gas implements SheetGas {
  readonly isAlone: boolean;
  readonly gpu: GpuGas;
  readonly #make: () => CpuGas;
  #cpu: CpuGas | null = null;
  readonly #spins: readonly Spin[];
  readonly #filling: Filling;
  #version: number;

  constructor(mesh: Mesh, signs: Int8Array, filling: Filling) {
    const shells = mesh.pieces;
    const { starts, items } = shells.particles;
    this.isAlone = shells.count === 1;
    this.#filling = filling;
    this.#version = filling.version();
    this.gpu = new GasTable(mesh, signs, filling);
    this.#spins = Array.from(signs, (_, shell) => new Spin(items.subarray(starts[shell], starts[shell + 1])));
    this.#make = () => new CpuGas(mesh.triangles, shells, signs, filling);
  }

  get isChanged(): boolean {
    return this.#version !== this.#filling.version();
  }

  begin(): void {
    this.#version = this.#filling.version();
  }

  swell(state: SolverState, h: number): void {
    this.#cpu ??= this.#make();
    this.#cpu.swell(state, h);
  }

  push(state: SolverState, h: number): void {
    this.#cpu?.push(state, h);
  }

  forceOn(particle: number, axis: number): number {
    return this.#cpu?.forceOn(particle, axis) ?? 0;
  }

  noteSpin(state: SolverState, h: number): void {
    for (let shell = 0; shell < this.#spins.length; shell++) this.#spins[shell].note(state, h);
  }

  removeSpin(state: SolverState, h: number): void {
    for (let shell = 0; shell < this.#spins.length; shell++) this.#spins[shell].remove(state, h);
  }
}
