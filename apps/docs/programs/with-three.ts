/**
 * A castle with a flag, drawn by three.js: bodies of the 2D world are extruded, and the cloth on the CPU is the geometry of a mesh.
 */
import { createClothCpu } from '@otedama/cloth-webgpu';
import { polygon } from '@otedama/math2d';
import {
  type Body,
  createWorld,
  FrameClock,
  type PathPen,
  type ShapeDefinition,
  traceShape,
} from '@otedama/rigid';
import { createSoftStep } from '@otedama/rigid-constraint';
import * as THREE from 'three';

const canvas = document.querySelector('canvas') as HTMLCanvasElement;
const output = document.querySelector('output') as HTMLOutputElement;

function createRenderer() {
  try {
    return new THREE.WebGLRenderer({ canvas, antialias: true });
  } catch (error) {
    output.value = 'This browser shows no WebGL. Allow it in its settings.';
    throw error;
  }
}
const renderer = createRenderer();
renderer.shadowMap.enabled = true;
const scene = new THREE.Scene();
scene.background = new THREE.Color('#dfe8ee');
const camera = new THREE.PerspectiveCamera(30, 1, 1, 100);
scene.add(new THREE.HemisphereLight('#ffffff', '#b9ad98', 1.6));
const sun = new THREE.DirectionalLight('#fff4e0', 2.2);
sun.position.set(-6, 12, 9);
sun.castShadow = true;
sun.shadow.normalBias = 0.05;
sun.shadow.mapSize.set(1024, 1024);
sun.shadow.camera.left = sun.shadow.camera.bottom = -9;
sun.shadow.camera.right = sun.shadow.camera.top = 9;
scene.add(sun);

// The 2D world lies in the plane z = 0. Its shapes are extruded to both sides.
const world = createWorld({ solver: createSoftStep() });
const meshes = new Map<Body, THREE.Mesh>();
function show(body: Body, color: string, depth: number) {
  const outlines = body.shapes.map(({ geometry }) => {
    const outline = new THREE.Shape();
    const pen: PathPen = {
      moveTo: (x, y) => void outline.moveTo(x, y),
      lineTo: (x, y) => void outline.lineTo(x, y),
      arc: (x, y, radius, start, end) => void outline.absarc(x, y, radius, start, end),
      closePath: () => void outline.closePath(),
    };
    traceShape(pen, geometry);
    return outline;
  });
  const solid = new THREE.ExtrudeGeometry(outlines, { depth, bevelEnabled: false, curveSegments: 24 });
  const mesh = new THREE.Mesh(solid.translate(0, 0, -depth / 2), new THREE.MeshStandardMaterial({ color }));
  mesh.castShadow = mesh.receiveShadow = true;
  mesh.matrixAutoUpdate = false;
  scene.add(mesh);
  meshes.set(body, mesh);
}

const ground = polygon.rectangle(80, 1, { x: 0, y: -0.5 });
show(world.createBody({ type: 'static', shapes: [{ kind: 'polygon', vertices: ground }] }), '#c9bfa8', 60);
const stone = (x: number, y: number, width: number, height: number, color: string) => {
  const shape: ShapeDefinition = {
    kind: 'polygon',
    vertices: polygon.rectangle(width, height),
    friction: 0.7,
  };
  show(world.createBody({ position: { x, y }, shapes: [shape] }), color, 1);
};
for (const side of [-1, 1]) {
  for (let k = 0; k < 5; k++) stone(1.6 * side, 0.4 + 0.8 * k, 0.9, 0.8, k % 2 === 0 ? '#b9a88c' : '#a9987d');
}
stone(0, 4.2, 4.4, 0.4, '#8d7a62');
for (let k = -2; k <= 2; k++) stone(0.95 * k, 4.7, 0.5, 0.6, '#b9a88c');

