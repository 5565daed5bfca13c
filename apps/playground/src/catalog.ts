import type { SceneEntry } from '@otedama/scenes';

/** A page of the playground that is not a rigid scene. */
export interface PageEntry {
  /** Heading of the group that contains the page. */
  readonly group: string;
  readonly href: string;
  readonly title: string;
  readonly description: string;
  /** Address of a small picture of the page. */
  readonly picture?: string;
  /** Whether its group is listed near the top instead of below the scenes. */
  readonly early?: boolean;
}

/** Scenes of one category, in the order of the scene list. */
export interface SceneGroup {
  readonly title: string;
  readonly scenes: readonly SceneEntry[];
}

const sentenceCase = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Groups scenes by category. Categories have the order of their first scene. */
export function groupScenes(scenes: readonly SceneEntry[]): SceneGroup[] {
  const groups = new Map<string, SceneEntry[]>();
  for (const scene of scenes) {
    const group = groups.get(scene.category);
    if (group === undefined) groups.set(scene.category, [scene]);
    else group.push(scene);
  }
  return [...groups].map(([category, members]) => ({ title: sentenceCase(category), scenes: members }));
}

/**
 * Score of `text` for a search, 0 for no match. Every word of the search must occur in the text, preferably at the start of a word.
 * Otherwise the letters of the search must occur in order.
 */
export function matchScore(text: string, search: string): number {
  const haystack = text.toLowerCase();
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return 1;
  let score = 0;
  for (const word of words) {
    const at = haystack.indexOf(word);
    if (at < 0) return fuzzyScore(haystack, words.join(''));
    const startsWord = at === 0 || !/[a-z0-9]/.test(haystack.charAt(at - 1));
    score += startsWord ? 3 : 2;
  }
  return score / words.length;
}

function fuzzyScore(haystack: string, letters: string): number {
  let from = 0;
  let gaps = 0;
  for (const letter of letters) {
    const at = haystack.indexOf(letter, from);
    if (at < 0) return 0;
    if (from > 0) gaps += at - from;
    from = at + 1;
  }
  return gaps <= letters.length ? 1 / (1 + gaps) : 0;
}

/** Whether a scene matches a search by its title, name, category or description. */
export function sceneMatches(scene: SceneEntry, search: string): boolean {
  const titles = `${scene.title} ${scene.name} ${scene.category}`;
  return matchScore(titles, search) > 0 || matchScore(scene.description, search) >= 2;
}

/** The scene `offset` places after the named one; wraps around the ends of the list. */
export function neighborScene(scenes: readonly SceneEntry[], name: string, offset: number): SceneEntry {
  const index = scenes.findIndex((scene) => scene.name === name);
  const wrapped = (((index + offset) % scenes.length) + scenes.length) % scenes.length;
  return scenes[wrapped] as SceneEntry;
}
