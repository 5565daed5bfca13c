/**
 * Rapier (Rust, WebAssembly). The stock build and the SIMD build have nearly the same interface but different versions: only the newer
 * stock build writes a translation to an object that the caller passes.
 */

import type { Scene } from '@otedama/rigid';
import { bodyBasics, type Engine, type EngineWorld, materialOf, type Point, TIME_STEP } from '../engine.js';

type Rapier = typeof import('@dimforge/rapier2d-compat');

function createWorld(RAPIER: Rapier, scene: Scene): EngineWorld {
  const world = new RAPIER.World(scene.gravity);
  world.timestep = TIME_STEP;
  const bodies = scene.bodies.map((definition) => {
    const basics = bodyBasics(definition);
    const description =
      basics.type === 'dynamic'
        ? RAPIER.RigidBodyDesc.dynamic()
        : basics.type === 'kinematic'
          ? RAPIER.RigidBodyDesc.kinematicVelocityBased()
          : RAPIER.RigidBodyDesc.fixed();
    description
      .setTranslation(basics.x, basics.y)
      .setRotation(basics.angle)
      .setLinvel(basics.vx, basics.vy)
      .setAngvel(basics.w)
      .setCanSleep(false)
      .setCcdEnabled(definition.bullet ?? false)
      .setGravityScale(definition.gravityScale ?? 1);
    const body = world.createRigidBody(description);
    for (const shape of definition.shapes ?? []) {
      const { density, friction, restitution, category, mask } = materialOf(shape);
      const collider = colliderOf(RAPIER, shape);
      collider
        .setDensity(density)
        .setFriction(friction)
        .setRestitution(restitution)
        .setCollisionGroups(groupsOf(category, mask))
        .setFrictionCombineRule(RAPIER.CoefficientCombineRule.Average)
        .setRestitutionCombineRule(RAPIER.CoefficientCombineRule.Max);
      world.createCollider(collider, body);
    }
    return body;
  });
  for (const joint of scene.joints ?? []) {
    if (joint.kind !== 'revolute') throw new Error(`rapier adapter: no ${joint.kind} joint`);
    const a = bodies[joint.bodyA ?? -1];
    const b = bodies[joint.bodyB];
    if (a === undefined || b === undefined) throw new Error('joint of a body that is not there');
    const data = RAPIER.JointData.revolute(
      joint.localAnchorA ?? { x: 0, y: 0 },
      joint.localAnchorB ?? { x: 0, y: 0 },
    );
    world.createImpulseJoint(data, a, b, true).setContactsEnabled(joint.collideConnected ?? false);
  }
  const target = { x: 0, y: 0 };
  return {
    step: () => world.step(),
    destroy: () => world.free(),
    readTransforms(out) {
      for (let i = 0; i < bodies.length; i++) {
        const body = bodies[i]!;
        const position = body.translation(target);
        const angle = body.rotation();
        out[4 * i] = position.x;
        out[4 * i + 1] = position.y;
        out[4 * i + 2] = Math.cos(angle);
        out[4 * i + 3] = Math.sin(angle);
      }
    },
  };
}

/** Rapier has 16 bits for the category and 16 for the mask. */
function groupsOf(category: number, mask: number): number {
  if (category > 0xffff) throw new Error(`rapier adapter: category ${category} has more than 16 bits`);
  return ((category << 16) | (mask & 0xffff)) >>> 0;
}

function colliderOf(RAPIER: Rapier, shape: NonNullable<Scene['bodies'][number]['shapes']>[number]) {
  switch (shape.kind) {
    case 'circle':
      return RAPIER.ColliderDesc.ball(shape.radius).setTranslation(
        shape.center?.x ?? 0,
        shape.center?.y ?? 0,
      );
    case 'capsule': {
      const { point1, point2 } = shape;
      const half = Math.hypot(point2.x - point1.x, point2.y - point1.y) / 2;
      return RAPIER.ColliderDesc.capsule(half, shape.radius)
        .setTranslation((point1.x + point2.x) / 2, (point1.y + point2.y) / 2)
        .setRotation(Math.atan2(point2.y - point1.y, point2.x - point1.x) - Math.PI / 2);
    }
    case 'polygon': {
      const box = axisAlignedBox(shape.vertices);
      if (box !== null && !shape.radius) {
        return RAPIER.ColliderDesc.cuboid(box.halfWidth, box.halfHeight).setTranslation(box.x, box.y);
      }
      const points = new Float32Array(shape.vertices.flatMap((vertex) => [vertex.x, vertex.y]));
      const radius = shape.radius ?? 0;
      const hull =
        radius > 0
          ? RAPIER.ColliderDesc.roundConvexHull(points, radius)
          : RAPIER.ColliderDesc.convexHull(points);
      if (hull === null) throw new Error('rapier refuses the polygon');
      return hull;
    }
    case 'segment':
      return RAPIER.ColliderDesc.segment(shape.point1, shape.point2);
    case 'halfSpace': {
      const { x, y } = shape.position ?? { x: 0, y: 0 };
      return RAPIER.ColliderDesc.halfspace(shape.normal).setTranslation(x, y);
    }
    default:
      throw new Error(`rapier adapter: no shape ${shape.kind}`);
  }
}

/** The axis-aligned box formed by four vertices, null if they form none. Rapier handles its own box shape better than a hull. */
function axisAlignedBox(
  vertices: readonly Point[],
): { x: number; y: number; halfWidth: number; halfHeight: number } | null {
  if (vertices.length !== 4) return null;
  const xs = vertices.map(({ x }) => x);
  const ys = vertices.map(({ y }) => y);
  const [left, right, bottom, top] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const isBox = vertices.every(({ x, y }) => (x === left || x === right) && (y === bottom || y === top));
  if (!isBox) return null;
  return {
    x: (left + right) / 2,
    y: (bottom + top) / 2,
    halfWidth: (right - left) / 2,
    halfHeight: (top - bottom) / 2,
  };
}

function engineOf(RAPIER: Rapier, packageName: string): Engine {
  return {
    name: packageName.replace('@dimforge/', ''),
    version: RAPIER.version(),
    kind: 'wasm',
    packageName,
    supports: (scene) => (scene.joints ?? []).every((joint) => joint.kind === 'revolute'),
    createWorld: (scene) => createWorld(RAPIER, scene),
  };
}

export async function loadRapier(): Promise<Engine> {
  const module = (await import('@dimforge/rapier2d-compat')).default;
  await module.init();
  return engineOf(module, '@dimforge/rapier2d-compat');
}

export async function loadRapierSimd(): Promise<Engine> {
  // the SIMD build has the same classes but its own nominal types
  const module = (await import('@dimforge/rapier2d-simd-compat')).default as unknown as Rapier;
  await module.init();
  return engineOf(module, '@dimforge/rapier2d-simd-compat');
}
