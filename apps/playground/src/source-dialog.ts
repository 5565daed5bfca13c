import { element, setText } from './page-elements.js';

/** Opens the dialog with the source of a scene, scrolled to its definition. Resolves to false if no file defines the scene. */
export async function openSceneSource(name: string, title: string): Promise<boolean> {
  const { sceneSource } = await import('./scene-source.js');
  const source = sceneSource(name);
  if (source === null) return false;
  setText(element('source-title', HTMLElement), title);
  setText(element('source-file', HTMLElement), `packages/scenes/src/${source.file}`);
  const definition = document.createElement('mark');
  definition.textContent = source.definition;
  const text = element('source-text', HTMLElement);
  const code = document.createElement('code');
  code.append(source.before, '\n', definition, '\n', source.after);
  text.tabIndex = 0; // scrollable by keyboard
  text.replaceChildren(code);
  const dialog = element('source', HTMLDialogElement);
  if (!dialog.open) dialog.showModal();
  text.scrollTop = definition.offsetTop - text.offsetTop;
  return true;
}
