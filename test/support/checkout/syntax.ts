// Turns source text into syntax trees, so that the tests about the source never guess.
import type { Node, SourceFile } from 'typescript/unstable/ast';
import { createVirtualFileSystem } from 'typescript/unstable/fs';
import { API } from 'typescript/unstable/sync';
import type { Sources } from './checkout.ts';

// Only parses: loads no library files, resolves no imports and reads nothing from the disk.
const SETTINGS = {
  compilerOptions: {
    allowImportingTsExtensions: true,
    allowJs: true,
    module: 'nodenext',
    noEmit: true,
    noLib: true,
    noResolve: true,
    types: [],
  },
  include: ['**/*'],
};

const FOLDER = '/sources/';

export type Tree = { path: string; text: string; file: SourceFile };

type Parser = { getSourceFile(path: string): SourceFile | undefined };

function treeOf(program: Parser, path: string, text: string): Tree {
  const file = program.getSourceFile(`${FOLDER}${path}`);
  if (file === undefined) throw new Error(`the parser did not read ${path}`);
  return { path, text, file };
}

function parse(sources: readonly (readonly [path: string, text: string])[]): Tree[] {
  const config = `${FOLDER}tsconfig.json`;
  const files = sources.map(([path, text]) => [`${FOLDER}${path}`, text] as const);
  const everything = Object.fromEntries([...files, [config, JSON.stringify(SETTINGS)] as const]);
  const api = new API({ cwd: FOLDER, fs: createVirtualFileSystem(everything) });
  try {
    const project = api.updateSnapshot({ openProjects: [config] }).getProject(config);
    if (project === undefined) throw new Error('the parser opened no project');
    return sources.map(([path, text]) => treeOf(project.program, path, text));
  } finally {
    api.close();
  }
}

/** What was parsed last, by path: the judges that share a process look at the same trees. */
const known = new Map<string, Tree>();

/** Calls `use` with each file's tree, which follows from the file's own text alone. */
export function withTrees<Result>(
  sources: Sources,
  use: (trees: readonly Tree[]) => Result,
): Result {
  const missing = [...sources].filter(([path, text]) => known.get(path)?.text !== text);
  if (missing.length > 0) for (const tree of parse(missing)) known.set(tree.path, tree);
  return use([...sources.keys()].flatMap((path) => known.get(path) ?? []));
}

export function visit(node: Node, see: (node: Node) => void): void {
  see(node);
  node.forEachChild((child) => {
    visit(child, see);
  });
}

/** Line numbers as an editor shows them: the first line is 1. */
export function lineAt(text: string, position: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < position; at = text.indexOf('\n', at + 1)) {
    line += 1;
  }
  return line;
}
