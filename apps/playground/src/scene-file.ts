/**
 * Scenes as files: the JSON of `serializeScene`, which any program can read with `parseScene` of @otedama/rigid. Maps of the Tiled editor
 * can be opened too.
 */

import { parseScene, type Scene, serializeScene } from '@otedama/rigid';
import { readTiledMap } from '@otedama/scenes/tiled';
import { saveFile } from './save-file.js';

/** Downloads a scene as a file. */
export function saveSceneFile(scene: Scene): void {
  const text = serializeScene(scene);
  saveFile(new Blob([text], { type: 'application/json' }), `${scene.name}.scene.json`);
}

/** Asks for a file; null if none is chosen. */
export function openSceneFile(): Promise<File | null> {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = '.json,.tmj,application/json';
  return new Promise((resolve) => {
    input.addEventListener('change', () => resolve(input.files?.[0] ?? null));
    input.addEventListener('cancel', () => resolve(null));
    input.click();
  });
}

/**
 * Reads a scene, or a map of Tiled.
 * @param name name of the file
 * @throws Error that says what is wrong with it
 */
export function readSceneFile(name: string, text: string): Scene {
  if (isTiledMap(text)) {
    const { scene } = readTiledMap(JSON.parse(text), { name: name.replace(/\.[^.]*$/, '') });
    if (scene.bodies.length > 0) return scene;
    throw new Error(
      'Nothing in this map is a body. Give a layer or an object the custom property bodyType: static or dynamic.',
    );
  }
  const scene = parseScene(text);
  if (scene.bodies.length > 0 || (scene.softBodies ?? []).length > 0) return scene;
  throw new Error('It is a scene, but there is no body in it.');
}

/** Whether a text is a map of Tiled. */
function isTiledMap(text: string): boolean {
  try {
    const { type, orientation } = JSON.parse(text) as { type?: unknown; orientation?: unknown };
    return type === 'map' || orientation !== undefined;
  } catch {
    return false;
  }
}

/** Accepts files that are dropped on an element. */
export function takeDroppedFiles(target: HTMLElement, take: (file: File) => void): void {
  const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;
  target.addEventListener('dragover', (event) => {
    if (hasFiles(event)) event.preventDefault();
  });
  target.addEventListener('drop', (event) => {
    const file = event.dataTransfer?.files[0];
    if (!hasFiles(event) || file === undefined) return;
    event.preventDefault();
    take(file);
  });
}
