// Typing errors between two words: a letter too many, too few or another one, or two neighbours exchanged.
export function errors(one, other) {
  const rows = [Array.from({ length: other.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= one.length; i++) {
    rows.push([i]);
    for (let j = 1; j <= other.length; j++) {
      const isAnother = one[i - 1] === other[j - 1] ? 0 : 1;
      rows[i][j] = Math.min(rows[i - 1][j] + 1, rows[i][j - 1] + 1, rows[i - 1][j - 1] + isAnother);
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]) rows[i][j] = Math.min(rows[i][j], rows[i - 2][j - 2] + 1);
    }
  }
  return rows[one.length][other.length];
}

// The word that is probably meant: with the fewest errors, and no more than `most`; the first of several.
export function nearest(word, words, most) {
  let best;
  for (const other of words) {
    if (Math.abs(other.length - word.length) > most) continue;
    const count = errors(word, other);
    if (count <= most) [best, most] = [other, count - 1];
  }
  return best;
}
