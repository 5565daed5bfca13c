/**
 * The page as a part of another page, `embed=1`: only the view, the buttons that run it, and a link to the whole page (page.css). It is as
 * interactive as the whole page, but leaves the wheel to the page around it.
 */

/** Size of the frame in the code, CSS pixels. It is narrower where the other page has less room. */
const FRAME = { width: 720, height: 480 } as const;

const inAttribute = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/**
 * HTML that shows a scene in another page.
 * @param address whole address of the embedded page
 * @param title what the frame shows, for screen readers
 */
export function embedCode(address: string, title: string): string {
  return [
    `<iframe src="${inAttribute(address)}" title="${inAttribute(title)}" width="${FRAME.width}" height="${FRAME.height}"`,
    `style="max-width: 100%; border: 0" loading="lazy"></iframe>`,
  ].join(' ');
}

/** Lets the wheel scroll the page around this one. With Ctrl, or as a pinch on a touchpad, it still zooms. */
export function leaveWheel(): void {
  const hear = (event: WheelEvent): void => {
    if (!event.ctrlKey && !event.metaKey) event.stopImmediatePropagation();
  };
  window.addEventListener('wheel', hear, { capture: true, passive: true });
}
