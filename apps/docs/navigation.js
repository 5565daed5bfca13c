/**
 * Runs in every page of the docs. typedoc puts the link of a package into the `<summary>` that unfolds its contents, where screen readers
 * do not announce it. Here the link moves out, to stand before the control; theme.css puts them side by side. Titles of documents break
 * between words alone: typedoc lets all entries break as names do, also within “JavaScript”. Programs are modules, which browsers do not load
 * from files: docs that are opened as files say so in their place.
 */
const list = document.getElementById('tsd-nav-container');
const separate = () => {
  for (const link of list.querySelectorAll('summary > a')) {
    const summary = link.parentElement;
    summary.ariaLabel = `Contents of ${link.textContent}`;
    summary.parentElement.before(link);
  }
  for (const title of list.querySelectorAll('a > span:has(wbr)')) {
    if (title.textContent.includes(' ')) title.replaceChildren(title.textContent);
  }
};
// the entries come later, from typedoc's own script
if (list !== null) new MutationObserver(separate).observe(list, { childList: true });

if (location.protocol === 'file:') {
  for (const frame of document.querySelectorAll('.program')) {
    const hint = document.createElement('p');
    hint.textContent =
      'Here the program runs if a server sends this page: npx pnpm@10.34.8 start, then open /docs/.';
    frame.replaceWith(hint);
  }
}
