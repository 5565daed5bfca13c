/** Snapshots: soft bodies. Their particles are written with the other bodies. This part stores which bodies they are. */

import { Hash } from '@otedama/math2d';
import type { SnapshotReader, SnapshotWriter } from './snapshot-bytes.js';
import { missing } from './snapshot-geometry.js';
import { planSoftBody, SoftBody } from './soft-body.js';
import type { SoftBodyDefinition } from './soft-body-definition.js';
import type { WorldState } from './world-state.js';

export function writeSoftBodies(state: WorldState, writer: SnapshotWriter, withShapes: boolean): void {
  writer.count(state.softBodyCount);
  writer.count(state.softBodies.length);
  for (const { definition, particles } of state.softBodies) {
    writer.count(particles.length);
    for (const particle of particles) {
      writer.count(particle.id);
      writer.count(particle.generation);
    }
    writer.text(withShapes ? textOf(definition) : digestOf(definition));
  }
}

function textOf({ userData: _, ...plain }: SoftBodyDefinition): string {
  return JSON.stringify(plain);
}

/** Checksum that distinguishes definitions, for snapshots without shapes. */
function digestOf(definition: SoftBodyDefinition): string {
  const text = textOf(definition);
  const hash = new Hash();
  for (let k = 0; k < text.length; k++) hash.addInteger(text.charCodeAt(k));
  return hash.digest();
}

/** A soft body of the snapshot: its handle, or the data to create it. */
interface SoftBodyEntry {
  readonly handle: SoftBody | undefined;
  readonly slots: readonly number[];
  readonly definition: SoftBodyDefinition | undefined;
}

/** Soft bodies of a snapshot, in the order of the world. */
export interface SoftBodyList {
  readonly everMade: number;
  readonly entries: readonly SoftBodyEntry[];
}

/** Finds the soft bodies before the world is changed. */
export function readSoftBodies(state: WorldState, reader: SnapshotReader, withShapes: boolean): SoftBodyList {
  const everMade = reader.count();
  const known = [...state.softBodies, ...(state.retired?.softBodies ?? [])];
  const entries: SoftBodyEntry[] = [];
  for (let rest = reader.count(); rest > 0; rest--) {
    const slots: number[] = [];
    const generations: number[] = [];
    for (let k = reader.count(); k > 0; k--) {
      slots.push(reader.count());
      generations.push(reader.count());
    }
    const text = reader.text();
    const definition = withShapes ? (JSON.parse(text) as SoftBodyDefinition) : undefined;
    // in another world, another soft body may have used some of these slots
    const handle = known.find(
      (candidate) =>
        candidate.particles.length === slots.length &&
        candidate.particles.every(
          ({ id, generation }, k) => id === slots[k] && generation === generations[k],
        ) &&
        text === (withShapes ? textOf : digestOf)(candidate.definition),
    );
    if (handle === undefined && definition === undefined) throw missing('a soft body');
    entries.push({ handle, slots, definition });
  }
  return { everMade, entries };
}

/** Installs the soft bodies, after their particles were restored. */
export function takeSoftBodies(state: WorldState, list: SoftBodyList): void {
  const softBodies = list.entries.map(({ handle, slots, definition }) => {
    if (handle !== undefined) return handle;
    const plan = planSoftBody(definition!, '', state.solver.capabilities);
    const particles = slots.map((slot) => state.bodyHandles[slot]!);
    return new SoftBody(state, definition!, plan, particles);
  });
  for (const softBody of state.softBodies) {
    if (!softBodies.includes(softBody)) state.retired!.keepSoftBody(softBody);
  }
  state.softBodies.splice(0, state.softBodies.length, ...softBodies);
  state.softBodyCount = list.everMade;
}
