/**
 * Which of the known names is meant by one that is not known: the one that it abbreviates, misspells or adds to.
 *
 * Misspellings are counted in edits: a letter too many, a letter too few, a wrong one, and two neighbours in each other's place (the optimal
 * string alignment of Damerau, _A Technique for Computer Detection and Correction of Spelling Errors_, 1964). With a and b the letters, the
 * distance of the first i letters of one to the first j of the other is
 *
 *     d(i, j) = min(d(i-1, j) + 1, d(i, j-1) + 1, d(i-1, j-1) + [a_i != b_j], d(i-2, j-2) + 1 if a_i a_(i-1) = b_(j-1) b_j)
 */

/** Shorter names are within most others, or an edit or two away from them. */
const LEAST_LETTERS = 3;
/** A name with more edits than this share of its letters is another word. */
const MISSPELT_SHARE = 1 / 3;

/**
 * Returns the shortest name that contains all letters of `name` in their order, whatever their case; else the one with the fewest edits; else
 * the longest one within it, such as `mask` in `maskBits`.
 */
export function closestName(name: string, known: readonly string[]): string | undefined {
  if (name.length < LEAST_LETTERS) return undefined;
  const word = name.toLowerCase();
  const byLength = [...known].sort((a, b) => a.length - b.length);
  return (
    byLength.find((other) => isWithin(word, other.toLowerCase())) ??
    leastEdited(word, known) ??
    byLength.findLast((other) => other.length > LEAST_LETTERS && word.includes(other.toLowerCase()))
  );
}

function leastEdited(word: string, known: readonly string[]): string | undefined {
  let closest: string | undefined;
  let least = Math.floor(word.length * MISSPELT_SHARE) + 1;
  for (const other of known) {
    const edits = editsBetween(word, other.toLowerCase());
    if (edits >= least) continue;
    least = edits;
    closest = other;
  }
  return closest;
}

/** Whether the letters of `part` occur in `whole` in their order: those of `bullet` in `isBullet`, of `maxTorque` in `maximumTorque`. */
function isWithin(part: string, whole: string): boolean {
  let k = 0;
  for (const letter of whole) if (letter === part[k]) k++;
  return k === part.length;
}

function editsBetween(a: string, b: string): number {
  // rows i - 2, i - 1 and i of d
  let before: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      let d = Math.min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1));
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (isSwapped) d = Math.min(d, before[j - 2] + 1);
      row.push(d);
    }
    before = last;
    last = row;
  }
  return last[b.length];
}
