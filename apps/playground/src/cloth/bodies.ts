import { StandardMaterial } from '@babylonjs/core/Materials/standardMaterial.js';
import { Color3 } from '@babylonjs/core/Maths/math.color.js';
import { Quaternion, Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import { CreateBox } from '@babylonjs/core/Meshes/Builders/boxBuilder.js';
import { CreateCapsule } from '@babylonjs/core/Meshes/Builders/capsuleBuilder.js';
import { CreateDisc } from '@babylonjs/core/Meshes/Builders/discBuilder.js';
import { CreateSphere } from '@babylonjs/core/Meshes/Builders/sphereBuilder.js';
import { Mesh } from '@babylonjs/core/Meshes/mesh.js';
import { VertexData } from '@babylonjs/core/Meshes/mesh.vertexData.js';
import type { Scene } from '@babylonjs/core/scene.js';
import type { Collider, Vector3 as Point, TriangleMesh } from '@otedama/cloth-webgpu';
import type { Backdrop } from './backdrop.js';
import { Floor } from './floor.js';

/** Name of the mesh of a floor. */
export const FLOOR = 'floor';
/** Radius of a drawn floor, metres. */
const floorRadius = 2.6;
const up = Vector3.Up();
const vector = ({ x, y, z }: Point) => new Vector3(x, y, z);

/** Meshes that show a cloth's colliders; planes are shown as discs, distance fields as the mesh `statue`. */
export class Bodies {
  /** In the order of the colliders. */
  readonly meshes: readonly Mesh[];
  private readonly floor: Floor;

  constructor(scene: Scene, colliders: readonly Collider[], statue?: TriangleMesh) {
    const clay = new StandardMaterial('clay', scene);
    clay.diffuseColor = Color3.FromHexString('#7a90a8');
    clay.specularColor = new Color3(0.12, 0.12, 0.12);
    clay.specularPower = 24;
    this.floor = new Floor(scene);
    this.meshes = colliders.map((collider) => {
      const mesh = meshOf(scene, collider, statue);
      mesh.material = collider.type === 'plane' ? this.floor.material : clay;
      return mesh;
    });
    this.follow(colliders);
  }

  /** Takes the colours of a backdrop. */
  show(backdrop: Backdrop): void {
    this.floor.show(backdrop);
  }

  /** Moves the meshes to the colliders. */
  follow(colliders: readonly Collider[]): void {
    colliders.forEach((collider, index) => {
      const mesh = this.meshes[index];
      if (mesh !== undefined) place(mesh, collider);
    });
  }
}

function meshOf(scene: Scene, collider: Collider, statue: TriangleMesh | undefined): Mesh {
  switch (collider.type) {
    case 'plane':
      return CreateDisc(FLOOR, { radius: floorRadius, tessellation: 96 }, scene);
    case 'sphere':
      return CreateSphere('ball', { diameter: 2 * collider.radius, segments: 48 }, scene);
    case 'box': {
      const { x, y, z } = collider.halfSizes;
      return CreateBox('box', { width: 2 * x, height: 2 * y, depth: 2 * z }, scene);
    }
    case 'field':
      return statueOf(scene, statue);
    case 'capsule': {
      const { radius, toRadius = radius } = collider;
      const height = Vector3.Distance(vector(collider.from), vector(collider.to)) + radius + toRadius;
      const radii = { radius, radiusBottom: radius, radiusTop: toRadius };
      return CreateCapsule('capsule', { ...radii, height, tessellation: 32, capSubdivisions: 12 }, scene);
    }
  }
}

/** A mesh with smooth normals. */
function statueOf(scene: Scene, statue: TriangleMesh | undefined): Mesh {
  const mesh = new Mesh('statue', scene);
  if (statue === undefined) return mesh;
  const positions = Array.from(statue.positions);
  const indices = Array.from(statue.triangles);
  const normals: number[] = [];
  VertexData.ComputeNormals(positions, indices, normals);
  const data = new VertexData();
  Object.assign(data, { positions, indices, normals });
  data.applyToMesh(mesh);
  return mesh;
}

function place(mesh: Mesh, collider: Collider): void {
  mesh.rotationQuaternion ??= Quaternion.Identity();
  switch (collider.type) {
    case 'plane':
      mesh.position.copyFrom(vector(collider.point));
      // a disc faces -z
      Quaternion.FromUnitVectorsToRef(
        Vector3.Backward(),
        vector(collider.normal).normalize(),
        mesh.rotationQuaternion,
      );
      break;
    case 'sphere':
      mesh.position.copyFrom(vector(collider.center));
      break;
    case 'box':
    case 'field': {
      mesh.position.copyFrom(vector(collider.type === 'box' ? collider.center : collider.position));
      const { x, y, z, w } = collider.rotation ?? { x: 0, y: 0, z: 0, w: 1 };
      mesh.rotationQuaternion.copyFromFloats(x, y, z, w).normalize();
      break;
    }
    case 'capsule': {
      const [from, to] = [vector(collider.from), vector(collider.to)];
      Vector3.CenterToRef(from, to, mesh.position);
      Quaternion.FromUnitVectorsToRef(up, to.subtract(from).normalize(), mesh.rotationQuaternion);
    }
  }
}
