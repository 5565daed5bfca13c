import type { Body, BodyShape, SoftBody, World } from '@otedama/rigid';

const kinds: Readonly<Record<BodyShape['geometry']['kind'], string>> = {
  circle: 'disc',
  capsule: 'capsule',
  polygon: 'polygon',
  segment: 'segment',
  chainSegment: 'chain segment',
  halfSpace: 'half-space',
};

/** Display name of a soft body: its own name, or its index. */
export const softBodyName = (softBody: SoftBody, index: number): string =>
  softBody.definition.name ?? `soft body ${index}`;

/** Display name of a body: its own name, or its shape and index. A particle is named after the soft body that it belongs to. */
export function bodyName(world: World, body: Body): string {
  if (body.name !== undefined) return body.name;
  for (const [index, softBody] of world.softBodies.entries()) {
    const particle = softBody.particles.indexOf(body);
    if (particle >= 0) return `particle ${particle} of ${softBodyName(softBody, index)}`;
  }
  const [first, ...others] = body.shapes;
  if (first === undefined) return `body ${body.id}`;
  if (others.length > 0) return `compound ${body.id}`;
  const { geometry } = first;
  const isBox = geometry.kind === 'polygon' && geometry.vertices.length === 4;
  const kind = isBox ? 'box' : kinds[geometry.kind];
  return body.type === 'dynamic' || geometry.kind === 'halfSpace'
    ? `${kind} ${body.id}`
    : `fixed ${kind} ${body.id}`;
}

/** Lengths below it, m, are what rounding leaves of 0, and are shown as 0. */
export const ROUNDING = 1e-9;

/** A length in the most readable unit. */
export function lengthText(meters: number): string {
  const text = plainLength(meters);
  return text.replace('-', '−');
}

function plainLength(meters: number): string {
  const size = Math.abs(meters);
  if (size < ROUNDING) return '0';
  if (size >= 1) return `${meters.toFixed(2)} m`;
  if (size >= 0.01) return `${(100 * meters).toFixed(1)} cm`;
  if (size >= 1e-5) return `${(1000 * meters).toFixed(2)} mm`;
  return `${(1e6 * meters).toPrecision(2)} µm`;
}
