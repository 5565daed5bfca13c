/**
 * phaser-box2d (Box2D v3.0/3.1, ported to JavaScript by hand). One of its defaults is changed: it lets nothing bounce that is slower than
 * 10 m/s; here it is the 1 m/s of Box2D. It has room for 32 worlds, and does not free that of a world that is destroyed.
 */

import type { Scene } from '@otedama/rigid';
import * as b2 from 'phaser-box2d/dist/PhaserBox2D.js';
import {
  bodyBasics,
  type Engine,
  type EngineWorld,
  halfSpaceSegment,
  materialOf,
  TIME_STEP,
} from '../engine.js';

/** Box2D's default. */
const SUBSTEPS = 4;
/** Maximum number of vertices of its polygons. */
const MAX_VERTICES = 8;
/** Speed of approach below which nothing bounces, m/s: Box2D's default. */
const RESTITUTION_THRESHOLD = 1;

/** Depth of the block that replaces a half-space, metres. */
const HALF_SPACE_DEPTH = 4;

type SceneShape = NonNullable<Scene['bodies'][number]['shapes']>[number];

const vector = (point: { x: number; y: number }) => new b2.b2Vec2(point.x, point.y);

function addShape(body: b2.Id, shape: SceneShape): void {
  const definition = b2.b2DefaultShapeDef();
  const { density, friction, restitution, category, mask } = materialOf(shape);
  definition.density = density;
  definition.friction = friction;
  definition.restitution = restitution;
  definition.filter.categoryBits = category;
  definition.filter.maskBits = mask;
  switch (shape.kind) {
    case 'circle': {
      const circle = new b2.b2Circle();
      circle.center = vector(shape.center ?? { x: 0, y: 0 });
      circle.radius = shape.radius;
      b2.b2CreateCircleShape(body, definition, circle);
      break;
    }
    case 'capsule': {
      const capsule = new b2.b2Capsule();
      capsule.center1 = vector(shape.point1);
      capsule.center2 = vector(shape.point2);
      capsule.radius = shape.radius;
      b2.b2CreateCapsuleShape(body, definition, capsule);
      break;
    }
    case 'polygon': {
      const hull = b2.b2ComputeHull(shape.vertices.map(vector), shape.vertices.length);
      b2.b2CreatePolygonShape(body, definition, b2.b2MakePolygon(hull, shape.radius ?? 0));
      break;
    }
    case 'segment': {
      const segment = new b2.b2Segment();
      segment.point1 = vector(shape.point1);
      segment.point2 = vector(shape.point2);
      b2.b2CreateSegmentShape(body, definition, segment);
      break;
    }
    case 'halfSpace': {
      // a thick block, because a capsule that touches a segment throws in version 1.1.0
      const [a, b] = halfSpaceSegment(shape.position ?? { x: 0, y: 0 }, shape.normal);
      const length = Math.hypot(b.x - a.x, b.y - a.y);
      const dx = ((b.y - a.y) / length) * HALF_SPACE_DEPTH;
      const dy = (-(b.x - a.x) / length) * HALF_SPACE_DEPTH;
      const outline = [a, { x: a.x + dx, y: a.y + dy }, { x: b.x + dx, y: b.y + dy }, b];
      const hull = b2.b2ComputeHull(outline.map(vector), outline.length);
      b2.b2CreatePolygonShape(body, definition, b2.b2MakePolygon(hull, 0));
      break;
    }
    default:
      throw new Error(`phaser-box2d adapter: no shape ${shape.kind}`);
  }
}

function createWorld(scene: Scene): EngineWorld {
  b2.b2CreateWorldArray();
  const worldDefinition = b2.b2DefaultWorldDef();
  worldDefinition.gravity = vector(scene.gravity);
  worldDefinition.enableSleep = false;
  worldDefinition.restitutionThreshold = RESTITUTION_THRESHOLD;
  const world = b2.b2CreateWorld(worldDefinition);
  if (world.index1 === 0) throw new Error('phaser-box2d adapter: no room for another world in this process');
  const bodies = scene.bodies.map((definition) => {
    const basics = bodyBasics(definition);
    const bodyDefinition = b2.b2DefaultBodyDef();
    bodyDefinition.type =
      basics.type === 'dynamic'
        ? b2.b2BodyType.b2_dynamicBody
        : basics.type === 'kinematic'
          ? b2.b2BodyType.b2_kinematicBody
          : b2.b2BodyType.b2_staticBody;
    bodyDefinition.position = vector(basics);
    bodyDefinition.rotation = b2.b2MakeRot(basics.angle);
    bodyDefinition.linearVelocity = new b2.b2Vec2(basics.vx, basics.vy);
    bodyDefinition.angularVelocity = basics.w;
    bodyDefinition.gravityScale = definition.gravityScale ?? 1;
    bodyDefinition.isBullet = definition.bullet ?? false;
    const body = b2.b2CreateBody(world, bodyDefinition);
    for (const shape of definition.shapes ?? []) addShape(body, shape);
    return body;
  });
  for (const joint of scene.joints ?? []) {
    if (joint.kind !== 'revolute') throw new Error(`phaser-box2d adapter: no ${joint.kind} joint`);
    const a = bodies[joint.bodyA ?? -1];
    const b = bodies[joint.bodyB];
    if (a === undefined || b === undefined) throw new Error('joint of a body that is not there');
    const definition = b2.b2DefaultRevoluteJointDef();
    definition.bodyIdA = a;
    definition.bodyIdB = b;
    definition.localAnchorA = vector(joint.localAnchorA ?? { x: 0, y: 0 });
    definition.localAnchorB = vector(joint.localAnchorB ?? { x: 0, y: 0 });
    definition.collideConnected = joint.collideConnected ?? false;
    b2.b2CreateRevoluteJoint(world, definition);
  }
  return {
    step: () => b2.b2World_Step(world, TIME_STEP, SUBSTEPS),
    destroy: () => b2.b2DestroyWorld(world),
    readTransforms(out) {
      for (let i = 0; i < bodies.length; i++) {
        const body = bodies[i] as b2.Id;
        const position = b2.b2Body_GetPosition(body);
        const rotation = b2.b2Body_GetRotation(body);
        out[4 * i] = position.x;
        out[4 * i + 1] = position.y;
        out[4 * i + 2] = rotation.c;
        out[4 * i + 3] = rotation.s;
      }
    },
  };
}

export async function loadPhaserBox2d(): Promise<Engine> {
  return {
    name: 'phaser-box2d',
    version: '1.1.0',
    kind: 'js',
    packageName: 'phaser-box2d',
    supports: (scene) =>
      (scene.joints ?? []).every((joint) => joint.kind === 'revolute') &&
      scene.bodies.every((body) =>
        (body.shapes ?? []).every(
          (shape) => shape.kind !== 'polygon' || shape.vertices.length <= MAX_VERTICES,
        ),
      ),
    createWorld,
  };
}
