/**
 * Keeps swipes on a canvas from becoming flings. After a swipe whose finger was lifted at speed, Chromium waits for a page that glides on,
 * also where `touch-action: none` leaves nothing to scroll, and takes the next tap for the one that stops it: for up to a second a button
 * that is tapped receives no `click`. A swipe whose moves are the page's own begins no fling. Pointer events stay as they are.
 */
export function preventFlings(canvas: HTMLElement, until: { readonly signal?: AbortSignal } = {}): void {
  const take = (event: Event): void => {
    // moves of a scroll that has begun belong to the browser
    if (event.cancelable) event.preventDefault();
  };
  canvas.addEventListener('touchmove', take, { ...until, passive: false });
}
