import type { Body, BodyShape, BodyStore, ContactStore, Joint, SoftBody, World } from '@otedama/rigid';

/** The parts of a world that are drawn; a `World` of @otedama/rigid has them. The package only reads them. */
export interface DrawnWorld {
  /** Bodies to draw. */
  readonly bodies: Iterable<Body>;
  /** Flat state that poses are read from. */
  readonly bodyStore: BodyStore;
  /** Flat state that contacts are read from, for debug layers. */
  readonly contactStore: ContactStore;
  /** Visits the boxes of the broad phase, for a debug layer. Default: the layer stays empty, as for a bare world. */
  readonly forEachBroadPhaseBox?: World['forEachBroadPhaseBox'];
  /** Joints, for debug layers. */
  readonly joints: Iterable<Joint>;
  /** Gravity, m/s^2: the direction in which loose ropes hang. Default: they are drawn straight. */
  readonly gravity?: World['gravity'];
  /** Soft bodies, for debug layers and outlines. */
  readonly softBodies: readonly SoftBody[];
}

/** Geometry of a shape in body axes: circle, capsule, polygon, segment, half-space, chain segment. */
export type ShapeGeometry = BodyShape['geometry'];
