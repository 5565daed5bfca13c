/**
 * Scenes that were changed by hand, as text for a link: what is different from the scene as the list has it, as JSON, deflated, in the letters that
 * addresses take. The same scenes as entries that can be shown, restarted and put beside each other like those of the list.
 */

import { loadScene, parseScene, type Scene, toScene } from '@otedama/rigid';
import { type SceneEntry, sceneList } from '@otedama/scenes';
import { type Data, difference, withDifference } from './difference.js';
import { solverFor } from './solvers.js';

/** The scene of the list that another one began as. */
export interface SceneOrigin {
  /** Null for a scene that the list does not have. */
  readonly entry: SceneEntry | null;
  /** What it was made with. */
  readonly parameters: Readonly<Record<string, number>>;
}

/** A scene that is not of the list. */
export interface SharedEntry extends SceneEntry {
  readonly shared: {
    /** What links say of it; null where it is too much for a link. */
    readonly text: string | null;
    readonly origin: SceneOrigin;
  };
}

/** Most letters of a scene in a link: what chats, mail and trackers leave whole. */
export const MOST_LETTERS = 8000;

/** Most bytes that a link may unfold to. */
const MOST_BYTES = 2 ** 23;

/** A link whose scene cannot be read. */
export class SharedSceneError extends Error {
  override readonly name = 'SharedSceneError';

  constructor(message: string, options?: ErrorOptions) {
    super(`${message} Ask for it again.`, options);
  }
}

/** Whether a scene is one that was built, opened or came with a link. */
export function isShared(entry: SceneEntry): entry is SharedEntry {
  return 'shared' in entry;
}

/** What a scene began as: itself, where it is of the list. */
export function originOf(entry: SceneEntry, parameters: Readonly<Record<string, number>>): SceneOrigin {
  return isShared(entry) ? entry.shared.origin : { entry, parameters };
}

/** The text that a link carries for a scene. */
export async function packScene(built: Scene, origin: SceneOrigin): Promise<string> {
  const base = baseOf(origin);
  const packed: Packed = [markOf(base), difference(base, toData(built)) ?? {}];
  return toLetters(
    await through(new TextEncoder().encode(JSON.stringify(packed)), new CompressionStream('deflate')),
  );
}

/** The scene of a link. Throws a SharedSceneError where its text is damaged, or told from another scene than the list now has. */
export async function unpackScene(text: string, origin: SceneOrigin): Promise<Scene> {
  try {
    const bytes = await through(fromLetters(text), new DecompressionStream('deflate'));
    const [mark, found] = JSON.parse(new TextDecoder().decode(bytes)) as Packed;
    const base = baseOf(origin);
    if (mark !== markOf(base)) {
      throw new SharedSceneError(
        'What was built in this scene began with another state of it: the scene, or its parameters in the link, have changed since.',
      );
    }
    return parseScene(JSON.stringify(withDifference(base, found)));
  } catch (error) {
    if (error instanceof SharedSceneError) throw error;
    throw new SharedSceneError(
      'The link is damaged, perhaps cut short: what was built in this scene could not be read.',
      { cause: error },
    );
  }
}

/** A scene as an entry. Its text is packed once, here. */
export async function sharedEntry(built: Scene, origin: SceneOrigin): Promise<SharedEntry> {
  const packed = await packScene(built, origin);
  const text = packed.length > MOST_LETTERS ? null : packed;
  // what the link says, so that everybody begins with the same numbers
  const scene = text === null ? built : await unpackScene(text, origin);
  return {
    name: scene.name,
    category: origin.entry?.category ?? 'showcase',
    title: scene.title ?? scene.name,
    description: scene.description ?? '',
    parameters: {},
    softBodies: (scene.softBodies ?? []).length > 0,
    joints: [...new Set((scene.joints ?? []).map(({ kind }) => kind))],
    solver: origin.entry?.solver ?? null,
    character: scene.character === undefined ? null : characterOf(origin.entry),
    create: () => scene,
    shared: { text, origin },
  };
}

/** What a link says: which state the difference is told from, so that it is never laid over another one, and the difference. */
type Packed = readonly [mark: string, found: unknown];

/** Number of a state, from all that is in it but words: FNV-1a over its JSON. */
function markOf(base: Data): string {
  const text = JSON.stringify(base, (key, value) => (WORDS.includes(key) ? undefined : value));
  let hash = 0x811c9dc5;
  for (let k = 0; k < text.length; k++) hash = Math.imul(hash ^ text.charCodeAt(k), 0x01000193);
  return (hash >>> 0).toString(36);
}

/** Members of a scene that are only read. */
const WORDS: readonly string[] = ['title', 'category', 'description'];

/** What differences are told from: the scene as `toScene` writes it, or nothing. */
function baseOf({ entry, parameters }: SceneOrigin): Data {
  if (entry === null) return {};
  const scene = entry.create(parameters);
  const world = loadScene(scene, { solver: solverFor(entry, null).create({}) });
  return toData(toScene(world, scene));
}

/** What the character of a scene is made of: as in the scene of the list, or as in any of them. */
const characterOf = (entry: SceneEntry | null): SceneEntry['character'] =>
  [entry, ...sceneList].find((candidate) => candidate?.character)?.character ?? null;

const toData = (built: Scene): Data => JSON.parse(JSON.stringify(built)) as Data;

/** Bytes after a stream has changed them. */
async function through(
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
): Promise<Uint8Array<ArrayBuffer>> {
  const parts: BlobPart[] = [];
  let count = 0;
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    count += part.value.length;
    if (count > MOST_BYTES) {
      await reader.cancel();
      throw new RangeError(`more than ${MOST_BYTES} bytes`);
    }
    parts.push(part.value as Uint8Array<ArrayBuffer>);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** Bytes in letters that no address changes: base64url without padding. */
function toLetters(bytes: Uint8Array): string {
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function fromLetters(letters: string): Uint8Array<ArrayBuffer> {
  const text = atob(letters.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}
