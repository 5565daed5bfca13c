/**
 * Runs in every page of the docs. typedoc puts the link of a package into the `<summary>` that unfolds its contents, where screen readers
 * do not announce it. Here the link moves out, to stand before the control; theme.css puts them side by side. Titles of documents break
 * between words alone: typedoc lets all entries break as names do, also within “JavaScript”. The headings of the list, from build.js, come
 * before the entries that they stand above. Programs are modules, which browsers do not load from files: docs that are opened as files say
 * so in their place.
 */
const list = document.getElementById('tsd-nav-container');
const headings = JSON.parse(document.getElementById('headings')?.textContent ?? '[]');
const arrange = () => {
  for (const [title, address] of headings) {
    const { href } = new URL(address, location.href);
    const entry = [...list.querySelectorAll(':scope > li')].find(
      (item) => item.querySelector('a')?.href === href,
    );
    if (entry === undefined || entry.previousElementSibling?.className === 'heading') continue;
    const heading = document.createElement('li');
    heading.className = 'heading';
    heading.textContent = title;
    entry.before(heading);
  }
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
if (list !== null) new MutationObserver(arrange).observe(list, { childList: true });

if (location.protocol === 'file:') {
  for (const frame of document.querySelectorAll('.program')) {
    const hint = document.createElement('p');
    hint.textContent =
      'Here the program runs if a server sends this page: npx pnpm@10.34.8 start, then open /docs/.';
    frame.replaceWith(hint);
  }
}
