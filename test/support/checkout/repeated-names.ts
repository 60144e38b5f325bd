// Finds exported names that are declared in more than one file: two things must not share a name.
import {
  type BindingName,
  isArrayBindingPattern,
  isBindingElement,
  isClassDeclaration,
  isExportDeclaration,
  isFunctionDeclaration,
  isIdentifier,
  isInterfaceDeclaration,
  isNamedExports,
  isObjectBindingPattern,
  isTypeAliasDeclaration,
  isVariableStatement,
  type ModifiersBase,
  type Node,
  type SourceFile,
  SyntaxKind,
} from 'typescript/unstable/ast';
import type { Sources } from './checkout.ts';
import { withTrees } from './syntax.ts';

type RepeatedName = { name: string; paths: readonly string[] };

export type Exception = { names: readonly string[]; paths: readonly string[]; reason: string };

/** Every other name is declared once; an exception applies to exactly these names and files. */
export const DECLARED_TWICE: readonly Exception[] = [
  {
    names: ['ROOT'],
    paths: ['bin/bootstrap.mjs', 'test/support/checkout/checkout.ts'],
    reason: 'the folder of the checkout; bin/ runs before dependencies and has no types to import',
  },
  {
    names: ['PathStep'],
    paths: ['sdk/proof/proof-document.ts', 'server/domain/proof/proof-tree.ts'],
    reason: 'one form, written by the server and read by the SDK, which imports only itself',
  },
  {
    names: ['ProofStatement'],
    paths: ['sdk/proof/proof-document.ts', 'server/domain/proof/proof-document.ts'],
    reason: 'one form, written by the server and read by the SDK, which imports only itself',
  },
  {
    names: [
      'PERCENT_MAX_DECIMALS',
      'RATE_MAX_DECIMALS',
      'parsePercent',
      'parseRate',
      'feeOf',
      'convert',
    ],
    paths: ['server/domain/values/rate.ts', 'test/support/undo/switched-rate.ts'],
    reason: 'a test loads the second file in place of the first, so it exports the same names',
  },
];

// Nothing imports from a test file, so its names cannot be confused with others.
const JUDGED = /^(?:server|cli|sdk|bin|bench|tools|test\/support)\/.*\.(?:ts|mjs)$/;

const hasModifiers = (node: Node): node is ModifiersBase => 'modifiers' in node;

const isExported = (node: Node): boolean =>
  hasModifiers(node) &&
  (node.modifiers?.some(({ kind }) => kind === SyntaxKind.ExportKeyword) ?? false);

function boundNames(name: BindingName): string[] {
  if (isIdentifier(name)) return [name.text];
  if (!isObjectBindingPattern(name) && !isArrayBindingPattern(name)) return [];
  return [...name.elements].flatMap((element) =>
    isBindingElement(element) && element.name !== undefined ? boundNames(element.name) : [],
  );
}

function declaredNames(node: Node): string[] {
  if (isVariableStatement(node)) {
    return node.declarationList.declarations.flatMap(({ name }) => boundNames(name));
  }
  const may_have_name =
    isFunctionDeclaration(node) ||
    isClassDeclaration(node) ||
    isTypeAliasDeclaration(node) ||
    isInterfaceDeclaration(node);
  return may_have_name && node.name !== undefined ? [node.name.text] : [];
}

/** `export { inner as outer }` declares `outer`; with `from` it only passes a name on. */
function listedNames(node: Node): string[] {
  if (!isExportDeclaration(node) || node.moduleSpecifier !== undefined) return [];
  const clause = node.exportClause;
  if (clause === undefined || !isNamedExports(clause)) return [];
  return clause.elements.map(({ name }) => name.text);
}

/** A type and a value of one name in one file are one thing, and so are overloads. */
function exportedNames(file: SourceFile): Set<string> {
  return new Set(
    file.statements.flatMap((node) => (isExported(node) ? declaredNames(node) : listedNames(node))),
  );
}

function repeatedNames(sources: Sources): RepeatedName[] {
  const judged = new Map([...sources].filter(([path]) => JUDGED.test(path)));
  const found = new Map<string, string[]>();
  withTrees(judged, (trees) => {
    for (const { path, file } of trees) {
      for (const name of exportedNames(file)) {
        found.set(name, [...(found.get(name) ?? []), path]);
      }
    }
  });
  return [...found]
    .map(([name, paths]) => ({ name, paths: paths.sort() }))
    .filter(({ paths }) => paths.length > 1);
}

const told = ({ name, paths }: RepeatedName): string => `${name}: ${paths.join(', ')}`;

/** Names declared more than once without an exception, and exceptions that are not needed. */
export function judgeNames(
  sources: Sources,
  exceptions: readonly Omit<Exception, 'reason'>[],
): { repeated: string[]; needless: string[] } {
  const repeated = repeatedNames(sources).map(told);
  const excepted = exceptions.flatMap(({ names, paths }) =>
    names.map((name) => told({ name, paths })),
  );
  return {
    repeated: repeated.filter((text) => !excepted.includes(text)),
    needless: excepted.filter((text) => !repeated.includes(text)),
  };
}
