// Finds everything that a file imports and what kind of module it is, from its syntax tree.
import {
  isCallExpression,
  isExportAssignment,
  isExportDeclaration,
  isExternalModuleReference,
  isIdentifier,
  isImportDeclaration,
  isImportTypeNode,
  isLiteralTypeNode,
  isNamedExports,
  isNoSubstitutionTemplateLiteral,
  isStringLiteral,
  type ModifiersBase,
  type Node,
  type SourceFile,
  SyntaxKind,
} from 'typescript/unstable/ast';
import { lineAt, type Tree, visit } from './syntax.ts';

/** `target` is null if the module's name is computed and so cannot be judged. */
export type Import = { target: string | null; line: number };

export type Module = {
  path: string;
  imports: readonly Import[];
  default_export_lines: readonly number[];
  is_barrel: boolean;
};

function textOf(node: Node | undefined): string | null {
  if (node === undefined) return null;
  if (isLiteralTypeNode(node)) return textOf(node.literal);
  return isStringLiteral(node) || isNoSubstitutionTemplateLiteral(node) ? node.text : null;
}

/** Undefined if this node imports nothing, null if the imported name cannot be known. */
function targetOf(node: Node): string | null | undefined {
  if (isImportDeclaration(node) || isExportDeclaration(node)) {
    return node.moduleSpecifier === undefined ? undefined : textOf(node.moduleSpecifier);
  }
  if (isImportTypeNode(node)) return textOf(node.argument);
  if (isExternalModuleReference(node)) return textOf(node.expression);
  if (!isCallExpression(node)) return undefined;
  const called = node.expression;
  const imports = called.kind === SyntaxKind.ImportKeyword;
  const requires = isIdentifier(called) && called.text === 'require';
  return imports || requires ? textOf(node.arguments[0]) : undefined;
}

function importsOf(tree: Tree): Import[] {
  const found: Import[] = [];
  visit(tree.file, (node) => {
    const target = targetOf(node);
    if (target === undefined) return;
    found.push({ target, line: lineAt(tree.text, node.getStart(tree.file)) });
  });
  return found;
}

function isDefaultExport(node: Node): boolean {
  if (isExportAssignment(node)) return true;
  if (isExportDeclaration(node)) {
    const clause = node.exportClause;
    if (clause === undefined || !isNamedExports(clause)) return false;
    return clause.elements.some((element) => element.name.text === 'default');
  }
  if (!hasModifiers(node)) return false;
  return node.modifiers?.some(({ kind }) => kind === SyntaxKind.DefaultKeyword) ?? false;
}

const hasModifiers = (node: Node): node is ModifiersBase => 'modifiers' in node;

/** A barrel declares nothing: everything that it exports is declared in another file. */
function isBarrel(file: SourceFile): boolean {
  const others = file.statements.filter((statement) => !isImportDeclaration(statement));
  return others.length > 0 && others.every((statement) => isExportDeclaration(statement));
}

export function moduleOf(tree: Tree): Module {
  const defaults = tree.file.statements.filter((statement) => isDefaultExport(statement));
  return {
    path: tree.path,
    imports: importsOf(tree),
    default_export_lines: defaults.map((node) => lineAt(tree.text, node.getStart(tree.file))),
    is_barrel: isBarrel(tree.file),
  };
}
