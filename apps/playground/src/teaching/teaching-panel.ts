/** The panel of the lessons: tabs, choice of the subject, the step with its figures, and the buttons that move through the steps. */

import { setText } from '../page-elements.js';
import type { LessonStep, Notice, Offer, Subject, Topic, TopicName } from './lesson.js';

export interface TeachingActions {
  close(): void;
  setTopic(topic: TopicName): void;
  setSubject(key: string): void;
  setStep(step: number): void;
  togglePlay(): void;
  accept(offer: Offer): void;
}

/** Data shown by the panel. */
export interface PanelModel {
  readonly topic: Topic;
  readonly subjects: readonly Subject[];
  readonly subject: string | null;
  /** A step of the lesson, or the reason why there is none. */
  readonly content:
    | { readonly step: LessonStep; readonly legend: readonly (readonly [string, string])[] }
    | Notice;
  readonly step: number;
  readonly steps: number;
  readonly isPlaying: boolean;
  /** Replaces the selection hint: says what was picked first. */
  readonly prompt: string;
}

const offerTitles: Readonly<Record<Offer, string>> = {
  step: 'Take a step',
  run: 'Run to the next contact',
  wake: 'Wake everything and step',
  'shape-matching': 'Switch to shape matching',
};

function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, string>> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** A button with an icon of 20 x 20 units. */
function iconButton(label: string, title: string, path: string, run: () => void): HTMLButtonElement {
  const button = make('button', { type: 'button', class: 'icon-button', 'aria-label': label, title });
  button.innerHTML = `<svg viewBox="0 0 20 20" aria-hidden="true">${path}</svg>`;
  button.addEventListener('click', run);
  return button;
}

export class TeachingPanel {
  readonly element: HTMLElement;
  private readonly actions: TeachingActions;
  private readonly tabs: ReadonlyMap<TopicName, HTMLButtonElement>;
  private readonly select: HTMLSelectElement;
  private readonly subjectTitle: HTMLElement;
  private readonly hint: HTMLElement;
  private readonly lesson: HTMLElement;
  private readonly body: HTMLElement;
  private readonly stepper: HTMLElement;
  private readonly play: HTMLButtonElement;
  private readonly slider: HTMLInputElement;
  private readonly count: HTMLElement;
  private listed = '';
  private notice = '';

  constructor(element: HTMLElement, topics: readonly Topic[], actions: TeachingActions) {
    this.element = element;
    this.actions = actions;
    const close = iconButton('Close', 'Close  T', '<path d="m5 5 10 10M15 5 5 15" />', () => actions.close());
    const tablist = make('div', { role: 'tablist', 'aria-label': 'What to look at', class: 'tabs' });
    this.tabs = new Map(topics.map((topic) => [topic.name, this.tab(topic)]));
    tablist.append(...this.tabs.values());
    tablist.addEventListener('keydown', (event) => this.tabKey(event, topics));

    this.subjectTitle = make('span');
    this.select = make('select');
    this.select.addEventListener('change', () => actions.setSubject(this.select.value));
    this.hint = make('p', { class: 'how', 'aria-live': 'polite' });

    this.slider = make('input', { type: 'range', min: '0', step: '1', 'aria-label': 'Step of the lesson' });
    this.slider.addEventListener('input', () => actions.setStep(this.slider.valueAsNumber));
    this.count = make('output');
    this.play = iconButton('Play the steps', 'Play the steps  K', '', () => actions.togglePlay());
    this.stepper = make(
      'div',
      { class: 'stepper', role: 'group', 'aria-label': 'Steps' },
      iconButton('Previous step', 'Previous step  J', '<path d="M12 4 6 10l6 6" />', () => this.move(-1)),
      this.play,
      iconButton('Next step', 'Next step  L', '<path d="m8 4 6 6-6 6" />', () => this.move(1)),
      this.slider,
      this.count,
    );
    this.body = make('div', { class: 'lesson' });
    this.lesson = make(
      'div',
      { role: 'tabpanel', id: 'teaching-lesson', class: 'lesson-holder', tabindex: '0' },
      this.stepper,
      this.body,
    );
    element.replaceChildren(
      make('header', {}, make('h2', {}, 'Look inside'), close),
      tablist,
      make('div', { class: 'subject' }, make('label', {}, this.subjectTitle, this.select), this.hint),
      this.lesson,
    );
  }

