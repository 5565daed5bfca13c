import type { Body, BodyShape, BodyStore, ContactStore, Joint } from '@otedama/rigid';

/** What is drawn of a world; a `World` of @otedama/rigid is one. Only read, never changed. */
export interface DrawnWorld {
  readonly bodies: Iterable<Body>;
  readonly bodyStore: BodyStore;
  readonly contactStore: ContactStore;
  readonly joints: Iterable<Joint>;
}

/** Geometry of a shape in body axes: circle, capsule, polygon, segment, half-space, chain segment. */
export type ShapeGeometry = BodyShape['geometry'];
