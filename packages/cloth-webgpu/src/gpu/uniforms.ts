/** Writes the records from which the kernels read a cloth's settings, pins and hands. */

import { MAX_ANCHORS } from '../constants.js';
import type { Hand } from '../hands.js';
import type { Mesh } from '../mesh.js';
import type { Settings } from '../settings.js';
import type { Sheet } from '../sheet.js';
import { ANCHOR_WORDS, ANCHORS_BYTES } from './device.js';
import { waysOffset } from './mesh.wgsl.js';
import { setRay } from './records.js';
import { type ClothResources, FRAME_BYTES, SETTINGS_BYTES } from './resources.js';

/** The values in the record `Settings` of common.wgsl.ts that are not in the TypeScript `Settings`. */
export interface SettingsBeside {
  readonly colliderCount: number;
  /** Pins that particles are tethered to. */
  readonly anchors: readonly number[];
}

/** Writes the record `Settings` and the tables of tethers. */
export class SettingsUniform {
  /** The pins whose distances along the mesh have been written to the device. */
  #tethered: readonly number[] | null = null;

  /** Call when the device is another one. */
  invalidate(): void {
    this.#tethered = null;
  }

  /** Writes all that depends on settings, colliders and pins. */
  write(resources: ClothResources, sheet: Sheet, settings: Settings, beside: SettingsBeside): void {
    writeSettings(resources, sheet, settings, beside);
    const { anchors } = beside;
    if (!sheet.isMesh || settings.tetherScale === 0 || this.#tethered === anchors) return;
    this.#tethered = anchors;
    writeWays(resources, sheet, anchors);
  }
}

/** Writes the record `Settings` and the table of anchors. */
function writeSettings(
  { device, settings: buffer, anchors: table }: ClothResources,
  sheet: Sheet,
  settings: Settings,
  { colliderCount, anchors }: SettingsBeside,
): void {
  const words = new ArrayBuffer(SETTINGS_BYTES);
  const floats = new Float32Array(words);
  const integers = new Uint32Array(words);
  floats.set([settings.pushX, settings.pushY, settings.pushZ, settings.h]);
  floats.set([settings.inverseH, settings.damping, settings.drag, settings.tetherScale], 4);
  integers[8] = anchors.length;
  integers[9] = colliderCount;
  integers[10] = settings.substeps;
  floats[11] = settings.thickness;
  settings.compliance.forEach((compliance, kind) => {
    floats.set([settings.rest[kind] ?? 0, compliance, settings.limit[kind] ?? 0], 12 + 4 * kind);
  });
  const { selfDistance, nearSquared, selfFriction, shareOverlap } = settings;
  if (selfDistance > 0)
    floats.set([selfDistance, nearSquared, selfFriction, 1 / (2 * selfDistance), shareOverlap], 52);
  floats[57] = settings.air;
  floats[58] = settings.freeDamping;
  floats.set([settings.windX, settings.windY, settings.windZ], 60);
  device.queue.writeBuffer(buffer, 0, words);
  const rows = new Uint32Array(ANCHOR_WORDS * MAX_ANCHORS);
  anchors.forEach((id, index) => {
    const place = sheet.isMesh ? [] : [id % sheet.countX, Math.floor(id / sheet.countX)];
    rows.set([id, ...place], ANCHOR_WORDS * index);
  });
  device.queue.writeBuffer(table, 0, rows);
}

/** Writes the distances of the particles of a mesh from each anchor. */
function writeWays({ device, anchors: table }: ClothResources, mesh: Mesh, anchors: readonly number[]): void {
  const start = ANCHORS_BYTES + 4 * waysOffset(mesh);
  anchors.forEach((id, index) => {
    device.queue.writeBuffer(table, start + 4 * index * mesh.particleCount, mesh.geodesics.from(id));
  });
}

/** The values in the record `Frame` of common.wgsl.ts, without the rays of the hands. */
export interface FrameHeader {
  readonly substeps: number;
  /** Whether nothing pins or holds the cloth. */
  readonly isFree: boolean;
  /** Whether tethers limit the hands. */
  readonly reaches: boolean;
}

/** Writes the record `Frame` if it differs from the one written last. */
export class FrameUniform {
  #written: FrameHeader | null = null;

  /** Call when the rays or the buffer have changed. */
  invalidate(): void {
    this.#written = null;
  }

  write({ device, frame }: ClothResources, header: FrameHeader, hands: readonly (Hand | null)[]): void {
    const { substeps, isFree, reaches } = header;
    const last = this.#written;
    if (last?.substeps === substeps && last.isFree === isFree && last.reaches === reaches) return;
    this.#written = header;
    const words = new ArrayBuffer(FRAME_BYTES);
    new Uint32Array(words).set([substeps, Number(isFree), Number(reaches)]);
    for (const hand of hands) if (hand !== null) setRay(new Float32Array(words), 4 + 8 * hand.slot, hand.ray);
    device.queue.writeBuffer(frame, 0, words);
  }
}
