import { Matrix, Quaternion, Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import type { AbstractMesh } from '@babylonjs/core/Meshes/abstractMesh.js';
import {
  type BakeOptions,
  bakeDistanceField,
  type DistanceField,
  type FieldCollider,
} from '@otedama/cloth-webgpu';
import { InputError, requireNonNegative, requireRecord } from '@otedama/math2d';
import { meshTriangles } from './mesh-triangles.js';

/** How a mesh becomes a collider. */
export interface MeshColliderOptions extends BakeOptions {
  /** Friction coefficient between cloth and mesh, 0 or more. Default: that of a collider of `@otedama/cloth-webgpu`. */
  readonly friction?: number;
}

/** Relative change of the scaling of a mesh that its field does not notice. */
const SCALING_TOLERANCE = 1e-3;

/**
 * A Babylon.js mesh that a cloth collides with. The distance field of the mesh is computed once, in its axes but with its scaling; after
 * that the mesh may move and turn, by itself or with its parents.
 *
 *     const statue = new MeshCollider(mesh, { cellSize: 0.02 });
 *     const cloth = await createCloth({ colliders: [statue.collider] });
 *     scene.onBeforeRenderObservable.add(() => cloth.moveColliders([statue.collider]));
 *
 * The collider is in the coordinates of the scene. They are those of the cloth as long as its {@link ClothMesh} is not moved.
 */
export class MeshCollider {
  /** The distance field, m. Other colliders can share it. */
  readonly field: DistanceField;
  private readonly mesh: AbstractMesh;
  private readonly friction: { readonly friction?: number };
  private readonly scaling: Vector3;

  /**
   * Computes the distance field: about half a second with the default of 64 cells along the longest side.
   * @throws InputError if it is no mesh or has no triangles, if the options are none, or if the friction is out of range
   * @throws ClothError if the mesh is not closed; the message says where. For a cell size or a margin out of range, too
   */
  constructor(mesh: AbstractMesh, options: MeshColliderOptions = {}) {
    requireRecord('options', options);
    const { friction, ...bakeOptions } = options;
    if (friction !== undefined) requireNonNegative('friction', friction);
    this.mesh = mesh;
    this.friction = friction === undefined ? {} : { friction };
    const { positions, triangles } = meshTriangles(mesh);
    const { scaling, rotation, position } = poseOf(mesh);
    this.scaling = scaling;
    // back to the axes of the mesh: q = R^-1 (p - t)
    const inverse = Matrix.Compose(Vector3.One(), rotation, position).invert();
    const place = new Vector3();
    for (let o = 0; o < positions.length; o += 3) {
      Vector3.FromArrayToRef(positions, o, place);
      Vector3.TransformCoordinatesToRef(place, inverse, place);
      place.toArray(positions, o);
    }
    this.field = bakeDistanceField({ positions, triangles }, bakeOptions);
    Object.seal(this); // a name that does not exist throws
  }

  /**
   * The collider where the mesh is now.
   * @throws InputError if the mesh is scaled otherwise than when its field was computed
   */
  get collider(): FieldCollider {
    const { scaling, rotation, position } = poseOf(this.mesh);
    const farthest = Vector3.Distance(scaling, this.scaling);
    if (!(farthest <= SCALING_TOLERANCE * this.scaling.length())) {
      const expected = `${text(this.scaling)}, for which its distance field was computed; make a new MeshCollider`;
      throw new InputError(`scaling of mesh '${this.mesh.name}'`, text(scaling), expected);
    }
    return {
      type: 'field',
      field: this.field,
      position: { x: position.x, y: position.y, z: position.z },
      rotation: { x: rotation.x, y: rotation.y, z: rotation.z, w: rotation.w },
      ...this.friction,
    };
  }
}

/** The scaling, rotation and position of a mesh in the scene. */
function poseOf(mesh: AbstractMesh): { scaling: Vector3; rotation: Quaternion; position: Vector3 } {
  const [scaling, rotation, position] = [new Vector3(), new Quaternion(), new Vector3()];
  mesh.computeWorldMatrix(true).decompose(scaling, rotation, position);
  return { scaling, rotation, position };
}

const text = ({ x, y, z }: Vector3): string => [x, y, z].map((value) => value.toPrecision(4)).join(', ');
