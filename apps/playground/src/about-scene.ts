import { button, element } from './page-elements.js';

/**
 * On small screens the description of the scene would cover the scene: a button beside the title shows and hides it (page.css).
 * @returns hides it
 */
export function listenToAboutScene(): () => void {
  const control = button('about-open');
  const head = element('scene-head', HTMLElement);
  const show = (isShown: boolean): void => {
    head.toggleAttribute('data-open', isShown);
    control.setAttribute('aria-expanded', String(isShown));
  };
  control.addEventListener('click', () => show(!head.hasAttribute('data-open')));
  return () => show(false);
}
