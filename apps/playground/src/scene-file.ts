/**
 * Scenes as files: the JSON of `serializeScene`, which `parseScene` of @otedama/rigid reads in any program.
 */

import { type Scene, serializeScene } from '@otedama/rigid';

/** Milliseconds after which a file is surely being saved. */
const SAVING_TIME = 10_000;

/** Has the browser save a scene. */
export function saveSceneFile(scene: Scene): void {
  const address = URL.createObjectURL(new Blob([serializeScene(scene)], { type: 'application/json' }));
  const anchor = document.createElement('a');
  anchor.href = address;
  anchor.download = `${scene.name}.scene.json`;
  anchor.click();
  // the browser reads it after the click
  window.setTimeout(() => URL.revokeObjectURL(address), SAVING_TIME);
}

/** Asks for a file; null where none is chosen. */
export function openSceneFile(): Promise<File | null> {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = '.json,application/json';
  return new Promise((resolve) => {
    input.addEventListener('change', () => resolve(input.files?.[0] ?? null));
    input.addEventListener('cancel', () => resolve(null));
    input.click();
  });
}

/** Takes files that are dropped on an element. */
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