  show(model: PanelModel): void {
    const { topic, subject, content, step, steps, isPlaying, prompt } = model;
    for (const [name, tab] of this.tabs) {
      const isCurrent = name === topic.name;
      tab.setAttribute('aria-selected', String(isCurrent));
      tab.tabIndex = isCurrent ? 0 : -1;
      if (isCurrent) this.lesson.setAttribute('aria-labelledby', tab.id);
    }
    setText(this.subjectTitle, topic.subjectTitle);
    this.list(model.subjects, subject);
    setText(this.hint, prompt === '' ? topic.hint : prompt);
    this.hint.classList.toggle('prompt', prompt !== '');

    const hasSteps = 'step' in content;
    this.stepper.hidden = !hasSteps;
    this.slider.max = String(steps - 1);
    this.slider.value = String(step);
    this.slider.disabled = steps < 2;
    setText(this.count, `${step + 1} of ${steps}`);
    this.slider.setAttribute('aria-valuetext', `${step + 1} of ${steps}`);
    this.play.setAttribute('aria-label', isPlaying ? 'Stop' : 'Play the steps');
    this.play.innerHTML = `<svg viewBox="0 0 20 20" aria-hidden="true"><path ${isPlaying ? 'd="M7 4v12M13 4v12"' : 'class="solid" d="M7 4l9 6-9 6z"'} /></svg>`;
    // a running world produces the same notice repeatedly: keep its buttons so that they can be pressed
    const notice = hasSteps ? '' : JSON.stringify(content);
    if (notice !== '' && notice === this.notice) return;
    this.notice = notice;
    const hadFocus = this.body.contains(document.activeElement);
    this.body.replaceChildren(
      ...(hasSteps ? this.stepParts(content.step, content.legend) : this.noticeParts(content)),
    );
    // the pressed button is gone: focus the next one, or the lesson that has opened
    if (hadFocus) (this.body.querySelector('button') ?? this.lesson).focus({ preventScroll: true });
  }

  private tab(topic: Topic): HTMLButtonElement {
    const tab = make(
      'button',
      { type: 'button', role: 'tab', id: `teach-${topic.name}`, 'aria-controls': 'teaching-lesson' },
      topic.title,
    );
    tab.addEventListener('click', () => this.actions.setTopic(topic.name));
    return tab;
  }

  private tabKey(event: KeyboardEvent, topics: readonly Topic[]): void {
    const offset = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (offset === undefined) return;
    const place = topics.findIndex(({ name }) => this.tabs.get(name) === document.activeElement);
    const next = topics[(place + offset + topics.length) % topics.length];
    event.preventDefault();
    event.stopPropagation();
    this.actions.setTopic(next.name);
    this.tabs.get(next.name)?.focus();
  }

  private move(offset: number): void {
    this.actions.setStep(this.slider.valueAsNumber + offset);
  }

  /** Rewrites the list only if it has changed, so that it can be read while it is open. */
  private list(subjects: readonly Subject[], subject: string | null): void {
    const text = JSON.stringify(subjects);
    if (text !== this.listed) {
      this.listed = text;
      this.select.replaceChildren(...subjects.map(({ key, label }) => new Option(label, key)));
      this.select.disabled = subjects.length === 0;
      if (subjects.length === 0) this.select.add(new Option('none', ''));
    }
    this.select.value = subject ?? '';
  }

  private stepParts(step: LessonStep, legend: readonly (readonly [string, string])[]): Node[] {
    const numbers = make('dl', { class: 'numbers' });
    for (const [name, value] of step.numbers) numbers.append(make('dt', {}, name), make('dd', {}, value));
    const key = make('ul', { class: 'legend' });
    for (const [className, label] of legend) key.append(make('li', { class: className }, label));
    return [
      make('h3', {}, step.title),
      make('p', { class: 'tells' }, step.text),
      make('div', { class: 'figures' }, ...step.figures),
      key,
      ...(step.numbers.length > 0 ? [numbers] : []),
      ...(step.table === null ? [] : [step.table]),
    ];
  }

  private noticeParts({ message, offers }: Notice): Node[] {
    return [
      make('p', { class: 'notice' }, message),
      make(
        'div',
        { class: 'offers' },
        ...offers.map((offer) => {
          const button = make('button', { type: 'button', class: 'word-button' }, offerTitles[offer]);
          button.addEventListener('click', () => this.actions.accept(offer));
          return button;
        }),
      ),
    ];
  }
}
