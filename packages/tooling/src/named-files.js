/**
 * The check of `otedama-layers` on names of source files in comments and pages, such as gjk.ts: each is the end of the path of a file that
 * is there, so that nobody is sent to a file that was renamed.
 */

const NAME = /(?<![\w./*-])(?:[\w-]+\/)*[a-z\d][\w-]*(?:\.[\w-]+)*\.(?:ts|as)\b(?![\w.])/g;
const COMMENT = /^\s*(?:\/\*|\*|\/\/)/;
const FENCE = /^\s*```/;

/** The lines of a text that can name files: comments of a source, and a page without its examples. */
function tellingLines(text, isPage) {
  let isExample = false;
  return text.split('\n').map((line) => {
    if (!isPage) return COMMENT.test(line) ? line : '';
    if (FENCE.test(line)) isExample = !isExample;
    return isExample ? '' : line;
  });
}

/** Problems found in the text of a file, each with its line. @param paths paths of all files, with `/` between folders */
export function namingProblems(file, text, paths) {
  const isThere = (name) => paths.some((path) => path === name || path.endsWith(`/${name}`));
  return tellingLines(text, file.endsWith('.md')).flatMap((line, index) =>
    [...line.matchAll(NAME)]
      .filter(([name]) => !isThere(name))
      .map(([name]) => `${file}:${index + 1}: there is no file ${name}`),
  );
}
