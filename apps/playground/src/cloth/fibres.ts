import { VertexBuffer } from '@babylonjs/core/Buffers/buffer.js';
import { StandardMaterial } from '@babylonjs/core/Materials/standardMaterial.js';
import { Color3 } from '@babylonjs/core/Maths/math.color.js';
import { Mesh } from '@babylonjs/core/Meshes/mesh.js';
import type { Scene } from '@babylonjs/core/scene.js';

/** Most fibres in the air; a new one takes the place of the oldest. */
const MOST = 200;
/** Fibres that leave each end of a torn edge. */
const PER_END = 4;
/** Seconds until a fibre has faded, and how much longer some take. */
const LIFE = 1.1;
const LONGER = 1;
/** Rate at which air stops a fibre, 1/s, and its acceleration downwards, m/s²: it sinks at 0.3 m/s. */
const DRAG = 3.5;
const SINK = 1;
/** Half the length of a fibre, and half its thickness in the middle, metres. */
const HALF_LENGTH = 0.032;
const HALF_THICKNESS = 0.0026;

/** Points along a fibre, with two vertices each. */
const POINTS = 5;
const VERTICES = 2 * POINTS;
const strip = Array.from({ length: POINTS - 1 }, (_, k) => [0, 1, 2, 1, 3, 2].map((v) => 2 * k + v)).flat();
/** Threads of the fabric `check`, a little darker than in the weave so that they show against the wall. */
const threads = ['#b9627d', '#6d8a7d', '#a8977b'].map((hex) => Color3.FromHexString(hex));

/** Numbers of a fibre in the table: place, velocity, direction, bend, age and life (s), and its colour. */
const STRIDE = 13;
const AGE = 10;
const LIFETIME = 11;
const THREAD = 12;

/** Short threads that fly off where a cloth tears, sink and fade. One mesh for all of them. */
export class Fibres {
  private readonly scene: Scene;
  private readonly mesh: Mesh;
  private readonly table = new Float32Array(STRIDE * MOST);
  private readonly positions = new Float32Array(3 * VERTICES * MOST);
  private readonly colors = new Float32Array(4 * VERTICES * MOST);
  private next = 0;
  private seed = 1;

  constructor(scene: Scene) {
    this.scene = scene;
    this.mesh = new Mesh('fibres', scene);
    this.mesh.setVerticesData(VertexBuffer.PositionKind, this.positions, true);
    this.mesh.setVerticesData(VertexBuffer.ColorKind, this.colors, true);
    const indices = Array.from({ length: MOST }, (_, fibre) => strip.map((k) => VERTICES * fibre + k));
    this.mesh.setIndices(indices.flat());
    this.mesh.hasVertexAlpha = true;
    this.mesh.isPickable = false;
    this.mesh.alwaysSelectAsActiveMesh = true; // its bounds are those of no fibre
    const material = new StandardMaterial('fibres', scene);
    material.disableLighting = true;
    material.emissiveColor = Color3.White();
    material.backFaceCulling = false;
    this.mesh.material = material;
    this.mesh.setEnabled(false);
  }

  /** Lets fibres fly off from places, xyz interleaved, metres. */
  burst(places: Float32Array): void {
    for (let o = 0; o < places.length; o += 3) {
      for (let k = 0; k < PER_END; k++) {
        const at = STRIDE * this.next;
        this.next = (this.next + 1) % MOST;
        for (let axis = 0; axis < 3; axis++) {
          this.table[at + axis] = places[o + axis] + 0.012 * this.spread();
          this.table[at + 3 + axis] = 0.8 * this.spread();
          this.table[at + 6 + axis] = this.spread();
        }
        this.table[at + 4] += 0.25;
        this.table[at + 9] = 0.7 * this.spread();
        this.table[at + AGE] = 0;
        this.table[at + LIFETIME] = LIFE + LONGER * Math.abs(this.spread());
        this.table[at + THREAD] = (this.next + k) % threads.length;
      }
    }
    this.draw();
  }

  /** Lets time pass. */
  advance(seconds: number): void {
    if (!this.mesh.isEnabled(false)) return;
    const kept = Math.exp(-DRAG * seconds);
    for (let at = 0; at < this.table.length; at += STRIDE) {
      if (this.table[at + AGE] >= this.table[at + LIFETIME]) continue;
      this.table[at + AGE] += seconds;
      this.table[at + 4] -= SINK * seconds;
      for (let axis = 0; axis < 3; axis++) {
        this.table[at + 3 + axis] *= kept;
        this.table[at + axis] += this.table[at + 3 + axis] * seconds;
      }
    }
    this.draw();
  }

  /** Removes all fibres. */
  clear(): void {
    this.table.fill(0);
    this.draw();
  }

  /** Writes the vertices: each fibre is a bent strip that faces the camera, pointed at both ends. */
  private draw(): void {
    const eye = this.scene.activeCamera?.globalPosition;
    let isAny = false;
    for (let fibre = 0; fibre < MOST; fibre++) {
      const at = STRIDE * fibre;
      const left = 1 - this.table[at + AGE] / (this.table[at + LIFETIME] || 1);
      const isThere = this.table[at + LIFETIME] > 0 && left > 0;
      isAny ||= isThere;
      const [x, y, z, , , , dx, dy, dz, bend] = this.table.subarray(at, at + AGE);
      const length = Math.hypot(dx, dy, dz) || 1;
      const [ux, uy, uz] = [dx / length, dy / length, dz / length];
      const [ex, ey, ez] = [(eye?.x ?? 0) - x, (eye?.y ?? 0) - y, (eye?.z ?? 0) - z];
      // across the fibre, as the camera sees it
      const [sx, sy, sz] = [uy * ez - uz * ey, uz * ex - ux * ez, ux * ey - uy * ex];
      const across = Math.hypot(sx, sy, sz) || 1;
      const color = threads[this.table[at + THREAD]];
      for (let vertex = 0; vertex < VERTICES; vertex++) {
        const along = Math.floor(vertex / 2) / ((POINTS - 1) / 2) - 1;
        const thickness = HALF_THICKNESS * (1 - 0.7 * along * along) * (vertex % 2 === 0 ? 1 : -1);
        const aside = isThere ? (thickness + HALF_LENGTH * bend * along * along) / across : 0;
        const ahead = isThere ? HALF_LENGTH * along : 0;
        const p = 3 * (VERTICES * fibre + vertex);
        this.positions[p] = x + ahead * ux + aside * sx;
        this.positions[p + 1] = y + ahead * uy + aside * sy;
        this.positions[p + 2] = z + ahead * uz + aside * sz;
        const c = 4 * (VERTICES * fibre + vertex);
        this.colors[c] = color.r;
        this.colors[c + 1] = color.g;
        this.colors[c + 2] = color.b;
        this.colors[c + 3] = isThere ? Math.sqrt(left) : 0;
      }
    }
    this.mesh.setEnabled(isAny);
    if (!isAny) return;
    this.mesh.updateVerticesData(VertexBuffer.PositionKind, this.positions);
    this.mesh.updateVerticesData(VertexBuffer.ColorKind, this.colors);
  }

  /** A number in -1..1, the same in every run, so that pictures of a tear are alike [Park, Miller 1988]. */
  private spread(): number {
    this.seed = (this.seed * 48271) % 0x7fffffff;
    return (2 * this.seed) / 0x7fffffff - 1;
  }
}
