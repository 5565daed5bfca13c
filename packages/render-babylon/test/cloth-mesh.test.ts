import { VertexBuffer } from '@babylonjs/core/Buffers/buffer.js';
import { ArcRotateCamera } from '@babylonjs/core/Cameras/arcRotateCamera.js';
import { PBRMaterial } from '@babylonjs/core/Materials/PBR/pbrMaterial.js';
import { StandardMaterial } from '@babylonjs/core/Materials/standardMaterial.js';
import { Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import { TransformNode } from '@babylonjs/core/Meshes/transformNode.js';
import type { Scene } from '@babylonjs/core/scene.js';
import { createClothCpu, gridMesh, joinPieces, tearing, weldVertices } from '@otedama/cloth-webgpu';
import { expect, test, vi } from 'vitest';
import { ClothDebug, ClothHand, type ClothLayer, ClothMesh, makeTwoSided } from '../src/index.js';
import { nullScene } from './null-scene.js';
import { seamedStrip } from './seamed.js';

const layers: readonly ClothLayer[] = ['constraints', 'strain', 'pins', 'normals'];

test('a cloth with pointer control and layers is created without a graphics device, and disposes of everything with it', () => {
  const scene = nullScene();
  new ArcRotateCamera('camera', -Math.PI / 2, Math.PI / 2, 8, Vector3.Zero(), scene);
  const cloth = createClothCpu({ columns: 6, rows: 8 });
  for (let round = 0; round < 2; round++) {
    const view = new ClothMesh(scene, cloth);
    const hand = new ClothHand(scene, cloth);
    const debug = new ClothDebug(scene, view);
    for (const layer of layers) debug.show(layer, true);
    expect(layers.every((layer) => debug.isShown(layer))).toBe(true);
    cloth.step();
    scene.render();
    expect(view.mesh.getTotalVertices()).toBe(63);
    expect(view.mesh.getTotalIndices()).toBe(6 * 48);
    debug.dispose();
    hand.dispose();
    view.dispose();
    expect(scene.meshes).toEqual([]);
    expect(scene.materials).toEqual([]);
    expect(scene.onBeforeRenderTargetsRenderObservable.hasObservers()).toBe(false);
    expect(scene.onPrePointerObservable.hasObservers()).toBe(false);
  }
  // the cloth belongs to its owner
  expect(cloth.status).toBe('running');
});

test.each<[what: string, end: (scene: Scene, view: ClothMesh) => void]>([
  ['scene', (scene) => scene.dispose()],
  ['mesh', (_, { mesh }) => mesh.dispose()],
  ['mesh with its material', (_, { mesh }) => mesh.dispose(false, true)],
  ['view', (_, view) => view.dispose()],
])('whatever is disposed of first, nothing keeps listening or is drawn: %s', async (_, end) => {
  const scene = nullScene();
  new ArcRotateCamera('camera', -Math.PI / 2, Math.PI / 2, 8, Vector3.Zero(), scene);
  const cloth = createClothCpu({ columns: 6, rows: 8 });
  const view = new ClothMesh(scene, cloth);
  const debug = new ClothDebug(scene, view);
  for (const layer of layers) debug.show(layer, true);
  scene.render();
  end(scene, view);
  await new Promise((done) => setTimeout(done)); // Babylon removes observers later
  expect(scene.getEngine().onContextRestoredObservable.hasObservers()).toBe(false);
  expect(scene.meshes).toEqual([]);
  debug.dispose();
  view.dispose();
  expect(scene.materials).toEqual([]);
  expect(cloth.status).toBe('running');
});

test('a PBR material shows both sides too', () => {
  const scene = nullScene();
  const material = new PBRMaterial('velvet', scene);
  makeTwoSided(material);
  expect([material.backFaceCulling, material.twoSidedLighting]).toEqual([false, true]);
  const view = new ClothMesh(scene, createClothCpu({ columns: 2, rows: 2 }), { material });
  view.dispose();
  expect(scene.materials).toEqual([material]);
});

test('a cloth that is disposed of is no longer drawn, and neither are its layers; nor those of a mesh that is not enabled', () => {
  const scene = nullScene();
  new ArcRotateCamera('camera', -Math.PI / 2, Math.PI / 2, 8, Vector3.Zero(), scene);
  const cloth = createClothCpu({ columns: 6, rows: 8 });
  const view = new ClothMesh(scene, cloth);
  const debug = new ClothDebug(scene, view);
  for (const layer of layers) debug.show(layer, true);
  const drawn = () => {
    scene.render();
    return scene.getActiveMeshes().length;
  };
  const all = drawn();
  expect(all).toBeGreaterThan(3);
  view.mesh.setEnabled(false);
  expect(drawn()).toBe(0);
  view.mesh.setEnabled(true);
  expect(drawn()).toBe(all);
  cloth.dispose();
  expect(drawn()).toBe(0);
  debug.dispose();
  view.dispose();
});

test('a cloth that is disposed of while active meshes are frozen is no longer drawn', async () => {
  const scene = nullScene();
  new ArcRotateCamera('camera', -Math.PI / 2, Math.PI / 2, 8, Vector3.Zero(), scene);
  const cloth = createClothCpu({ columns: 6, rows: 8 });
  const view = new ClothMesh(scene, cloth);
  await new Promise<void>((done) => {
    scene.freezeActiveMeshes(false, done);
  });
  const draw = vi.spyOn(scene.getEngine(), 'drawElementsType');
  scene.render();
  expect(draw).toHaveBeenCalledTimes(1);
  cloth.dispose();
  draw.mockClear();
  scene.render();
  expect(draw).not.toHaveBeenCalled();
  view.dispose();
  expect(scene.meshes).toEqual([]);
});

test('the bounds of the mesh equal those of the cloth in every frame', () => {
  const scene = nullScene();
  new ArcRotateCamera('camera', -Math.PI / 2, Math.PI / 2, 8, Vector3.Zero(), scene);
  const cloth = createClothCpu({ columns: 6, rows: 8, pins: 'none', measureInterval: 4 });
  const view = new ClothMesh(scene, cloth);
  for (let step = 0; step < 30; step++) {
    cloth.step();
    scene.render();
    const { minimumWorld, maximumWorld } = view.mesh.getBoundingInfo().boundingBox;
    for (let o = 0; o < cloth.positions.length; o += 4) {
      for (const [axis, name] of (['x', 'y', 'z'] as const).entries()) {
        expect(cloth.positions[o + axis]).toBeGreaterThanOrEqual(minimumWorld[name] - 1e-6);
        expect(cloth.positions[o + axis]).toBeLessThanOrEqual(maximumWorld[name] + 1e-6);
      }
    }
  }
});

test('a cloth under a parent is culled where it is drawn, in every frame', () => {
  const scene = nullScene();
  const camera = new ArcRotateCamera('camera', -Math.PI / 2, Math.PI / 2, 8, Vector3.Zero(), scene);
  const view = new ClothMesh(scene, createClothCpu({ columns: 6, rows: 8 }));
  const ship = new TransformNode('ship', scene);
  ship.position.x = 100;
  view.mesh.parent = ship;
  const drawn = (x: number) => {
    camera.target.x = x;
    scene.render();
    return scene.getActiveMeshes().length;
  };
  for (let frame = 0; frame < 3; frame++) expect([drawn(0), drawn(100)]).toEqual([0, 1]);
  expect(view.mesh.getBoundingInfo().boundingBox.centerWorld.x).toBeCloseTo(100, 6);
});

test('the mesh is updated once per frame: with several cameras, and while active meshes are frozen', async () => {
  const scene = nullScene();
  const cameras = [0, 1].map(
    (k) => new ArcRotateCamera(`camera ${k}`, -Math.PI / 2, Math.PI / 2, 8, Vector3.Zero(), scene),
  );
  scene.activeCameras = cameras;
  const cloth = createClothCpu({ columns: 6, rows: 8, pins: 'none', measureInterval: 1 });
  const view = new ClothMesh(scene, cloth);
  const update = vi.spyOn(ClothMesh.prototype, 'update');
  const follows = () => {
    for (let step = 0; step < 3; step++) {
      cloth.step();
      scene.render();
      expect(view.mesh.getBoundingInfo().minimum.y).toBeCloseTo(cloth.bounds().min.y, 6);
    }
  };
  follows();
  await new Promise<void>((done) => {
    scene.freezeActiveMeshes(false, done);
  });
  update.mockClear();
  follows();
  expect(update).toHaveBeenCalledTimes(3);
  update.mockRestore();
});

test('triangles and constraints of a CPU cloth that are gone are no longer drawn, and come back with a restored state', async () => {
  const scene = nullScene();
  new ArcRotateCamera('camera', -Math.PI / 2, Math.PI / 2, 8, Vector3.Zero(), scene);
  const cloth = createClothCpu({
    ...{ columns: 6, rows: 8, pins: 'none', tearing: tearing({ strain: 0.2 }) },
    ...{ stretchCompliance: 0.01, shearCompliance: 0.01 },
    velocity: (column) => ({ x: column < 3 ? -20 : 20, y: 0, z: 0 }),
  });
  const start = await cloth.snapshot();
  const view = new ClothMesh(scene, cloth);
  const debug = new ClothDebug(scene, view);
  debug.show('constraints', true);
  const pairs = () =>
    scene.meshes.filter((mesh) => mesh !== view.mesh).flatMap((mesh) => [...(mesh.getIndices() ?? [])]);
  const whole = pairs();
  expect([...(view.mesh.getIndices() ?? [])]).toEqual([...cloth.indices]);
  for (let step = 0; step < 8; step++) cloth.step();
  scene.render();
  expect(cloth.liveIndices).not.toEqual(cloth.indices);
  expect([...(view.mesh.getIndices() ?? [])]).toEqual([...cloth.liveIndices]);
  // what no longer pulls is a line without length
  const isThread = (_: number, k: number, all: number[]) => k % 2 === 0 && all[k] !== all[k + 1];
  const pulling = pairs().filter(isThread).length;
  expect(pulling).toBeLessThan(whole.filter(isThread).length);
  expect(pulling).toBe(cloth.constraintColors().flatMap((ids) => [...ids].filter(isThread)).length);
  cloth.restore(start);
  scene.render();
  expect([...(view.mesh.getIndices() ?? [])]).toEqual([...cloth.indices]);
  expect(pairs()).toEqual(whole);
  debug.dispose();
  view.dispose();
});

test('with a surface every vertex of the welded mesh is drawn at its particle, with its own texture coordinates', () => {
  const scene = nullScene();
  new ArcRotateCamera('camera', -Math.PI / 2, Math.PI / 2, 8, Vector3.Zero(), scene);
  const shape = seamedStrip();
  const { mesh, vertexOf } = weldVertices(shape);
  const cloth = createClothCpu({ mesh, pins: [0] });
  const view = new ClothMesh(scene, cloth, { surface: { ...shape, vertexOf } });
  expect(cloth.vertexCount).toBe(8);
  expect(view.mesh.getTotalVertices()).toBe(13);
  expect([...(view.mesh.getVerticesData(VertexBuffer.UVKind) ?? [])]).toEqual([
    ...Float32Array.from(shape.uvs),
  ]);
  // all triangles but the sliver
  const drawn = [...shape.triangles.slice(0, 9), ...shape.triangles.slice(12)];
  expect([...(view.mesh.getIndices() ?? [])]).toEqual(drawn);
  for (let step = 0; step < 20; step++) cloth.step();
  scene.render();
  for (const [kind, particles] of [
    [VertexBuffer.PositionKind, cloth.positions],
    [VertexBuffer.NormalKind, cloth.normals],
  ] as const) {
    const vertices = view.mesh.getVerticesData(kind) ?? [];
    for (let vertex = 0; vertex < 12; vertex++)
      for (let axis = 0; axis < 3; axis++)
        expect(vertices[3 * vertex + axis]).toBe(particles[4 * vertexOf[vertex] + axis]);
  }
  view.dispose();
  expect(scene.meshes).toEqual([]);
});

test('a surface loses the triangles that its cloth loses, and gets them back with a restored state', async () => {
  const scene = nullScene();
  new ArcRotateCamera('camera', -Math.PI / 2, Math.PI / 2, 8, Vector3.Zero(), scene);
  const shape = seamedStrip();
  const { mesh, vertexOf } = weldVertices(shape);
  const cloth = createClothCpu({
    ...{ mesh, pins: 'none', tearing: tearing({ strain: 0.2 }), stretchCompliance: 0.01 },
    velocity: (particle) => ({ x: mesh.positions[3 * particle] > 1.5 ? 40 : 0, y: 0, z: 0 }),
  });
  const start = await cloth.snapshot();
  const view = new ClothMesh(scene, cloth, { surface: { ...shape, vertexOf } });
  const whole = [...(view.mesh.getIndices() ?? [])];
  for (let step = 0; step < 8; step++) cloth.step();
  scene.render();
  const torn = [...(view.mesh.getIndices() ?? [])];
  // the last square is gone, the first is whole
  expect(torn.slice(0, 6)).toEqual(whole.slice(0, 6));
  expect(torn.slice(-6)).toEqual([0, 0, 0, 0, 0, 0]);
  for (let t = 0; t < torn.length; t += 3)
    expect(torn[t] === torn[t + 1]).toBe(cloth.liveIndices[t] === cloth.liveIndices[t + 1]);
  cloth.restore(start);
  scene.render();
  expect([...(view.mesh.getIndices() ?? [])]).toEqual(whole);
  view.dispose();
});

test('a surface of another mesh is refused, and nothing is left in the scene', () => {
  const scene = nullScene();
  const shape = seamedStrip();
  const { mesh, vertexOf } = weldVertices(shape);
  const cloth = createClothCpu({ mesh, pins: [0] });
  const surface = { ...shape, vertexOf };
  const [a, b, c, ...others] = shape.triangles;
  for (const [change, message] of [
    [{ vertexOf: [] }, /surface\.vertexOf\.length.*a particle for each vertex/],
    [{ vertexOf: vertexOf.map((particle) => particle + 1) }, /surface\.vertexOf\[\d+\].*a particle, 0 to 7/],
    [{ triangles: others }, /surface\.triangles\[0\].*in the same order/],
    [{ triangles: [b, a, c, ...others] }, /surface\.triangles\[0\].*in the same order/],
    [{ triangles: shape.triangles.slice(0, -3) }, /surface\.triangles\.length.*6 triangles/],
    [{ triangles: [...shape.triangles, a, b, c] }, /surface\.triangles\[21\].*in the same order/],
    [{ uvs: [0, 0] }, /surface\.uvs\.length.*26 \(two a vertex\)/],
  ] as const)
    expect(() => new ClothMesh(scene, cloth, { surface: { ...surface, ...change } })).toThrow(message);
  expect(scene.meshes).toEqual([]);
  expect(scene.materials).toEqual([]);
});

test('a cloth that sleeps is uploaded once more, and again when it has been awake, even if no frame was drawn meanwhile', () => {
  const scene = nullScene();
  new ArcRotateCamera('camera', -Math.PI / 2, Math.PI / 2, 8, Vector3.Zero(), scene);
  const cloth = createClothCpu({ columns: 1, rows: 1, damping: 20, width: 0.1, height: 0.1 });
  const view = new ClothMesh(scene, cloth, { interpolation: () => cloth.alpha });
  const held = new ClothMesh(scene, cloth, { holder: new TransformNode('neck', scene) });
  const upload = vi.spyOn(view.buffers, 'upload');
  const sleep = () => {
    for (let step = 0; step < 240; step++) cloth.step();
    expect(cloth.isAsleep).toBe(true);
    expect(view.isResting).toBe(false);
    upload.mockClear();
    for (let frame = 0; frame < 3; frame++) scene.render();
    expect(upload).toHaveBeenCalledTimes(1);
    expect([view.isResting, held.isResting]).toEqual([true, false]);
  };
  sleep();
  const drawn = view.buffers.drawn.positions as Float32Array;
  expect(drawn[4 * 2 + 2]).toBeCloseTo(0, 2);
  cloth.setParameters({ gravity: { x: 0, y: 0, z: 10 } });
  sleep();
  expect(drawn[4 * 2 + 2]).toBeGreaterThan(0.05);
});

test('each piece of a cloth has a material of its own, also while it tears, and is culled with the whole cloth', () => {
  const scene = nullScene();
  const camera = new ArcRotateCamera('camera', -Math.PI / 2, Math.PI / 2, 8, Vector3.Zero(), scene);
  const mesh = gridMesh({ columns: 2, rows: 2 });
  const { definition, pieces } = joinPieces([{ mesh }, { mesh, center: { x: 3, y: 0, z: 0 } }]);
  const cloth = createClothCpu({ ...definition, tearing: tearing() });
  const materials = [0, 1].map((k) => new StandardMaterial(`${k}`, scene));
  const view = new ClothMesh(scene, cloth, {
    pieces: pieces.map((piece, k) => ({ ...piece, material: materials[k] })),
  });
  const drawn = () =>
    view.mesh.subMeshes.map((part) => [part.getMaterial()?.name, part.indexStart, part.indexCount]);
  const expected = [
    ['0', 0, 24],
    ['1', 24, 24],
  ];
  expect(drawn()).toEqual(expected);
  scene.render();
  const isSeen = () => view.mesh.subMeshes.map((part) => part.isInFrustum(scene.frustumPlanes));
  expect(isSeen()).toEqual([true, true]);
  camera.target = new Vector3(100, 0, 0);
  scene.render();
  expect(isSeen()).toEqual([false, false]);
  view.dispose();
  expect(scene.materials).toEqual(materials);

  const refuse = (given: object, message: RegExp) =>
    expect(
      () => new ClothMesh(scene, cloth, { pieces: [{ ...pieces[0], material: materials[0], ...given }] }),
    ).toThrow(message);
  refuse({ firstIndex: 1 }, /pieces\[0\].*whole triangles among the 48 indices/);
  refuse({ indexCount: 51 }, /pieces\[0\].*whole triangles/);
  refuse({ material: 'red' }, /pieces\[0\]\.material.*a Babylon material/);
  expect(() => new ClothMesh(scene, cloth, { pieces: [], material: materials[0] })).toThrow(
    /material.*nothing beside pieces/,
  );
});
