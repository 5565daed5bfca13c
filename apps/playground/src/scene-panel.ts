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
  /** The solver that a scene is shown under where the present one cannot do it, else nothing. */
  noteOn(scene: SceneEntry): string;
  choose(scene: SceneEntry): void;
}

/** The list of scenes, grouped and searchable. Entries are links: they can be copied, opened in a tab, reached by Tab. */
export class ScenePanel {
  private current = '';
  private readonly thumbnails = new Thumbnails();

  private readonly options: ScenePanelOptions;

  constructor(options: ScenePanelOptions) {
    this.options = options;
    options.search.addEventListener('input', () => this.render());
    options.search.addEventListener('keydown', (event) => this.searchKey(event));
    this.render();
  }

  /** Marks the scene that is shown. */
  setCurrent(name: string): void {
    this.current = name;
    this.render();
    this.options.list.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }

  /** Draws the pictures of scenes for a light or a dark page. */
  setNight(isNight: boolean): void {
    this.thumbnails.setNight(isNight);
  }

  private searchKey(event: KeyboardEvent): void {
    if (event.key === 'Enter') {
      this.options.list.querySelector<HTMLAnchorElement>('a')?.click();
    } else if (event.key === 'Escape') {
      this.options.search.value = '';
      this.options.search.blur();
      this.render();
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
        group.scenes.map((scene) => this.sceneLink(scene)),
      ),
    );
    for (const group of new Set(found.map((page) => page.group))) {
      sections.push(this.section(group, found.filter((page) => page.group === group).map(pageLink)));
    }
    if (sections.length === 0) {
      const nothing = document.createElement('p');
      nothing.className = 'nothing';
      nothing.textContent = `No scene answers “${text}”.`;
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

  private sceneLink(scene: SceneEntry): HTMLAnchorElement {
    const link = document.createElement('a');
    link.href = this.options.linkTo(scene);
    const title = document.createElement('span');
    title.textContent = scene.title.replace(/^Articles: (.)/, (_, letter: string) => letter.toUpperCase());
    link.append(this.thumbnails.of(scene), title);
    link.title = scene.description;
    const note = this.options.noteOn(scene);
    if (note !== '') {
      const mark = document.createElement('small');
      mark.textContent = note;
      title.append(' ', mark);
    }
    if (scene.name === this.current) link.setAttribute('aria-current', 'page');
    link.addEventListener('click', (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
      event.preventDefault();
      this.options.choose(scene);
    });
    return link;
  }
}

function pageLink(page: PageEntry): HTMLAnchorElement {
  const link = document.createElement('a');
  link.href = page.href;
  link.textContent = page.title;
  link.title = page.description;
  return link;
}
