/**
 * Scenes that were changed by hand, as text for a link. The text is the difference from the listed scene as JSON, deflated, in
 * characters allowed in addresses. Such scenes are also list entries that can be shown, restarted and compared like listed scenes.
 */

import { loadScene, parseScene, type Scene, toScene } from '@otedama/rigid';
import { type SceneEntry, sceneList } from '@otedama/scenes';
import { type Data, difference, withDifference } from './difference.js';
import { solverFor } from './solvers.js';

/** The listed scene that another scene originates from. */
export interface SceneOrigin {
  /** Null if the scene is not in the list. */
  readonly entry: SceneEntry | null;
  /** Parameters with which the listed scene was created. */
  readonly parameters: Readonly<Record<string, number>>;
}

/** A scene that is not in the list. */
export interface SharedEntry extends SceneEntry {
  readonly shared: {
    /** Text of the scene in a link; null if it is too long for a link. */
    readonly text: string | null;
    readonly origin: SceneOrigin;
  };
}

/** Maximum number of characters of a scene in a link. Chats, mail and issue trackers keep links of this length intact. */
export const MOST_LETTERS = 8000;

/** Maximum number of bytes after decompression of a link. */
const MOST_BYTES = 2 ** 23;

/** A link whose scene cannot be read. */
export class SharedSceneError extends Error {
  override readonly name = 'SharedSceneError';

  constructor(message: string, options?: ErrorOptions) {
    super(`${message} Ask for it again.`, options);
  }
}

/** Whether a scene was built by hand, opened from a file or received with a link. */
export function isShared(entry: SceneEntry): entry is SharedEntry {
  return 'shared' in entry;
}

/** Origin of a scene: the scene itself if it is in the list. */
export function originOf(entry: SceneEntry, parameters: Readonly<Record<string, number>>): SceneOrigin {
  return isShared(entry) ? entry.shared.origin : { entry, parameters };
}

/** Returns the text of a scene in a link. */
export async function packScene(built: Scene, origin: SceneOrigin): Promise<string> {
  const base = baseOf(origin);
  const packed: Packed = [markOf(base), difference(base, toData(built)) ?? {}];
  return toLetters(
    await through(new TextEncoder().encode(JSON.stringify(packed)), new CompressionStream('deflate')),
  );
}

/** Returns the scene of a link. Throws a SharedSceneError if the text is damaged, or if the listed scene has changed since. */
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

/** Turns a scene into an entry. Its text is packed once, here. */
export async function sharedEntry(built: Scene, origin: SceneOrigin): Promise<SharedEntry> {
  const packed = await packScene(built, origin);
  const text = packed.length > MOST_LETTERS ? null : packed;
  // use the unpacked text, so that everybody starts with the same rounded numbers
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

/** Content of a link: a hash of the base state, so that the difference is never applied to another state, and the difference. */
type Packed = readonly [mark: string, found: unknown];

/** Hash of a state without its texts: FNV-1a over its JSON. */
function markOf(base: Data): string {
  const text = JSON.stringify(base, (key, value) => (WORDS.includes(key) ? undefined : value));
  let hash = 0x811c9dc5;
  for (let k = 0; k < text.length; k++) hash = Math.imul(hash ^ text.charCodeAt(k), 0x01000193);
  return (hash >>> 0).toString(36);
}

/** Text fields of a scene, which do not affect the simulation. */
const WORDS: readonly string[] = ['title', 'category', 'description'];

/** Base of the differences: the scene as `toScene` writes it, or nothing. */
function baseOf({ entry, parameters }: SceneOrigin): Data {
  if (entry === null) return {};
  const scene = entry.create(parameters);
  const world = loadScene(scene, { solver: solverFor(entry, null).create({}) });
  return toData(toScene(world, scene));
}

/** Definition of a scene's character: that of the listed scene, otherwise the first one of any listed scene. */
const characterOf = (entry: SceneEntry | null): SceneEntry['character'] =>
  [entry, ...sceneList].find((candidate) => candidate?.character)?.character ?? null;

const toData = (built: Scene): Data => JSON.parse(JSON.stringify(built)) as Data;

/** Sends bytes through a compression stream. */
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

/** Encodes bytes in characters that addresses keep unchanged: base64url without padding. */
function toLetters(bytes: Uint8Array): string {
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function fromLetters(letters: string): Uint8Array<ArrayBuffer> {
  const text = atob(letters.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}
