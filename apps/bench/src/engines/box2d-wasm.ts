/**
 * box2d3-wasm (Box2D v3 in C, WebAssembly). `deluxe` is its fastest build, with SIMD and shared memory. Shared memory is only available
 * in cross-origin isolated pages; `compat` needs neither. Both step on one thread here. Every embind handle is deleted, so that none is
 * left to the garbage collector. Position and rotation, two handles per body, are its fastest way to read a body: its move events, its
 * transforms and their bytes take more.
 */

import type { Scene } from '@otedama/rigid';
import type Box2DFactory from 'box2d3-wasm';
import {
  bodyBasics,
  type Engine,
  type EngineWorld,
  halfSpaceSegment,
  materialOf,
  TIME_STEP,
} from '../engine.js';
import { BOX2D_COMPAT, BOX2D_SIMD } from '../names.js';

type MainModule = Awaited<ReturnType<typeof Box2DFactory>>;

/** Box2D's default. */
const SUBSTEPS = 4;

function createWorld(b2: MainModule, scene: Scene): EngineWorld {
  const handles: { delete(): void }[] = [];
  const held = <T extends { delete(): void }>(handle: T): T => {
    handles.push(handle);
    return handle;
  };
  const vector = (point: { x: number; y: number }) => held(new b2.b2Vec2(point.x, point.y));
  const worldDefinition = held(b2.b2DefaultWorldDef());
  worldDefinition.gravity.Set(scene.gravity.x, scene.gravity.y);
  worldDefinition.enableSleep = false;
  const world = b2.b2CreateWorld(worldDefinition);
  const bodies = scene.bodies.map((definition) => {
    const basics = bodyBasics(definition);
    const bodyDefinition = held(b2.b2DefaultBodyDef());
    bodyDefinition.type =
      basics.type === 'dynamic'
        ? b2.b2BodyType.b2_dynamicBody
        : basics.type === 'kinematic'
          ? b2.b2BodyType.b2_kinematicBody
          : b2.b2BodyType.b2_staticBody;
    bodyDefinition.position.Set(basics.x, basics.y);
    bodyDefinition.rotation.SetAngle(basics.angle);
    bodyDefinition.linearVelocity.Set(basics.vx, basics.vy);
    bodyDefinition.angularVelocity = basics.w;
    bodyDefinition.gravityScale = definition.gravityScale ?? 1;
    bodyDefinition.isBullet = definition.bullet ?? false;
    const body = b2.b2CreateBody(world, bodyDefinition);
    for (const shape of definition.shapes ?? []) {
      const { density, friction, restitution, category, mask } = materialOf(shape);
      const shapeDefinition = held(b2.b2DefaultShapeDef());
      shapeDefinition.density = density;
      shapeDefinition.material.friction = friction;
      shapeDefinition.material.restitution = restitution;
      shapeDefinition.filter.categoryBits = category;
      shapeDefinition.filter.maskBits = mask;
      switch (shape.kind) {
        case 'circle': {
          const circle = held(new b2.b2Circle());
          circle.center = vector(shape.center ?? { x: 0, y: 0 });
          circle.radius = shape.radius;
          b2.b2CreateCircleShape(body, shapeDefinition, circle);
          break;
        }
        case 'capsule': {
          const capsule = held(new b2.b2Capsule());
          capsule.center1 = vector(shape.point1);
          capsule.center2 = vector(shape.point2);
          capsule.radius = shape.radius;
          b2.b2CreateCapsuleShape(body, shapeDefinition, capsule);
          break;
        }
        case 'polygon': {
          const hull = held(b2.b2ComputeHull(shape.vertices.map(vector)));
          const polygon = held(b2.b2MakePolygon(hull, shape.radius ?? 0));
          b2.b2CreatePolygonShape(body, shapeDefinition, polygon);
          break;
        }
        case 'segment':
        case 'halfSpace': {
          const [point1, point2] =
            shape.kind === 'segment'
              ? [shape.point1, shape.point2]
              : halfSpaceSegment(shape.position ?? { x: 0, y: 0 }, shape.normal);
          const segment = held(new b2.b2Segment());
          segment.point1 = vector(point1);
          segment.point2 = vector(point2);
          b2.b2CreateSegmentShape(body, shapeDefinition, segment);
          break;
        }
        default:
          throw new Error(`box2d3-wasm adapter: no shape ${shape.kind}`);
      }
    }
    return body;
  });
  for (const joint of scene.joints ?? []) {
    if (joint.kind !== 'revolute') throw new Error(`box2d3-wasm adapter: no ${joint.kind} joint`);
    const a = bodies[joint.bodyA ?? -1];
    const b = bodies[joint.bodyB];
    if (a === undefined || b === undefined) throw new Error('joint of a body that is not there');
    const definition = held(b2.b2DefaultRevoluteJointDef());
    definition.base.bodyIdA = a;
    definition.base.bodyIdB = b;
    definition.base.localFrameA.p = vector(joint.localAnchorA ?? { x: 0, y: 0 });
    definition.base.localFrameB.p = vector(joint.localAnchorB ?? { x: 0, y: 0 });
    definition.base.collideConnected = joint.collideConnected ?? false;
    b2.b2CreateRevoluteJoint(world, definition);
  }
  for (const handle of handles) handle.delete();
  return {
    step: () => b2.b2World_Step(world, TIME_STEP, SUBSTEPS),
    destroy: () => b2.b2DestroyWorld(world),
    readTransforms(out) {
      for (let i = 0; i < bodies.length; i++) {
        const body = bodies[i]!;
        const position = b2.b2Body_GetPosition(body);
        const rotation = b2.b2Body_GetRotation(body);
        out[4 * i] = position.x;
        out[4 * i + 1] = position.y;
        out[4 * i + 2] = rotation.c;
        out[4 * i + 3] = rotation.s;
        position.delete();
        rotation.delete();
      }
    },
  };
}

/** Node always has shared memory but does not define this flag. */
const hasSharedMemory = (): boolean => globalThis.crossOriginIsolated ?? true;

export async function loadBox2dWasm(): Promise<Engine> {
  // imported by file, because the package's entry treats every worker as isolated
  const isFast = hasSharedMemory();
  const load = (
    isFast
      ? await import('../../node_modules/box2d3-wasm/build/dist/es/deluxe/Box2D.deluxe.mjs')
      : await import('../../node_modules/box2d3-wasm/build/dist/es/compat/Box2D.compat.mjs')
  ).default as typeof Box2DFactory;
  const b2 = await load({});
  return {
    name: isFast ? BOX2D_SIMD : BOX2D_COMPAT,
    version: '5.2.0',
    kind: 'wasm',
    packageName: 'box2d3-wasm',
    supports: (scene) => (scene.joints ?? []).every((joint) => joint.kind === 'revolute'),
    createWorld: (scene) => createWorld(b2, scene),
  };
}
