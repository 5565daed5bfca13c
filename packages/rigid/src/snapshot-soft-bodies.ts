/** Snapshots: soft bodies. Their particles are written with the other bodies. This part stores which bodies they are. */

import { Hash } from '@otedama/math2d';
import type { SnapshotReader, SnapshotWriter } from './snapshot-bytes.js';
import { missing } from './snapshot-geometry.js';
import { listParticles, planSoftBody, SoftBody, type SoftBodyPlan } from './soft-body.js';
import { copySoftBodyDefinition, type SoftBodyDefinition } from './soft-body-definition.js';
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

/** A soft body of the snapshot: its handle, or the data to create one when its particles are there. */
type SoftBodyEntry =
  | { readonly handle: SoftBody }
  | {
      readonly slots: readonly number[];
      readonly definition: SoftBodyDefinition;
      readonly plan: SoftBodyPlan;
    };

/** Soft bodies of a snapshot, in the order of the world. */
export interface SoftBodyList {
  readonly everMade: number;
  readonly entries: readonly SoftBodyEntry[];
}

/** Finds the soft bodies before the world is changed. */
export function readSoftBodies(state: WorldState, reader: SnapshotReader, withShapes: boolean): SoftBodyList {
  const everMade = reader.count();
  const { retired } = state;
  const known = [...state.softBodies, ...(retired?.lentSoftBodies ?? []), ...(retired?.softBodies ?? [])];
  const entries: SoftBodyEntry[] = [];
  for (let rest = reader.count(); rest > 0; rest--) {
    const slots: number[] = [];
    const generations: number[] = [];
    for (let k = reader.count(); k > 0; k--) {
      slots.push(reader.count());
      generations.push(reader.count());
    }
    const text = reader.text();
    // in another world, another soft body may have used some of these slots
    const handle = known.find(
      (candidate) =>
        candidate.particles.length === slots.length &&
        candidate.particles.every(
          ({ id, generation }, k) => id === slots[k] && generation === generations[k],
        ) &&
        text === (withShapes ? textOf : digestOf)(candidate.definition),
    );
    if (handle !== undefined) entries.push({ handle });
    else if (!withShapes) throw missing('a soft body');
    else {
      const definition = copySoftBodyDefinition(JSON.parse(text) as SoftBodyDefinition);
      entries.push({ slots, definition, plan: planSoftBody(definition, '', state.solver.capabilities) });
    }
  }
  return { everMade, entries };
}

/** Installs the soft bodies, after their particles were restored. */
export function takeSoftBodies(state: WorldState, list: SoftBodyList): void {
  const softBodies = list.entries.map((entry) => {
    if ('handle' in entry) return entry.handle;
    const particles = entry.slots.map((slot) => state.bodyHandles[slot]!);
    return new SoftBody(state, entry.definition, entry.plan, particles);
  });
  for (const softBody of state.softBodies) {
    if (!softBodies.includes(softBody)) state.retired!.keepSoftBody(softBody);
  }
  state.softBodies.splice(0, state.softBodies.length, ...softBodies);
  state.particleOwners.clear();
  for (const softBody of softBodies) listParticles(state, softBody);
  state.softBodyCount = list.everMade;
}
