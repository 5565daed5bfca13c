// Errors of all functions
export { InputError } from '@otedama/math2d';
// World
export type { BareWorld, WorldDefinition } from './bare-world.js';
export type { Body } from './body.js';
export type { BodyShape, FullFilter, FullMaterial } from './body-shape.js';
// Flat state
export { BodyStore } from './body-store.js';
export { addBuoyancy, type BuoyancyDefinition } from './buoyancy.js';
// Definitions and scenes
export { type ChainDefinition, chain } from './chain.js';
export type { CharacterDefinition, CharacterState, CharacterTouch } from './character-definition.js';
export { CharacterMover, createCharacter } from './character-mover.js';
export type { CharacterPress } from './character-press.js';
export { combine, combineRules } from './combine.js';
export { compareWorlds, type StateDifference } from './compare-worlds.js';
export { type ConcaveDefinition, concave } from './concave.js';
export * from './constants.js';
export { refreshContact } from './contact-refresh.js';
// Parts for solvers
export * as contactRow from './contact-rows.js';
export { applyContactImpulse, ContactRows } from './contact-rows.js';
export { ContactStore } from './contact-store.js';
export type { ContactView } from './contact-view.js';
export type {
  BodyDefinition,
  BodyType,
  CombineRule,
  Filter,
  Material,
  ShapeDefinition,
} from './definitions.js';
export { type CanvasPen, type DrawOptions, drawWorld, type PathPen, traceShape } from './draw-world.js';
export type {
  ContactEvent,
  FrozenEvent,
  HitEvent,
  JointBreakEvent,
  SensorEvent,
  SleepEvent,
  WorldEvents,
} from './events.js';
export { type ExplosionDefinition, explode } from './explosion.js';
export type { Field, FieldBase } from './field.js';
export { type Divergence, findFirstDivergence, type HashSeries } from './find-divergence.js';
export { FrameClock, type FrameClockDefinition } from './frame-clock.js';
export { createWorld, World } from './full-world.js';
export { applyGrabSprings } from './grab-springs.js';
// Solver seam
export {
  finalizePoses,
  freeze,
  holdLockedAxes,
  integratePositions,
  integrateVelocities,
} from './integration.js';
export { interpolatedPose } from './interpolated-pose.js';
export type { Invariants } from './invariants.js';
export type { Joint } from './joint.js';
export * from './joint-definitions.js';
export * from './joint-layout.js';
export { JointStore } from './joint-store.js';
export * from './layout.js';
export { moveTo } from './move-to.js';
export {
  beginPicture,
  type Picture,
  type PictureCanvas,
  type PictureOptions,
  type PicturePen,
  pointInPicture,
} from './picture.js';
export type { QueryFilter, RayCastHit, RayQueryFilter, ShapeCastHit } from './queries.js';
export { gravityInto, reboundSpeed } from './rebound-speed.js';
export { Recording, type RecordingOptions } from './recording.js';
export { forEachRestingContact } from './resting-contacts.js';
export { restoreSnapshot } from './restore-snapshot.js';
export { SCENE_FORMAT, SCENE_VERSION, type Scene, type SceneCamera, type SceneCharacter } from './scene.js';
export { addField, type FieldDefinition } from './scene-fields.js';
export { loadScene, parseScene, type SceneDescription, serializeScene, toScene } from './scene-io.js';
export { validateScene } from './scene-validation.js';
export { SHAPE_CONTACT_EVENTS, SHAPE_HIT_EVENTS, SHAPE_PRE_SOLVE, SHAPE_SENSOR } from './shape-flags.js';
export { ShapeStore } from './shape-store.js';
export { SNAPSHOT_VERSION, SnapshotError, type SnapshotFault } from './snapshot-bytes.js';
export type { SoftBody, SoftBodyPlan } from './soft-body.js';
export type { SoftBodyDefinition, SoftBodyFilter, SoftBodyModes } from './soft-body-definition.js';
export type { SoftBodyLayout } from './soft-body-layout.js';
export type { Solver, SolverCapabilities, SolverState, SolverWorld } from './solver.js';
export type { SolverTrace, TracedFit, TracedPose, TracedRow } from './solver-trace.js';
export type { WorldProfile, WorldStats } from './stats.js';
export {
  type RecordedContact,
  type RecordedFit,
  type RecordedGoals,
  type StepRecord,
  StepRecorder,
} from './step-recorder.js';
export { Substeps } from './substeps.js';
export { largestSurfaceSpeed } from './surface-speed.js';
export { type SnapshotOptions, takeSnapshot } from './take-snapshot.js';
export { type ContactVisit, traceContactRows } from './trace-contact-rows.js';
export * as turnedAnchor from './turned-anchors.js';
export { materialFields } from './validate.js';
export { addWind, type WindDefinition } from './wind.js';
export { createSoftBody } from './world-soft-bodies.js';
