/** The TypeScript source of the scenes, shown on the page. It is imported on first use, because most visitors never need it. */

const files = import.meta.glob<string>('../../../packages/scenes/src/*.ts', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** The file that defines a scene, in three parts. */
export interface SceneSource {
  /** Name of the file in packages/scenes/src. */
  readonly file: string;
  readonly before: string;
  /** The definition of the scene, with its comment. */
  readonly definition: string;
  readonly after: string;
}

/** The source of a listed scene, or null if no file defines the name. */
export function sceneSource(name: string): SceneSource | null {
  for (const [path, text] of Object.entries(files)) {
    const lines = text.split('\n');
    // a scene's name has this indentation in its template; names of bodies are indented further
    const at = lines.indexOf(`  name: '${name}',`);
    if (at < 0) continue;
    let first = lines.lastIndexOf('', at) + 1;
    while (!lines.slice(first, at).some((line) => line.startsWith('export const '))) {
      first = lines.lastIndexOf('', first - 2) + 1;
    }
    const end = lines.indexOf('});', at) + 1;
    const part = (from: number, to?: number): string => lines.slice(from, to).join('\n');
    return {
      file: path.replace(/^.*\//, ''),
      before: part(0, first),
      definition: part(first, end),
      after: part(end).trimEnd(),
    };
  }
  return null;
}
