// Checks every file against the table of allowed imports and against the rules of form.
import { FOLDER_RULES, FORM_RULES, type FolderRule } from './boundary-rules.ts';
import type { Sources } from './checkout.ts';
import { type Module, moduleOf } from './imports.ts';
import { impuritiesOf, thrownIn } from './purity.ts';
import { withTrees } from './syntax.ts';

export type Violation = { rule: string; path: string; line: number; what: string; reason: string };

const PURE_FOLDERS = ['server/domain/', 'server/formats/', 'server/lib/'];

/** The folders in each of these are nouns, and depend on each other in one direction only. */
const LAYERS = [
  'server/lib/',
  'server/domain/',
  'server/formats/',
  'server/store/',
  'server/app/',
  'server/pages/',
  'server/http/',
  'cli/',
];

function ruleOf(path: string): FolderRule | undefined {
  const fitting = FOLDER_RULES.filter((rule) => path.startsWith(rule.of));
  return fitting.sort((left, right) => right.of.length - left.of.length)[0];
}

function resolveRelative(from: string, target: string): string {
  const parts = from.split('/').slice(0, -1);
  for (const part of target.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.') parts.push(part);
  }
  return parts.join('/');
}

const isRelative = (target: string): boolean => /^\.\.?\//.test(target);

function packageOf(target: string): string {
  if (target.startsWith('node:')) return target;
  return target.split('/', target.startsWith('@') ? 2 : 1).join('/');
}

function allows(pattern: string, name: string): boolean {
  if (!pattern.endsWith('*')) return pattern === name;
  return name.startsWith(pattern.slice(0, -1));
}

const isAlias = (target: string): boolean => /^(?:[#~/]|@\/|\.\.?$|file:|https?:)/.test(target);

type Finding = { rule: string; what: string; reason: string };

const formFinding = (rule: keyof typeof FORM_RULES, what: string): Finding => ({
  rule,
  what,
  reason: FORM_RULES[rule],
});

function judgeRelative(path: string, target: string, folder: FolderRule): Finding[] {
  const file = resolveRelative(path, target);
  const found: Finding[] = [];
  if (!/\.(?:tsx?|mjs|css)$/.test(target)) found.push(formFinding('extension', target));
  const is_allowed = folder.files.some((prefix) => file.startsWith(prefix));
  if (!is_allowed || folder.but_not?.includes(file) === true) {
    found.push({ rule: `files of ${folder.of}`, what: file, reason: folder.reason });
  }
  return found;
}

function judgeImport(path: string, target: string | null, folder: FolderRule): Finding[] {
  if (target === null) {
    return folder.computed ? [] : [formFinding('computed-import', 'import of a computed name')];
  }
  if (isRelative(target)) return judgeRelative(path, target, folder);
  if (isAlias(target)) return [formFinding('alias', target)];
  if (folder.packages.some((pattern) => allows(pattern, packageOf(target)))) return [];
  return [{ rule: `packages of ${folder.of}`, what: target, reason: folder.reason }];
}

function judgeModule(module: Module): Violation[] {
  const { path } = module;
  const folder = ruleOf(path);
  if (folder === undefined) {
    // A file at the top, such as a tool's settings, belongs to no module.
    if (!path.includes('/')) return [];
    return [{ path, line: 1, ...formFinding('unknown-folder', path) }];
  }
  const imports = module.imports.flatMap((one) =>
    judgeImport(path, one.target, folder).map((finding) => ({ path, line: one.line, ...finding })),
  );
  const excepted = folder.default_export === true;
  const defaults = (excepted ? [] : module.default_export_lines).map((line) => ({
    path,
    line,
    ...formFinding('default-export', 'a default export'),
  }));
  const barrels = module.is_barrel
    ? [{ path, line: 1, ...formFinding('barrel', 'only re-exports') }]
    : [];
  return [...imports, ...defaults, ...barrels];
}

type Edges = ReadonlyMap<string, readonly string[]>;

const edgesOfFiles = (modules: readonly Module[]): Edges =>
  new Map(modules.map((module) => [module.path, relativesOf(module)]));

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);
const layerOf = (path: string): string | undefined =>
  LAYERS.find((layer) => path.startsWith(layer));

/** The dependencies between the folders of one layer. */
function edgesOfFolders(modules: readonly Module[]): Edges {
  const edges = new Map<string, string[]>();
  for (const module of modules) {
    const layer = layerOf(module.path);
    if (layer === undefined) continue;
    const from = folderOf(module.path);
    const needed = relativesOf(module)
      .filter((path) => layerOf(path) === layer)
      .map(folderOf);
    const others = needed.filter((folder) => folder !== from);
    edges.set(from, [...new Set([...(edges.get(from) ?? []), ...others])]);
  }
  return edges;
}

/** At least one cycle for each group of files or folders that depend on each other in a circle. */
function cyclesOf(edges: Edges): string[][] {
  const rings = new Map<string, string[]>();
  const done = new Set<string>();
  const walk = (path: string, trail: readonly string[]): void => {
    const seen = trail.indexOf(path);
    if (seen !== -1) {
      const ring = trail.slice(seen);
      rings.set([...ring].sort().join(' '), ring);
      return;
    }
    if (done.has(path)) return;
    for (const next of edges.get(path) ?? []) walk(next, [...trail, path]);
    done.add(path);
  };
  for (const path of edges.keys()) walk(path, []);
  return [...rings.values()];
}

function relativesOf(module: Module): string[] {
  const targets = module.imports.map((one) => one.target).filter((target) => target !== null);
  return targets.filter(isRelative).map((target) => resolveRelative(module.path, target));
}

export function judgeBoundaries(sources: Sources): Violation[] {
  return withTrees(sources, (trees) => {
    const modules = trees.map((tree) => moduleOf(tree));
    const rings = (rule: 'cycle' | 'folder-cycle', edges: Edges) =>
      cyclesOf(edges).map((ring) => ({
        path: ring[0] ?? '',
        line: 1,
        ...formFinding(rule, [...ring, ring[0]].join(' → ')),
      }));
    const cycles = [
      ...rings('cycle', edgesOfFiles(modules)),
      ...rings('folder-cycle', edgesOfFolders(modules)),
    ];
    const impure = trees
      .filter((tree) => PURE_FOLDERS.some((folder) => tree.path.startsWith(folder)))
      .flatMap((tree) =>
        impuritiesOf(tree).map(({ line, what }) => ({
          path: tree.path,
          line,
          ...formFinding('purity', what),
        })),
      );
    const thrown = trees
      .filter((tree) => tree.path.startsWith('server/domain/'))
      .flatMap((tree) =>
        thrownIn(tree).map(({ line, what }) => ({
          path: tree.path,
          line,
          ...formFinding('thrown', what),
        })),
      );
    return [...modules.flatMap((module) => judgeModule(module)), ...cycles, ...impure, ...thrown];
  });
}
