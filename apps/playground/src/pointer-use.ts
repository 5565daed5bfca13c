/**
 * Marks on the page whether it is used with a pointer or with keys. Babylon.js focuses its canvas from code, and browsers take that for the
 * keyboard: with `:root[data-pointed]` a style leaves out the ring of a canvas that was pressed.
 */
export function markPointerUse(): void {
  const root = document.documentElement;
  addEventListener('pointerdown', () => root.toggleAttribute('data-pointed', true), { capture: true });
  addEventListener('keydown', () => root.removeAttribute('data-pointed'), { capture: true });
}
