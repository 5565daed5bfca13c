/** The part of phaser-box2d that the adapter uses. The package has no types for its bundle. */
declare module 'phaser-box2d/dist/PhaserBox2D.js' {
  export class b2Vec2 {
    constructor(x: number, y: number);
    x: number;
    y: number;
  }
  export interface Rotation {
    c: number;
    s: number;
  }
  export interface Id {
    readonly index1: number;
  }
  export class b2Circle {
    center: b2Vec2;
    radius: number;
  }
  export class b2Capsule {
    center1: b2Vec2;
    center2: b2Vec2;
    radius: number;
  }
  export class b2Segment {
    point1: b2Vec2;
    point2: b2Vec2;
  }
  export interface Hull {
    readonly count: number;
  }
  export interface Polygon {
    readonly count: number;
  }
  export interface ShapeDefinition {
    density: number;
    friction: number;
    restitution: number;
    filter: { categoryBits: number; maskBits: number };
  }
  export interface BodyDefinition {
    type: number;
    position: b2Vec2;
    rotation: Rotation;
    linearVelocity: b2Vec2;
    angularVelocity: number;
    gravityScale: number;
    isBullet: boolean;
  }
  export interface WorldDefinition {
    gravity: b2Vec2;
    enableSleep: boolean;
    restitutionThreshold: number;
  }
  export interface RevoluteDefinition {
    bodyIdA: Id;
    bodyIdB: Id;
    localAnchorA: b2Vec2;
    localAnchorB: b2Vec2;
    collideConnected: boolean;
  }
  export const b2BodyType: { b2_staticBody: number; b2_kinematicBody: number; b2_dynamicBody: number };
  export function b2CreateWorldArray(): void;
  export function b2DefaultWorldDef(): WorldDefinition;
  export function b2CreateWorld(definition: WorldDefinition): Id;
  export function b2DestroyWorld(world: Id): void;
  export function b2World_Step(world: Id, timeStep: number, substeps: number): void;
  export function b2DefaultBodyDef(): BodyDefinition;
  export function b2CreateBody(world: Id, definition: BodyDefinition): Id;
  export function b2MakeRot(angle: number): Rotation;
  export function b2DefaultShapeDef(): ShapeDefinition;
  export function b2ComputeHull(points: b2Vec2[], count: number): Hull;
  export function b2MakePolygon(hull: Hull, radius: number): Polygon;
  export function b2CreatePolygonShape(body: Id, definition: ShapeDefinition, polygon: Polygon): Id;
  export function b2CreateCircleShape(body: Id, definition: ShapeDefinition, circle: b2Circle): Id;
  export function b2CreateCapsuleShape(body: Id, definition: ShapeDefinition, capsule: b2Capsule): Id;
  export function b2CreateSegmentShape(body: Id, definition: ShapeDefinition, segment: b2Segment): Id;
  export function b2Body_GetPosition(body: Id): b2Vec2;
  export function b2Body_GetRotation(body: Id): Rotation;
  export function b2DefaultRevoluteJointDef(): RevoluteDefinition;
  export function b2CreateRevoluteJoint(world: Id, definition: RevoluteDefinition): Id;
}
