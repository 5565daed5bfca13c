/** Scenes as files: the JSON of `serializeScene`, which any program can read with `parseScene` of @otedama/rigid. */

import { type Scene, serializeScene } from '@otedama/rigid';

/** Milliseconds after which the browser has certainly started to save a file. */
const SAVING_TIME = 10_000;

/** Downloads a scene as a file. */
export function saveSceneFile(scene: Scene): void {
  const address = URL.createObjectURL(new Blob([serializeScene(scene)], { type: 'application/json' }));
  const anchor = document.createElement('a');
  anchor.href = address;
  anchor.download = `${scene.name}.scene.json`;
  anchor.click();
  // the browser reads the URL after the click
  window.setTimeout(() => URL.revokeObjectURL(address), SAVING_TIME);
}

/** Asks for a file; null if none is chosen. */
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
