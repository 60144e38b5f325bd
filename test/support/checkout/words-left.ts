// Finds the words that the console shows and that stand in its code: they belong into `texts/`,
// where another language finds them.
import {
  isCallExpression,
  isJsxAttribute,
  isJsxText,
  isNewExpression,
  isNoSubstitutionTemplateLiteral,
  isStringLiteral,
  isTemplateHead,
  isTemplateMiddle,
  isTemplateTail,
  type Node,
  SyntaxKind,
} from 'typescript/unstable/ast';
import type { Sources } from './checkout.ts';
import { lineAt, visit, withTrees } from './syntax.ts';

/** Attributes whose text people read or hear. */
const SHOWN = new Set([
  'alt',
  'aria-label',
  'aria-description',
  'description',
  'error',
  'label',
  'message',
  'nothingFoundMessage',
  'placeholder',
  'title',
]);

const HAS_WORD = /\p{L}{2}/u;
/** `The pay-in`, unlike names of classes, keys, fields and addresses. */
const IS_SENTENCE = /^\s*\p{Lu}\p{Ll}+[,.:;]? \p{L}/u;

const isText = (node: Node) =>
  isStringLiteral(node) ||
  isNoSubstitutionTemplateLiteral(node) ||
  isTemplateHead(node) ||
  isTemplateMiddle(node) ||
  isTemplateTail(node);

const isSuper = (node: Node): boolean =>
  isCallExpression(node) && node.expression.kind === SyntaxKind.SuperKeyword;

/** What is thrown is for whoever mends the code: the page shows its own words. */
function isThrown(node: Node): boolean {
  for (let at: Node = node; at.parent !== undefined; at = at.parent) {
    if (isNewExpression(at.parent) || isSuper(at.parent)) return true;
    if (isJsxAttribute(at.parent)) return false;
  }
  return false;
}

function isWord(node: Node): boolean {
  if (isJsxText(node)) return HAS_WORD.test(node.text);
  if (isJsxAttribute(node)) {
    const { name, initializer } = node;
    const is_text = initializer !== undefined && isStringLiteral(initializer);
    return is_text && SHOWN.has(name.getText()) && HAS_WORD.test(initializer.text);
  }
  return isText(node) && IS_SENTENCE.test(node.text) && !isThrown(node);
}

/** Where and what, for each word that is left in code. */
export function wordsLeft(sources: Sources): { at: string; words: string }[] {
  return withTrees(sources, (trees) =>
    trees.flatMap(({ path, text, file }) => {
      const found: { at: string; words: string }[] = [];
      visit(file, (node) => {
        if (!isWord(node)) return;
        const start = node.getStart(file);
        const words = text.slice(start, node.getEnd()).trim();
        found.push({ at: `${path}:${lineAt(text, start)}`, words });
      });
      return found;
    }),
  );
}
