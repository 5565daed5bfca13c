/** The optional part that fills a closed mesh with a gas. If `pressure` is not called, a bundler drops all of it. */

import { LARGEST_INPUT, SMALLEST_INPUT } from './constants.js';
import { CpuGas, volumeOf } from './cpu/pressure.js';
import type { SolverState } from './cpu/solver-state.js';
import { Spin } from './cpu/spin.js';
import { ClothError, requireFields, requireNumber } from './errors.js';
import { GasTable } from './gpu/pressure.js';
import type { Mesh } from './mesh.js';
import { PairTable } from './pair-table.js';
import type { Filling, GpuGas, PressurePart, SheetGas } from './pressure-part.js';
import { areaOf } from './triangles.js';
import type { Pressure } from './types.js';

/** Volume at rest, relative to the power 3/2 of the surface, below which a mesh is flat: what rounding leaves of 0. A ball has 0.094. */
const FLATNESS = 1e-6;

/** Options of {@link pressure}. */
export interface PressureOptions {
  /**
   * Overpressure of the gas at `volume`, Pa, -`ambient`..1e30. Default 100. A balloon of radius r whose skin has the tension T (N/m) needs
   * 2 T / r. It acts fully while h² p S / (density V) is below 1, with the volume V, the surface S and substeps of length h: more
   * substeps, or a heavier cloth, carry more.
   */
  readonly overpressure?: number;
  /**
   * Pressure of the air around the mesh, Pa, 0..1e30. Default 0: a soft gas, whose overpressure itself is inverse to the volume. With
   * 101325, the air of the real world, a mesh keeps its volume as a football does, and one that loses its gas (-101325) is sucked flat.
   */
  readonly ambient?: number;
  /**
   * Volume at which the gas has `overpressure`, m³, 1e-30..1e30. Default: that of the mesh at rest. Needed if that is 0, as of a flat
   * cushion.
   */
  readonly volume?: number;
}

/**
 * Fills a closed mesh with a gas; for `pressure` of its definition. Balloons, cushions, tyres: each face feels the overpressure along its
 * normal, and the less the volume, the more of it. The faces may be wound either way. Throws a `ClothError` if an option is out of range.
 */
export function pressure(options: PressureOptions = {}): Pressure {
  requireFields('pressure', options, ['overpressure', 'ambient', 'volume']);
  const { ambient = 0, volume } = options;
  requireNumber('pressure.ambient', ambient, 0, LARGEST_INPUT);
  if (volume !== undefined) requireNumber('pressure.volume', volume, SMALLEST_INPUT, LARGEST_INPUT);
  const check = (field: string, value: number) => requireNumber(field, value, -ambient, LARGEST_INPUT);
  let { overpressure = 100 } = options;
  check('pressure.overpressure', overpressure);
  const fillingOf = (atRest: number): Filling => ({
    amount: (overpressure + ambient) * (volume ?? atRest),
    ambient,
  });
  const part: PressurePart = {
    get overpressure() {
      return overpressure;
    },
    ambient,
    volume,
    setOverpressure(value) {
      check('overpressure', value);
      overpressure = value;
    },
    weave(sheet) {
      if (!sheet.isMesh)
        throw new ClothError('definition.pressure', part, 'nothing in a grid, which is not closed');
      requireClosed(sheet);
      const { size, sign } = restOf(sheet.positions, sheet.triangles);
      if (size === 0 && volume === undefined)
        throw new ClothError('pressure.volume', volume, 'a number, because the mesh at rest is flat');
      return { ...sheet, gas: new Gas(sheet, sign, () => fillingOf(size)) };
    },
    async measure(cloth) {
      const { size, sign } = restOf(cloth.restPositions(), cloth.indices);
      const now = sign * volumeOf(await cloth.readPositions(), cloth.indices, 4);
      const { amount } = fillingOf(size);
      return { volume: now, overpressure: now > 0 ? amount / now - ambient : Number.POSITIVE_INFINITY };
    },
  };
  return Object.freeze(part);
}

/** Volume of a closed mesh at rest, m³, 0 if it is flat, and -1 as `sign` if its triangles face inwards. */
function restOf(positions: Float32Array, triangles: Uint32Array): { size: number; sign: 1 | -1 } {
  const volume = volumeOf(positions, triangles, 3);
  let surface = 0;
  for (let t = 0; t < triangles.length; t += 3)
    surface += areaOf(positions, triangles[t], triangles[t + 1], triangles[t + 2]);
  const isFlat = Math.abs(volume) <= FLATNESS * surface * Math.sqrt(surface);
  return isFlat ? { size: 0, sign: 1 } : { size: Math.abs(volume), sign: volume < 0 ? -1 : 1 };
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

/** Whether all particles are connected by edges. */
function isOnePiece({ triangles, particleCount }: Mesh): boolean {
  const parents = Uint32Array.from({ length: particleCount }, (_, id) => id);
  const rootOf = (id: number) => {
    let root = id;
    while (parents[root] !== root) root = parents[root] = parents[parents[root]];
    return root;
  };
  let pieces = particleCount;
  triangles.forEach((id, k) => {
    const [a, b] = [rootOf(id), rootOf(triangles[k - (k % 3)])];
    if (a === b) return;
    parents[a] = b;
    pieces--;
  });
  return pieces === 1;
}

/** The gas of one mesh. What the CPU needs is made when it is used. */
class Gas implements SheetGas {
  readonly gpu: GpuGas;
  readonly #make: () => CpuGas;
  #cpu: CpuGas | null = null;
  /** Null if the mesh has several pieces: rotations of each would push the others. */
  readonly #spin: Spin | null;

  constructor(mesh: Mesh, sign: 1 | -1, filling: () => Filling) {
    const isWhole = isOnePiece(mesh);
    this.gpu = new GasTable(mesh, sign, isWhole, filling);
    this.#spin = isWhole ? new Spin() : null;
    this.#make = () => new CpuGas(mesh.triangles, mesh.particleCount, sign, filling);
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
    this.#spin?.note(state, h);
  }

  removeSpin(state: SolverState, h: number): void {
    this.#spin?.remove(state, h);
  }
}
