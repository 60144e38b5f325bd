// Finds where code names an operation of the HTTP API: in a text, in the pattern of a text that is
// put together, or as the key of a table.
import {
  isIdentifier,
  isNoSubstitutionTemplateLiteral,
  isPropertyAssignment,
  isStringLiteral,
  isTemplateExpression,
  type Node,
} from 'typescript/unstable/ast';
import type { Sources } from './checkout.ts';
import { lineAt, visit, withTrees } from './syntax.ts';

const escaped = (text: string): string => text.replaceAll(/[^A-Za-z0-9]/g, String.raw`\$&`);

/** The texts that a template can become: what is put in may be anything. */
function patternOf(node: Node): RegExp | null {
  if (!isTemplateExpression(node)) return null;
  const parts = [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)];
  // Without a word of its own it says nothing.
  if (!parts.some((part) => /[A-Za-z]{4}/.test(part))) return null;
  return new RegExp(`^${parts.map(escaped).join('[A-Za-z]+')}$`);
}

function textOf(node: Node): string | null {
  if (isStringLiteral(node) || isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (isPropertyAssignment(node) && isIdentifier(node.name)) return node.name.text;
  return null;
}

export function namedOperations(sources: Sources, operations: ReadonlySet<string>): string[] {
  const found: string[] = [];
  const isNamed = (node: Node): boolean => {
    const pattern = patternOf(node);
    if (pattern !== null) return [...operations].some((name) => pattern.test(name));
    return operations.has(textOf(node) ?? '');
  };
  withTrees(sources, (trees) => {
    for (const { path, text, file } of trees) {
      visit(file, (node) => {
        if (!isNamed(node)) return;
        const start = node.getStart(file);
        const [shown = ''] = text.slice(start, node.end).split('\n');
        found.push(`${path}:${lineAt(text, start)} ${shown}`);
      });
    }
  });
  return found;
}
