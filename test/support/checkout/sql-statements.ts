// Reads the SQL statements in the source, with what their templates are made of.
import {
  isArrayLiteralExpression,
  isArrowFunction,
  isAsExpression,
  isBinaryExpression,
  isBlock,
  isCallExpression,
  isConditionalExpression,
  isElementAccessExpression,
  isFunctionDeclaration,
  isIdentifier,
  isNoSubstitutionTemplateLiteral,
  isObjectLiteralExpression,
  isParenthesizedExpression,
  isPropertyAccessExpression,
  isPropertyAssignment,
  isReturnStatement,
  isSatisfiesExpression,
  isSpreadElement,
  isStringLiteral,
  isTemplateExpression,
  isVariableDeclaration,
  type Node,
} from 'typescript/unstable/ast';
import type { Sources } from './checkout.ts';
import { lineAt, type Tree, visit, withTrees } from './syntax.ts';

export type SourceStatement = { path: string; line: number; text: string };

export type SourceStatements = {
  statements: SourceStatement[];
  /** Calls of `query` whose text is made in a way that is not followed here. */
  unread: string[];
};

const VERBS = [
  'with|select|insert into|update|delete from|merge into|alter|create|drop|truncate|lock table',
  'set (?:local|session|search_path|transaction|constraints)|copy|grant|revoke|begin|commit',
  'rollback|savepoint|release|explain|analyze|vacuum|declare|fetch|close',
];
const BEGINS = new RegExp(String.raw`^[\s(]*(?:${VERBS.join('|')})\b`);

/** A constant's name stands in a list of names, and that in a statement. */
const statementOf = (node: Node): Node => (isFunctionDeclaration(node) ? node : node.parent.parent);

/** The declarations of each name, those of the file itself first. */
type Declarations = (path: string, name: string) => readonly { path: string; node: Node }[];

function declarationsOf(trees: readonly Tree[]): Declarations {
  const by_file = new Map<string, Map<string, Node[]>>();
  const exported = new Map<string, { path: string; node: Node }[]>();
  for (const { path, file } of trees) {
    const own = new Map<string, Node[]>();
    by_file.set(path, own);
    visit(file, (node) => {
      if (!isVariableDeclaration(node) && !isFunctionDeclaration(node)) return;
      if (node.name === undefined || !isIdentifier(node.name)) return;
      const { text } = node.name;
      own.set(text, [...(own.get(text) ?? []), node]);
      const is_exported = /^export /.test(statementOf(node).getText(file));
      if (is_exported) exported.set(text, [...(exported.get(text) ?? []), { path, node }]);
    });
  }
  return (path, name) => {
    const own = by_file.get(path)?.get(name);
    if (own !== undefined) return own.map((node) => ({ path, node }));
    // Names that are exported are declared once in all folders.
    return exported.get(name) ?? [];
  };
}

type Place = {
  path: string;
  declared: Declarations;
  /** Names that are being looked up: what calls itself ends there. */
  on_way: ReadonlySet<string>;
};

const joined = (nodes: readonly Node[], place: Place): string =>
  nodes
    .map((node) => literalsOf(node, place))
    .filter((text) => text !== '')
    .join(' ');

/** What a function may return. */
function returnedBy(body: Node, place: Place): string {
  if (!isBlock(body)) return literalsOf(body, place);
  const returned: Node[] = [];
  visit(body, (node) => {
    if (isReturnStatement(node) && node.expression !== undefined) returned.push(node.expression);
  });
  return joined(returned, place);
}

function bodyOf(node: Node, place: Place): string {
  if (isVariableDeclaration(node) && node.initializer !== undefined) {
    return literalsOf(node.initializer, place);
  }
  return isFunctionDeclaration(node) && node.body !== undefined ? returnedBy(node.body, place) : '';
}

function namedBy(name: string, place: Place): string {
  if (place.on_way.has(name)) return '';
  const on_way = new Set([...place.on_way, name]);
  const bodies = place
    .declared(place.path, name)
    .map(({ path, node }) => bodyOf(node, { ...place, path, on_way }));
  return bodies.filter((text) => text !== '').join(' ');
}

/** The texts that an expression may be made of, one after another. */
function literalsOf(node: Node, place: Place): string {
  if (isStringLiteral(node) || isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (isTemplateExpression(node)) {
    const spans = node.templateSpans.map(
      (span) => literalsOf(span.expression, place) + span.literal.text,
    );
    return node.head.text + spans.join('');
  }
  if (isIdentifier(node)) return namedBy(node.text, place);
  if (isArrowFunction(node)) return returnedBy(node.body, place);
  if (isCallExpression(node)) return joined([node.expression, ...node.arguments], place);
  if (isConditionalExpression(node)) return joined([node.whenTrue, node.whenFalse], place);
  if (isBinaryExpression(node)) return joined([node.left, node.right], place);
  if (isArrayLiteralExpression(node)) return joined(node.elements, place);
  if (isPropertyAccessExpression(node)) return literalsOf(node.expression, place);
  if (isElementAccessExpression(node)) return literalsOf(node.expression, place);
  if (isObjectLiteralExpression(node)) return joined(node.properties, place);
  if (isPropertyAssignment(node)) return literalsOf(node.initializer, place);
  if (isParenthesizedExpression(node) || isAsExpression(node) || isSatisfiesExpression(node)) {
    return literalsOf(node.expression, place);
  }
  return '';
}

const isText = (node: Node): boolean =>
  isStringLiteral(node) || isNoSubstitutionTemplateLiteral(node) || isTemplateExpression(node);

/** `x.query(name, text, values)`; of the driver's own clients `x.query(text)`. */
function queriedText(node: Node): Node | undefined {
  if (!isCallExpression(node) || !isPropertyAccessExpression(node.expression)) return undefined;
  if (node.expression.name.text !== 'query') return undefined;
  const text = node.arguments.length >= 3 ? node.arguments[1] : node.arguments[0];
  if (text === undefined || !isObjectLiteralExpression(text)) return text;
  return text.properties.find(
    (one) => isPropertyAssignment(one) && isIdentifier(one.name) && one.name.text === 'text',
  );
}

/** The text is a literal elsewhere, where it is read. */
const isHandedOn = (node: Node): boolean =>
  isIdentifier(node) || isPropertyAccessExpression(node) || isSpreadElement(node);

function readTree({ path, text, file }: Tree, declared: Declarations): SourceStatements {
  const statements = new Map<string, SourceStatement>();
  const unread: string[] = [];
  const place: Place = { path, declared, on_way: new Set() };
  const note = (node: Node, made: string) => {
    if (!BEGINS.test(made)) return false;
    const line = lineAt(text, node.getStart(file));
    statements.set(`${line} ${made}`, { path, line, text: made });
    return true;
  };
  visit(file, (node) => {
    if (isText(node)) note(node, literalsOf(node, place));
    const queried = queriedText(node);
    if (queried === undefined || isHandedOn(queried)) return;
    if (note(queried, literalsOf(queried, place))) return;
    unread.push(`${path}:${lineAt(text, node.getStart(file))}: ${queried.getText(file)}`);
  });
  return { statements: [...statements.values()], unread };
}

export function readStatements(sources: Sources): SourceStatements {
  return withTrees(sources, (trees) => {
    const declared = declarationsOf(trees);
    const found = trees.map((tree) => readTree(tree, declared));
    return {
      statements: found.flatMap((one) => one.statements),
      unread: found.flatMap((one) => one.unread),
    };
  });
}
