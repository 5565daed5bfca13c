/** Files that the page makes. */

/** Milliseconds after which the browser has certainly started to save a file. */
const SAVING_TIME = 10_000;

/** Downloads a file. */
export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const anchor = document.createElement('a');
  anchor.href = address;
  anchor.download = name;
  anchor.click();
  // the browser reads the URL after the click
  window.setTimeout(() => URL.revokeObjectURL(address), SAVING_TIME);
}
