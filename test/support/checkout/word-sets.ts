// Finds sets of states that are written as literals in more than one source file: whoever adds a
// state would forget the second one.
import { isArrayLiteralExpression, isStringLiteral, type Node } from 'typescript/unstable/ast';
import type { Sources } from './checkout.ts';
import { lineAt, visit, withTrees } from './syntax.ts';

/** The words of a literal list; null if it has other elements or fewer than two words. */
function wordsOf(node: Node): string[] | null {
  if (!isArrayLiteralExpression(node)) return null;
  const words = node.elements.flatMap((one) => (isStringLiteral(one) ? one.text : []));
  return words.length === node.elements.length && words.length > 1 ? words : null;
}

/** `lists`: those whose parts count, as the states of trades. */
export function findRepeatedSets(
  sources: Sources,
  lists: readonly (readonly string[])[],
): string[] {
  const places = new Map<string, Map<string, number>>();
  withTrees(sources, (trees) => {
    for (const { path, text, file } of trees) {
      visit(file, (node) => {
        const words = wordsOf(node);
        if (words === null) return;
        if (!lists.some((list) => words.every((word) => list.includes(word)))) return;
        const set = words.toSorted().join(', ');
        const at = places.get(set) ?? new Map<string, number>();
        places.set(set, at.set(path, lineAt(text, node.getStart(file))));
      });
    }
  });
  return [...places]
    .filter(([, at]) => at.size > 1)
    .map(([set, at]) => `${[...at].map((place) => place.join(':')).join(' and ')}: ${set}`);
}
