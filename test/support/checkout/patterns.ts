// Finds every regular expression of the source: literals in the syntax trees, and those made from
// texts while modules are loaded.
import { pathToFileURL } from 'node:url';
import {
  isCallExpression,
  isIdentifier,
  isNewExpression,
  isRegularExpressionLiteral,
  type Node,
} from 'typescript/unstable/ast';
import { ROOT, type Sources } from './checkout.ts';
import { lineAt, visit, withTrees } from './syntax.ts';

export type Pattern = { path: string; line: number; source: string; flags: string };

/** A place where the source makes a pattern from a text. */
type Maker = Pick<Pattern, 'path' | 'line'>;

const isMaker = (node: Node): boolean =>
  (isNewExpression(node) || isCallExpression(node)) &&
  isIdentifier(node.expression) &&
  node.expression.text === 'RegExp';

function literalOf(text: string) {
  const end = text.lastIndexOf('/');
  return { source: text.slice(1, end), flags: text.slice(end + 1) };
}

export function findPatterns(sources: Sources): { literals: Pattern[]; makers: Maker[] } {
  const literals: Pattern[] = [];
  const makers: Maker[] = [];
  withTrees(sources, (trees) => {
    for (const { path, text, file } of trees) {
      visit(file, (node) => {
        const at = () => ({ path, line: lineAt(text, node.getStart(file)) });
        if (isRegularExpressionLiteral(node)) literals.push({ ...at(), ...literalOf(node.text) });
        if (isMaker(node)) makers.push(at());
      });
    }
  });
  return { literals, makers };
}

/** The first line of a stack that is in one of the files. */
function callerOf(stack: string, paths: ReadonlySet<string>): Maker | null {
  for (const line of stack.split('\n')) {
    const at = line.indexOf(pathToFileURL(ROOT).href);
    if (at === -1) continue;
    const [path = '', number = ''] = line.slice(at + pathToFileURL(ROOT).href.length).split(':');
    if (paths.has(path)) return { path, line: Number.parseInt(number, 10) };
  }
  return null;
}

/**
 * Loads the files and notes each pattern that they make, with the line that makes it. `run` then
 * calls the functions that make patterns only when they are called.
 */
export async function madePatterns(
  paths: readonly string[],
  run: () => Promise<void>,
): Promise<Pattern[]> {
  const made: Pattern[] = [];
  const known = new Set(paths);
  const original = globalThis.RegExp;
  globalThis.RegExp = new Proxy(original, {
    construct(target, parameters, new_target) {
      const pattern: RegExp = Reflect.construct(target, parameters, new_target);
      const maker = callerOf(new Error('where').stack ?? '', known);
      if (maker !== null) made.push({ ...maker, source: pattern.source, flags: pattern.flags });
      return pattern;
    },
  });
  try {
    for (const path of paths) await import(pathToFileURL(`${ROOT}${path}`).href);
    await run();
  } finally {
    globalThis.RegExp = original;
  }
  return made;
}
