/**
 * Matter.js. It has no edge shape, no true circle and no capsule. Segments become thick rectangles below the surface, circles become
 * Matter's own polygons, and capsules become polygons with the same outline. It works in pixels and milliseconds; metres are scaled by
 * 100.
 */

import type { Scene } from '@otedama/rigid';
import Matter from 'matter-js';
import {
  bodyBasics,
  type Engine,
  type EngineWorld,
  halfSpaceSegment,
  materialOf,
  type Point,
  TIME_STEP,
} from '../engine.js';

const PIXELS_PER_METER = 100;
/** Thickness of the rectangle that replaces a segment, metres. */
const SEGMENT_THICKNESS = 4;

type SceneShape = NonNullable<Scene['bodies'][number]['shapes']>[number];

function capsuleOutline(point1: Point, point2: Point, radius: number): Point[] {
  const start = Math.atan2(point2.y - point1.y, point2.x - point1.x) - Math.PI / 2;
  const cap = 8;
  const outline: Point[] = [];
  for (const [center, from] of [
    [point2, start],
    [point1, start + Math.PI],
  ] as const) {
    for (let i = 0; i <= cap; i++) {
      const angle = from + (Math.PI * i) / cap;
      outline.push({ x: center.x + radius * Math.cos(angle), y: center.y + radius * Math.sin(angle) });
    }
  }
  return outline;
}

function outlineOf(shape: SceneShape): Point[] {
  switch (shape.kind) {
    case 'capsule':
      return capsuleOutline(shape.point1, shape.point2, shape.radius);
    case 'polygon':
      return shape.vertices.map(({ x, y }) => ({ x, y }));
    case 'segment':
    case 'halfSpace': {
      const [a, b] =
        shape.kind === 'segment'
          ? [shape.point1, shape.point2]
          : halfSpaceSegment(shape.position ?? { x: 0, y: 0 }, shape.normal);
      const length = Math.hypot(b.x - a.x, b.y - a.y);
      const dx = ((b.y - a.y) / length) * SEGMENT_THICKNESS;
      const dy = (-(b.x - a.x) / length) * SEGMENT_THICKNESS;
      // the solid side is to the right of a -> b, so this order is counter-clockwise, as Matter's containment test requires
      return [a, { x: a.x + dx, y: a.y + dy }, { x: b.x + dx, y: b.y + dy }, b];
    }
    default:
      throw new Error(`matter adapter: no shape ${shape.kind}`);
  }
}

function createWorld(scene: Scene): EngineWorld {
  const engine = Matter.Engine.create({ enableSleeping: false });
  const scale = PIXELS_PER_METER;
  // Matter computes gravity as mass * scale * gravity, and velocity as the displacement per 1000/60 ms
  engine.gravity.x = scene.gravity.x;
  engine.gravity.y = scene.gravity.y;
  engine.gravity.scale = scale / 1e6;
  const bodies = scene.bodies.map((definition) => {
    const basics = bodyBasics(definition);
    const parts = (definition.shapes ?? []).map((shape) => {
      const { density, friction, restitution, category, mask } = materialOf(shape);
      const common = {
        density: density / (scale * scale),
        friction,
        restitution,
        collisionFilter: { category, mask },
      };
      if (shape.kind === 'circle') {
        const center = shape.center ?? { x: 0, y: 0 };
        return Matter.Bodies.circle(center.x * scale, center.y * scale, shape.radius * scale, common);
      }
      const vertices = outlineOf(shape).map(({ x, y }) => ({ x: x * scale, y: y * scale }));
      const center = Matter.Vertices.centre(vertices);
      return Matter.Body.create({ ...common, position: center, vertices });
    });
    const first = parts[0];
    if (first === undefined) throw new Error('matter adapter: a body needs a shape');
    const body =
      parts.length === 1 ? first : Matter.Body.create({ parts, friction: first.friction, frictionAir: 0 });
    body.frictionAir = 0;
    const offset = { x: body.position.x, y: body.position.y }; // centre of mass in the body's own frame
    // the body origin is at the body's position; the centre of mass is at the rotated offset from it
    const c = Math.cos(basics.angle);
    const s = Math.sin(basics.angle);
    Matter.Body.setAngle(body, basics.angle);
    Matter.Body.setPosition(body, {
      x: basics.x * scale + c * offset.x - s * offset.y,
      y: basics.y * scale + s * offset.x + c * offset.y,
    });
    Matter.Body.setStatic(body, basics.type !== 'dynamic');
    const frame = 1 / 60;
    Matter.Body.setVelocity(body, { x: basics.vx * scale * frame, y: basics.vy * scale * frame });
    Matter.Body.setAngularVelocity(body, basics.w * frame);
    return { body, offset };
  });
  Matter.Composite.add(
    engine.world,
    bodies.map(({ body }) => body),
  );
  return {
    step: () => void Matter.Engine.update(engine, TIME_STEP * 1000),
    readTransforms(out) {
      for (let i = 0; i < bodies.length; i++) {
        const { body, offset } = bodies[i]!;
        const c = Math.cos(body.angle);
        const s = Math.sin(body.angle);
        out[4 * i] = (body.position.x - (c * offset.x - s * offset.y)) / scale;
        out[4 * i + 1] = (body.position.y - (s * offset.x + c * offset.y)) / scale;
        out[4 * i + 2] = c;
        out[4 * i + 3] = s;
      }
    },
  };
}

export async function loadMatter(): Promise<Engine> {
  return {
    name: 'matter-js',
    version: '0.20.0',
    kind: 'js',
    packageName: 'matter-js',
    // kinematic bodies and pins between bodies behave too differently in Matter for a comparison
    supports: (scene) =>
      (scene.joints ?? []).length === 0 && scene.bodies.every((body) => body.type !== 'kinematic'),
    createWorld,
  };
}
