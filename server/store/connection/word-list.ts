// Turns lists of the domain into SQL conditions and `case` expressions, so that SQL and the rules
// use the same list.

/** A word in single quotes; one of a closed list contains nothing that needs escaping. */
export function quotedWord(word: string): string {
  if (!/^[a-z0-9_.]+$/.test(word)) throw new Error(`${word} is not a word of a closed list`);
  return `'${word}'`;
}

/**
 * `('created', 'pending')`, for `in`. Unlike a parameter, a constant list lets PostgreSQL use
 * partial indexes.
 */
export function oneOf(words: readonly string[]): string {
  if (words.length === 0) throw new Error('A list in SQL must not be empty');
  return `(${words.map(quotedWord).join(', ')})`;
}

/** `case state when 'created' then … end`, from a table with a row for every word. */
export function caseOf(expression: string, rows: Readonly<Record<string, string>>): string {
  const branches = Object.entries(rows).map(
    ([word, then]) => `when ${quotedWord(word)} then ${then}`,
  );
  return `case ${expression} ${branches.join(' ')} end`;
}
