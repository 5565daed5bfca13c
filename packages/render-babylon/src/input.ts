/**
 * Checks of the objects that a page hands over. In plain JavaScript a wrong one would otherwise draw nothing, or fail later, far from its
 * cause. Each check looks for what the package uses, not for a class: a page may contain a library twice.
 */

import {
  InputError,
  requireFinite,
  requireInRange,
  requireInteger,
  requireNonNegative,
  requirePositive,
  requireRecord,
} from '@otedama/math2d';
import type { Color } from './color.js';
import type { DebugLayer } from './debug-layers.js';
import type { PlanarView } from './planar-camera.js';
import type { Style } from './style.js';

/** @throws InputError unless `value` has the method, or the property, of this name */
function requirePart(field: string, value: unknown, part: string, expected: string): void {
  if (value === null || value === undefined || !(part in Object(value)))
    throw new InputError(field, value, expected);
}

/** @throws InputError unless it is a Babylon.js scene */
export const requireScene = (scene: unknown): void =>
  requirePart('scene', scene, 'onBeforeRenderObservable', 'a Babylon.js Scene');

/** @throws InputError unless it is a world that bodies can be read from */
export const requireWorld = (world: unknown): void =>
  requirePart('world', world, 'bodyStore', 'a world, such as createWorld() makes');

const FOUND_CANVAS =
  "a canvas element, such as document.querySelector('canvas') finds in a page that has one";

/** @throws InputError unless it is a canvas */
export const requireCanvas = (canvas: unknown): void =>
  requirePart('canvas', canvas, 'getContext', FOUND_CANVAS);

/** @throws InputError unless it is an element of a page, for example a canvas */
export const requireElement = (canvas: unknown): void =>
  requirePart('canvas', canvas, 'addEventListener', FOUND_CANVAS);

/** @throws InputError unless it is a node of a Babylon.js scene */
export const requireNode = (node: unknown): void =>
  requirePart('node', node, 'computeWorldMatrix', 'a Babylon.js Mesh or TransformNode');

/** @throws InputError unless it is a Babylon.js mesh */
export const requireMesh = (mesh: unknown): void =>
  requirePart('mesh', mesh, 'thinInstanceSetBuffer', 'a Babylon.js Mesh');

/** @throws InputError unless it is a `PlanarCamera` */
export const requirePlanarCamera = (camera: unknown): void =>
  requirePart(
    'camera',
    camera,
    'metersPerPixel',
    'a PlanarCamera; under other cameras draw with BodyInstances or createAggregate',
  );

/** @throws InputError unless it is a cloth */
export const requireCloth = (cloth: unknown): void =>
  requirePart('cloth', cloth, 'stepCount', 'a cloth of @otedama/cloth-webgpu');

/** @throws InputError unless it is a Babylon.js mesh whose vertices can be read */
export const requireVertices = (mesh: unknown): void =>
  requirePart('mesh', mesh, 'getPositionData', 'a Babylon.js Mesh');

/** @throws InputError unless it is a style: its colour and its numbers, and a function that paints */
export function requireStyle(style: Style): void {
  if (typeof style?.paint !== 'function')
    throw new InputError('style', style, 'a style, such as filledStyle');
  requireText('style.name', style.name);
  requireColor('style.background', style.background);
  for (const field of ['strokeWidth', 'strokeAlignment', 'sphereRadius', 'markStart'] as const)
    requireNonNegative(`style.${field}`, style[field]);
}

/** @throws InputError unless it is red, green and blue, each 0..1 */
export function requireColor(field: string, color: Color): void {
  if (!Array.isArray(color) || color.length !== 3)
    throw new InputError(field, color, 'red, green and blue, each 0..1');
  for (let k = 0; k < 3; k++) requireInRange(`${field}[${k}]`, color[k], 0, 1);
}

/** @throws InputError unless it is a mask of 32 bits, with or without a sign */
export const requireLayerMask = (mask: number): number =>
  requireInteger('layerMask', mask, -0x80000000, 0xffffffff);

function requireText(field: string, value: unknown): void {
  if (typeof value !== 'string') throw new InputError(field, value, 'a text');
}

/**
 * @returns `layers`
 * @throws InputError unless it is a list of debug layers
 */
export function requireLayers(layers: readonly DebugLayer[]): readonly DebugLayer[] {
  const expected = 'a list of debug layers, such as [contactPointLayer]';
  if (!Array.isArray(layers)) throw new InputError('layers', layers, expected);
  layers.forEach((layer, k) => {
    if (typeof layer?.draw !== 'function')
      throw new InputError(`layers[${k}]`, layer, 'a debug layer, such as contactPointLayer');
    requireText(`layers[${k}].name`, layer.name);
    requireText(`layers[${k}].title`, layer.title);
  });
  return layers;
}

/** @throws InputError unless it is undefined or a function; `example` is one */
export function requireCallback(field: string, value: unknown, example: string): void {
  if (value !== undefined && typeof value !== 'function')
    throw new InputError(field, value, `a function, such as ${example}`);
}

/**
 * @returns the fraction of the last step at which something is drawn; 1, its end, if nobody tells it
 * @throws InputError unless it is a number: what is drawn at none disappears
 */
export const askFraction = (interpolation: (() => number) | undefined): number =>
  interpolation === undefined ? 1 : requireFinite('interpolation()', interpolation());

/**
 * @returns `view`
 * @throws InputError unless its centre is finite and its half-height above 0
 */
export function requireView(view: PlanarView): PlanarView {
  requireRecord('view', view);
  requireFinite('view.x', view.x);
  requireFinite('view.y', view.y);
  requirePositive('view.halfHeight', view.halfHeight);
  return view;
}
