/** Fills `list` with one expandable element per source text, by path. */
export function showSources(list: HTMLElement, sources: Record<string, string>): void {
  for (const [path, text] of Object.entries(sources)) {
    const details = document.createElement('details');
    const summary = document.createElement('summary');
    const pre = document.createElement('pre');
    const code = document.createElement('code');
    summary.textContent = path.replace(/^.*\//, '');
    code.textContent = text.trim();
    pre.tabIndex = 0; // horizontally scrollable by keyboard
    pre.append(code);
    details.append(summary, pre);
    list.append(details);
  }
}
