/**
 * What typedoc leaves to be done on a page, as functions of its HTML: a description for search engines, and what assistive technology needs
 * (landmarks, levels of headings without gaps, tables that the keyboard can scroll).
 */

/** Longest description, characters; search engines cut off more. */
const LONGEST = 160;
/** Columns from which on a table may be wider than its page. */
const WIDE = 3;
/** Shortest text of a cell that does not stay on one line, characters. */
const SENTENCE = 20;

/** The first paragraph of a page, as plain text of at most `LONGEST` characters; empty if the page has no text. */
export function descriptionOf({ content, readme, comment, signatures }) {
  const parts = content ?? readme ?? (comment ?? signatures?.[0]?.comment)?.summary ?? [];
  const text = parts
    .map((part) => part.text)
    .join('')
    .replace(/^# .*$/m, '')
    .replace(/```[\s\S]*?```/g, '');
  const paragraph = text.split(/\n\s*\n/).find((block) => /^[\w`“"*[({]/.test(block.trim())) ?? '';
  const plain = paragraph
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\{@link \S+?(?:\s*\\?\|\s*|\s+)([^}]*)\}/g, '$1')
    .replace(/[`*]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  return plain.length <= LONGEST ? plain : `${plain.slice(0, plain.lastIndexOf(' ', LONGEST - 2))} …`;
}

const escaped = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Gives each heading the level after that of the heading it stands under, as typedoc skips levels. */
function withoutGaps(html) {
  const above = []; // the headings that the next one may stand under, with their tags and levels
  return html.replace(/<h([1-6])(?=[ >])/g, (tag, digit) => {
    const size = Number(digit);
    while (above.length > 0 && above.at(-1).size >= size) above.pop();
    const level = (above.at(-1)?.level ?? 0) + 1;
    above.push({ size, level });
    return level === size ? tag : `${tag} aria-level="${level}"`;
  });
}

/** Headings that unfold a group, without the link to themselves: a link in a control cannot be reached by everybody. */
const withoutLinksInControls = (html) =>
  html.replace(/<summary[\s\S]*?<\/summary>/g, (summary) => summary.replace(/<a [\s\S]*?<\/a>/g, ''));

/**
 * A table of many columns may be wider than its page. Then the keyboard can scroll it, and columns with sentences stay wide enough to be
 * read (class `sentences` of their cells).
 */
function withRoom(table) {
  const isLong = []; // by column
  const forEachCell = (change) =>
    table.replace(/<tr>[\s\S]*?<\/tr>/g, (row) => {
      let column = 0;
      return row.replace(/<(t[hd])([^>]*)>([\s\S]*?)<\/t[hd]>/g, (...cell) => change(column++, ...cell));
    });
  forEachCell((column, cell, _tag, _attributes, content) => {
    isLong[column] ||= content.replace(/<[^>]*>/g, '').length > SENTENCE;
    return cell;
  });
  if (isLong.length < WIDE) return table;
  return forEachCell((column, cell, tag, attributes) =>
    isLong[column] ? cell.replace(/^[^>]*>/, `<${tag}${attributes} class="sentences">`) : cell,
  ).replace('<table>', '<table tabindex="0">');
}

/** The first sentence of HTML. It ends outside of elements; a colon before a list or an example becomes its full stop. */
function firstSentence(html) {
  for (const { index } of html.matchAll(/[.](?=\s)/g)) {
    const start = html.slice(0, index);
    const opened = start.match(/<\w/g)?.length ?? 0;
    if (opened === (start.match(/<\//g)?.length ?? 0)) return `${start}.`;
  }
  return html.replace(/:$/, '.');
}

/** The lists of names with what each is, in a sentence. */
const withSentences = (html) =>
  html.replace(/<dd class="tsd-member-summary">[\s\S]*?<\/dd>/g, (entry) =>
    entry.replace(/(?<=<p>)[\s\S]*(?=<\/p>)/, firstSentence),
  );

/** The title of a document in one piece: typedoc lets it break as names do, also within “JavaScript”. */
const withWholeTitle = (html) =>
  html.replace(/<h1>[\s\S]*?<\/h1>/, (title) => title.replaceAll('<wbr/>', ''));

/** The finished page. `model` is what typedoc wrote it from. */
export function finishPage(html, model) {
  const description = descriptionOf(model);
  return withoutGaps(
    withSentences(withoutLinksInControls(model.isDocument?.() ? withWholeTitle(html) : html))
      .replace(/(<meta name="description" content=)"[^"]*"/, (all, start) =>
        description === '' ? all : `${start}"${escaped(description)}"`,
      )
      .replace('<div class="col-content">', '<div class="col-content" role="main">')
      .replace('<div class="col-sidebar">', '<div class="col-sidebar" role="complementary">')
      .replaceAll('<th></th>', '<td></td>')
      .replace(/(?<=href="(?:\.\.\/)+)(?=["#])/g, 'index.html') // for docs that are opened as files
      .replace(/<table>[\s\S]*?<\/table>/g, withRoom),
  );
}
