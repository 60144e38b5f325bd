// Lists of the domain as SQL: a condition or a `case` is made from the list that the rules use, so
// that the two cannot disagree.

/** In single quotes. A word of a closed list has nothing that would need escaping. */
function quoted(word: string): string {
  if (!/^[a-z0-9_]+$/.test(word)) throw new Error(`${word} is no word of a closed list`);
  return `'${word}'`;
}

/** `('created', 'pending')`, for `in`: partial indexes serve it, as they do not a parameter. */
export function oneOf(words: readonly string[]): string {
  if (words.length === 0) throw new Error('SQL has no empty list');
  return `(${words.map(quoted).join(', ')})`;
}

/** `case state when 'created' then … end`, from a table that has a row for every word. */
export function caseOf(expression: string, rows: Readonly<Record<string, string>>): string {
  const branches = Object.entries(rows).map(([word, then]) => `when ${quoted(word)} then ${then}`);
  return `case ${expression} ${branches.join(' ')} end`;
}
