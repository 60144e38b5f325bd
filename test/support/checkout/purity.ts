// Finds impurities that plain ECMAScript still allows in a pure file: the clock, randomness and
// waiting.
import {
  isCallExpression,
  isIdentifier,
  isNewExpression,
  isPropertyAccessExpression,
  isThrowStatement,
  type Node,
  SyntaxKind,
} from 'typescript/unstable/ast';
import { lineAt, type Tree, visit } from './syntax.ts';

export type Impurity = { line: number; what: string };

// The domain's own tsconfig excludes everything that Node or a browser adds (URL, Buffer, console
// …).
const NAMES = new Set(['Promise', 'PromiseLike', 'Intl', 'globalThis', 'eval', 'WeakRef']);

const MEMBERS = new Set([
  'Date.now',
  'Math.random',
  'toLocaleString',
  'toLocaleDateString',
  'toLocaleTimeString',
  'toLocaleUpperCase',
  'toLocaleLowerCase',
  'localeCompare',
]);

function memberImpurity(node: Node): string | undefined {
  if (!isPropertyAccessExpression(node)) return undefined;
  const member = node.name.text;
  const owner = isIdentifier(node.expression) ? node.expression.text : '';
  if (MEMBERS.has(`${owner}.${member}`)) return `${owner}.${member}`;
  return MEMBERS.has(member) ? member : undefined;
}

function clockImpurity(node: Node): string | undefined {
  if (!isNewExpression(node) && !isCallExpression(node)) return undefined;
  if (!isIdentifier(node.expression) || node.expression.text !== 'Date') return undefined;
  const says = node.arguments !== undefined && node.arguments.length > 0;
  return isNewExpression(node) && says ? undefined : 'Date of now';
}

function impurityOf(node: Node): string | undefined {
  if (node.kind === SyntaxKind.AsyncKeyword) return 'async';
  if (node.kind === SyntaxKind.AwaitExpression) return 'await';
  if (isIdentifier(node) && NAMES.has(node.text)) return node.text;
  return memberImpurity(node) ?? clockImpurity(node);
}

/** An outcome that a caller is meant to catch. */
const isThrownOutcome = (node: Node): boolean => {
  if (!isThrowStatement(node)) return false;
  const { expression: made } = node;
  const of = made !== undefined && isNewExpression(made) ? made.expression : undefined;
  return of === undefined || !isIdentifier(of) || of.text !== 'Error';
};

/** What a rule throws other than a bug. */
export function thrownIn(tree: Tree): Impurity[] {
  const found: Impurity[] = [];
  visit(tree.file, (node) => {
    if (!isThrownOutcome(node)) return;
    const start = node.getStart(tree.file);
    found.push({ line: lineAt(tree.text, start), what: tree.text.slice(start, node.end) });
  });
  return found;
}

export function impuritiesOf(tree: Tree): Impurity[] {
  const found: Impurity[] = [];
  visit(tree.file, (node) => {
    const what = impurityOf(node);
    if (what === undefined) return;
    found.push({ line: lineAt(tree.text, node.getStart(tree.file)), what });
  });
  return found;
}