// The flag hangs in the wind at a pole behind the castle.
const pole = new THREE.Mesh(
  new THREE.CylinderGeometry(0.06, 0.06, 8.4),
  new THREE.MeshStandardMaterial({ color: '#6b5a48' }),
);
pole.position.set(-3.2, 4.2, -1.5);
pole.castShadow = true;
scene.add(pole);
const [columns, rows] = [30, 18];
const cloth = createClothCpu({
  ...{ columns, rows, tethers: true, strainLimit: 0, damping: 0.5 },
  pins: Array.from({ length: rows + 1 }, (_, row) => row * (columns + 1)),
  shape: (column, row) => ({ x: -3.15 + column / 10, y: 8.3 - row / 10, z: -1.5 }),
  wind: { x: 7, y: 0, z: 2 },
  ...{ density: 0.1, airDensity: 1.2 },
});
// x, y, z and a number that three.js skips, for each vertex: the arrays of the cloth are those of the mesh
const fabric = new THREE.BufferGeometry();
const [positions, normals] = [cloth.positions, cloth.normals].map((array) => {
  const buffer = new THREE.InterleavedBuffer(array, 4);
  buffer.setUsage(THREE.DynamicDrawUsage);
  return buffer;
});
fabric.setAttribute('position', new THREE.InterleavedBufferAttribute(positions, 3, 0));
fabric.setAttribute('normal', new THREE.InterleavedBufferAttribute(normals, 3, 0));
fabric.setIndex(new THREE.BufferAttribute(cloth.indices, 1));
const flag = new THREE.Mesh(
  fabric,
  new THREE.MeshStandardMaterial({ color: '#b8433a', side: THREE.DoubleSide, roughness: 0.9 }),
);
flag.castShadow = flag.receiveShadow = true;
flag.frustumCulled = false; // its bounding sphere is that of the first picture
scene.add(flag);

/** Throws a ball that passes a point of the plane z = 0. */
function throwBall(x: number, y: number) {
  clock.isPaused = false;
  const shape: ShapeDefinition = { kind: 'circle', radius: 0.35, density: 4, restitution: 0.2 };
  const linearVelocity = { x: 16, y: 1.2 * (y - 1.5) + 0.3 * (x + 8) };
  show(world.createBody({ position: { x: -8, y: 1.5 }, linearVelocity, shapes: [shape] }), '#3f4a5a', 0.7);
}

// who asked for less motion gets a picture that stands still until the first throw
const isPaused = matchMedia('(prefers-reduced-motion: reduce)').matches;
const clock = new FrameClock({ isPaused });
for (let k = 0; k < 60; k++) cloth.step();

let poses = new Float32Array(0);
let last: number | null = null;
renderer.setAnimationLoop((now) => {
  clock.advance((now - (last ?? now)) / 1000, (dt) => {
    world.step(dt);
    cloth.step();
  });
  last = now;
  if (poses.length < 4 * world.slotCount) poses = new Float32Array(8 * world.slotCount);
  world.readTransforms(poses, clock.alpha);
  for (const [body, mesh] of meshes) {
    const [x, y, c, s] = poses.subarray(4 * body.id, 4 * body.id + 4);
    mesh.matrix.set(c, -s, 0, x, s, c, 0, y, 0, 0, 1, 0, 0, 0, 0, 1);
  }
  positions.needsUpdate = normals.needsUpdate = true;
  renderer.render(scene, camera);
});
output.value = 'A touch or the space bar throws a ball. The flag can be pulled.';

// The pointer pulls the flag where it meets it, and throws a ball elsewhere.
const rays = new THREE.Raycaster();
const rayThrough = ({ offsetX, offsetY }: PointerEvent) => {
  const { clientWidth, clientHeight } = canvas;
  rays.setFromCamera(
    new THREE.Vector2((2 * offsetX) / clientWidth - 1, 1 - (2 * offsetY) / clientHeight),
    camera,
  );
  return rays.ray;
};
canvas.addEventListener('pointerdown', async (event) => {
  const { origin, direction } = rayThrough(event);
  canvas.setPointerCapture(event.pointerId);
  clock.isPaused = false;
  if ((await cloth.grab(event.pointerId, { origin, direction })) !== null) return;
  const share = -origin.z / direction.z;
  throwBall(origin.x + share * direction.x, origin.y + share * direction.y);
});
canvas.addEventListener('pointermove', (event) => cloth.moveGrab(event.pointerId, rayThrough(event)));
canvas.addEventListener('lostpointercapture', ({ pointerId }) => cloth.release(pointerId));
addEventListener('keydown', ({ key }) => {
  if (key === ' ') throwBall(0, 3);
});

/** As many pixels as the display has; the castle is in the picture upright as well. */
function fit() {
  const { clientWidth, clientHeight } = canvas;
  renderer.setPixelRatio(devicePixelRatio);
  renderer.setSize(clientWidth, clientHeight, false);
  camera.aspect = clientWidth / clientHeight;
  camera.position.set(0, 6, Math.max(20, 20 / camera.aspect));
  camera.lookAt(0, 4.2, 0);
  camera.updateProjectionMatrix();
}
new ResizeObserver(fit).observe(canvas);
