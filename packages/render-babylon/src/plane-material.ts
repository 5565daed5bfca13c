import { Constants } from '@babylonjs/core/Engines/constants.js';
import '@babylonjs/core/Engines/Extensions/engine.alpha.js';
import { ShaderLanguage } from '@babylonjs/core/Materials/shaderLanguage.js';
import { ShaderMaterial } from '@babylonjs/core/Materials/shaderMaterial.js';
import { Vector4 } from '@babylonjs/core/Maths/math.vector.js';
import type { Scene } from '@babylonjs/core/scene.js';
import { canvasSize } from './canvas-size.js';
import { lineFragmentGlsl, lineVertexGlsl } from './line.glsl.js';
import { lineFragmentWgsl, lineVertexWgsl } from './line.wgsl.js';
import type { LocalOrigin } from './local-origin.js';
import { polygonFragmentGlsl, polygonVertexGlsl } from './polygon.glsl.js';
import { polygonFragmentWgsl, polygonVertexWgsl } from './polygon.wgsl.js';
import { roundFragmentGlsl, roundVertexGlsl } from './round.glsl.js';
import { roundFragmentWgsl, roundVertexWgsl } from './round.wgsl.js';
import { softFragmentGlsl, softVertexGlsl } from './soft.glsl.js';
import { softFragmentWgsl, softVertexWgsl } from './soft.wgsl.js';

interface Program {
  readonly attributes: readonly string[];
  readonly uniforms: readonly string[];
  readonly samplers: readonly string[];
  readonly glsl: { readonly vertexSource: string; readonly fragmentSource: string };
  readonly wgsl: { readonly vertexSource: string; readonly fragmentSource: string };
}

/** The program of a plane material: polygons, capsules and circles, soft bodies, or lines. */
export type PlaneProgram = 'polygon' | 'round' | 'soft' | 'line';

const programs: Record<PlaneProgram, Program> = {
  polygon: {
    attributes: ['position', 'pose', 'geometry', 'fill', 'stroke'],
    uniforms: ['planeToClip', 'frame', 'look'],
    samplers: ['corners'],
    glsl: { vertexSource: polygonVertexGlsl, fragmentSource: polygonFragmentGlsl },
    wgsl: { vertexSource: polygonVertexWgsl, fragmentSource: polygonFragmentWgsl },
  },
  round: {
    attributes: ['position', 'pose', 'geometry', 'extra', 'fill', 'stroke'],
    uniforms: ['planeToClip', 'frame', 'look'],
    samplers: [],
    glsl: { vertexSource: roundVertexGlsl, fragmentSource: roundFragmentGlsl },
    wgsl: { vertexSource: roundVertexWgsl, fragmentSource: roundFragmentWgsl },
  },
  soft: {
    attributes: ['position', 'outward', 'fill', 'stroke'],
    uniforms: ['planeToClip', 'frame', 'look'],
    samplers: [],
    glsl: { vertexSource: softVertexGlsl, fragmentSource: softFragmentGlsl },
    wgsl: { vertexSource: softVertexWgsl, fragmentSource: softFragmentWgsl },
  },
  line: {
    attributes: ['position', 'ends', 'tint', 'thickness'],
    uniforms: ['planeToClip', 'frame'],
    samplers: [],
    glsl: { vertexSource: lineVertexGlsl, fragmentSource: lineFragmentGlsl },
    wgsl: { vertexSource: lineVertexWgsl, fragmentSource: lineFragmentWgsl },
  },
};

/** Size of a device pixel in metres at clip w = 1, and device pixels per CSS pixel, for the active camera of the scene. */
function frameOf(scene: Scene, out: Vector4): Vector4 {
  const engine = scene.getEngine();
  const camera = scene.activeCamera;
  const height = engine.getRenderHeight() * (camera?.viewport.height ?? 1);
  const focal = scene.getProjectionMatrix().m[5] ?? 1;
  const ratio = engine.getRenderHeight() / canvasSize(engine).height;
  return out.set(2 / (focal * height), ratio, 0, 0);
}

/**
 * Material of a mesh in the plane z = 0: blended with premultiplied alpha, with depth test (so that Babylon meshes in front hide it)
 * but without depth write. Its coordinates are relative to `origin`. Uses WGSL on a WebGPU engine and GLSL elsewhere.
 */
export function createPlaneMaterial(
  scene: Scene,
  name: string,
  kind: PlaneProgram,
  origin: LocalOrigin,
): ShaderMaterial {
  const program = programs[kind];
  const onWebGpu = scene.getEngine().isWebGPU;
  const material = new ShaderMaterial(
    name,
    scene,
    onWebGpu ? program.wgsl : program.glsl,
    {
      attributes: [...program.attributes],
      uniforms: [...program.uniforms],
      samplers: [...program.samplers],
      needAlphaBlending: true,
      shaderLanguage: onWebGpu ? ShaderLanguage.WGSL : ShaderLanguage.GLSL,
    },
    false,
  );
  material.backFaceCulling = false;
  material.disableDepthWrite = true;
  material.alphaMode = Constants.ALPHA_PREMULTIPLIED;
  const frame = new Vector4();
  material.onBindObservable.add(() => {
    const effect = material.getEffect();
    effect?.setVector4('frame', frameOf(scene, frame));
    effect?.setMatrix('planeToClip', origin.matrixFor(scene));
  });
  return material;
}
