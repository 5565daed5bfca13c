import type { SceneEntry } from '@otedama/scenes';
import { groupScenes, matchScore, type PageEntry, sceneMatches } from './catalog.js';
import { Thumbnails } from './thumbnails.js';

export interface ScenePanelOptions {
  readonly list: HTMLElement;
  readonly search: HTMLInputElement;
  readonly scenes: readonly SceneEntry[];
  readonly pages: readonly PageEntry[];
  /** Address of a scene, for a link that can be opened in a new tab. */
  linkTo(scene: SceneEntry): string;
  /** A note about the solver used for a scene if the current one cannot run it; otherwise empty. */
  noteOn(scene: SceneEntry): string;
  choose(scene: SceneEntry): void;
  /** Called when the reader leaves the search. */
  leave(): void;
}

/** The list entry of a scene. Created once, so that it keeps the focus when the list changes. */
interface SceneLink {
  readonly scene: SceneEntry;
  readonly link: HTMLAnchorElement;
  /** Contains the title and the solver used instead. */
  readonly words: HTMLElement;
}

/** The list of scenes, grouped and searchable. The entries are links, so they can be copied, opened in a tab and reached with Tab. */
export class ScenePanel {
  private readonly thumbnails = new Thumbnails();
  private readonly links: ReadonlyMap<SceneEntry, SceneLink>;
  private readonly options: ScenePanelOptions;

  constructor(options: ScenePanelOptions) {
    this.options = options;
    this.links = new Map(options.scenes.map((scene) => [scene, this.sceneLink(scene)]));
    options.search.addEventListener('input', () => this.render());
    options.search.addEventListener('keydown', (event) => this.searchKey(event));
    this.render();
  }

  /** Marks the shown scene and updates the address and the solver note of each link. */
  setCurrent(name: string): void {
    for (const { scene, link, words } of this.links.values()) {
      link.href = this.options.linkTo(scene);
      const note = document.createElement('small');
      note.textContent = this.options.noteOn(scene);
      words.replaceChildren(shortTitle(scene), ...(note.textContent === '' ? [] : [' ', note]));
      if (scene.name === name) link.setAttribute('aria-current', 'page');
      else link.removeAttribute('aria-current');
    }
    this.options.list.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }

  /** Draws the thumbnails of scenes for a light or a dark page. */
  setNight(isNight: boolean): void {
    this.thumbnails.setNight(isNight);
  }

  private searchKey(event: KeyboardEvent): void {
    if (event.key === 'Enter') {
      this.options.list.querySelector<HTMLAnchorElement>('a')?.click();
    } else if (event.key === 'Escape') {
      this.options.search.value = '';
      this.render();
      this.options.leave();
    } else if (event.key === 'ArrowDown') {
      event.preventDefault();
      this.options.list.querySelector<HTMLAnchorElement>('a')?.focus();
    }
  }

  private render(): void {
    const { list, scenes, pages, search } = this.options;
    const text = search.value.trim();
    const groups = groupScenes(scenes.filter((scene) => sceneMatches(scene, text)));
    const found = pages.filter(
      (page) => matchScore(`${page.group} ${page.title} ${page.description}`, text) > 0,
    );
    const sections = groups.map((group) =>
      this.section(
        group.title,
        group.scenes.flatMap((scene) => this.links.get(scene)?.link ?? []),
      ),
    );
    let place = 1;
    for (const group of new Set(found.map((page) => page.group))) {
      const members = found.filter((page) => page.group === group);
      const section = this.section(group, members.map(pageLink));
      // during a search, scenes come first
      if (members[0]?.early === true && text === '') sections.splice(place++, 0, section);
      else sections.push(section);
    }
    if (sections.length === 0) {
      const nothing = document.createElement('p');
      nothing.className = 'nothing';
      nothing.textContent = `No scene matches “${text}”.`;
      sections.push(nothing);
    }
    list.replaceChildren(...sections);
  }

  private section(title: string, links: readonly HTMLElement[]): HTMLElement {
    const section = document.createElement('section');
    const heading = document.createElement('h2');
    heading.textContent = title;
    const entries = document.createElement('ul');
    for (const link of links) {
      const entry = document.createElement('li');
      entry.append(link);
      entries.append(entry);
    }
    section.append(heading, entries);
    return section;
  }

  private sceneLink(scene: SceneEntry): SceneLink {
    const link = document.createElement('a');
    const words = document.createElement('span');
    words.textContent = shortTitle(scene);
    link.append(this.thumbnails.of(scene), words);
    link.title = scene.description;
    link.addEventListener('click', (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
      event.preventDefault();
      this.options.choose(scene);
    });
    return { scene, link, words };
  }
}

/** The title of a scene as shown under the heading of its category. */
const shortTitle = ({ title }: SceneEntry): string =>
  title.replace(/^Articles: (.)/, (_, letter: string) => letter.toUpperCase());

function pageLink(page: PageEntry): HTMLAnchorElement {
  const link = document.createElement('a');
  const words = document.createElement('span');
  link.href = page.href;
  words.textContent = page.title;
  if (page.picture !== undefined) {
    const picture = document.createElement('img');
    picture.src = page.picture;
    picture.alt = '';
    link.append(picture);
  }
  link.append(words);
  link.title = page.description;
  return link;
}
