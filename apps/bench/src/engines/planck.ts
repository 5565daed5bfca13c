/** Planck (Box2D 2.x rewritten in TypeScript). */

import type { Scene } from '@otedama/rigid';
import * as planck from 'planck';
import {
  bodyBasics,
  type Engine,
  type EngineWorld,
  halfSpaceSegment,
  materialOf,
  TIME_STEP,
} from '../engine.js';

type SceneShape = NonNullable<Scene['bodies'][number]['shapes']>[number];

/** Planck has no capsule and no rounded polygon. A capsule becomes a box and two circles; rounding is ignored. */
function shapesOf(shape: SceneShape): planck.Shape[] {
  switch (shape.kind) {
    case 'circle':
      return [new planck.CircleShape(shape.center ?? { x: 0, y: 0 }, shape.radius)];
    case 'capsule': {
      const { point1, point2, radius } = shape;
      const length = Math.hypot(point2.x - point1.x, point2.y - point1.y);
      const nx = (-(point2.y - point1.y) / length) * radius;
      const ny = ((point2.x - point1.x) / length) * radius;
      return [
        new planck.PolygonShape([
          { x: point1.x - nx, y: point1.y - ny },
          { x: point2.x - nx, y: point2.y - ny },
          { x: point2.x + nx, y: point2.y + ny },
          { x: point1.x + nx, y: point1.y + ny },
        ]),
        new planck.CircleShape(point1, radius),
        new planck.CircleShape(point2, radius),
      ];
    }
    case 'polygon':
      return [new planck.PolygonShape(shape.vertices.map(({ x, y }) => ({ x, y })))];
    case 'segment':
      return [new planck.EdgeShape(shape.point1, shape.point2)];
    case 'halfSpace':
      return [new planck.EdgeShape(...halfSpaceSegment(shape.position ?? { x: 0, y: 0 }, shape.normal))];
    default:
      throw new Error(`planck adapter: no shape ${shape.kind}`);
  }
}

function createWorld(scene: Scene): EngineWorld {
  const world = new planck.World({ gravity: scene.gravity, allowSleep: false });
  const bodies = scene.bodies.map((definition) => {
    const basics = bodyBasics(definition);
    const body = world.createBody({
      type: basics.type,
      position: { x: basics.x, y: basics.y },
      angle: basics.angle,
      linearVelocity: { x: basics.vx, y: basics.vy },
      angularVelocity: basics.w,
      gravityScale: definition.gravityScale ?? 1,
      bullet: definition.bullet ?? false,
    });
    for (const shape of definition.shapes ?? []) {
      const { density, friction, restitution, category, mask } = materialOf(shape);
      for (const part of shapesOf(shape)) {
        body.createFixture(part, {
          density,
          friction,
          restitution,
          filterCategoryBits: category,
          filterMaskBits: mask,
        });
      }
    }
    return body;
  });
  for (const joint of scene.joints ?? []) {
    if (joint.kind !== 'revolute') throw new Error(`planck adapter: no ${joint.kind} joint`);
    const a = bodies[joint.bodyA ?? -1];
    const b = bodies[joint.bodyB];
    if (a === undefined || b === undefined) throw new Error('joint of a body that is not there');
    world.createJoint(
      new planck.RevoluteJoint({
        bodyA: a,
        bodyB: b,
        localAnchorA: joint.localAnchorA ?? { x: 0, y: 0 },
        localAnchorB: joint.localAnchorB ?? { x: 0, y: 0 },
        collideConnected: joint.collideConnected ?? false,
      }),
    );
  }
  return {
    step: () => world.step(TIME_STEP),
    readTransforms(out) {
      for (let i = 0; i < bodies.length; i++) {
        const transform = bodies[i]!.getTransform();
        out[4 * i] = transform.p.x;
        out[4 * i + 1] = transform.p.y;
        out[4 * i + 2] = transform.q.c;
        out[4 * i + 3] = transform.q.s;
      }
    },
  };
}

export async function loadPlanck(): Promise<Engine> {
  return {
    name: 'planck',
    version: '1.5.0',
    kind: 'js',
    packageName: 'planck',
    supports: (scene) => (scene.joints ?? []).every((joint) => joint.kind === 'revolute'),
    createWorld,
  };
}
