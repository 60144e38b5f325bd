// Which test files share a process: loading the service's hundreds of files, and a database or a
// browser that several files can use, then cost once for a dozen of them.

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ROOT } from './bootstrap.mjs';

/** Needs no database: these files share the largest groups. */
const PURE = new Set(['domain', 'formats', 'lib', 'settings', 'statements']);
const FILES_PER_GROUP = 12;
const PURE_FILES_PER_GROUP = 60;

/** Judge the source by its syntax trees, which take longer to make than to look at. */
const JUDGES =
  /^test\/(?:architecture|boundaries|caches|names|operations|patterns|tidy)\.test\.ts$/;
const OF_JUDGES = 'judges';

/** Folders whose files share a process with others of the same folder. */
const SHARING = new Set([
  ...PURE,
  OF_JUDGES,
  'app',
  'jobs',
  'security',
  'http',
  'pages',
  'store',
  'console',
  'cli',
  'bench',
]);

/** Below those folders: what each needs of its process, which no other file may have changed. */
const APART = [
  /^test\/bench\/scratch-database\.test\.ts$/, // Servers of its own, some of them killed.
  /^test\/store\/(?:connection|embedded)\//, // Servers and connections that are cut and killed.
  /^test\/app\/factor\/passkeys\.test\.ts$/, // Replaces the clock.
  /^test\/app\/proof\/broken-links\.test\.ts$/, // Replaces the file system's functions.
  /^test\/domain\/.*\/undo-entries\.test\.ts$/, // Replaces modules.
  // Node names its snapshot by the process.
  /^test\/domain\/approval\/command-approvals\.test\.ts$/,
  /^test\/jobs\/(?:callback-attacks|delivery-pool)\.test\.ts$/, // Replaces DNS and the network.
];

const folderOf = (path) => (JUDGES.test(path) ? OF_JUDGES : (path.split('/')[1] ?? ''));

function isSharing(path) {
  return SHARING.has(folderOf(path)) && !APART.some((pattern) => pattern.test(path));
}

/** Always the same for the same files, so that no order of a run can decide what passes. */
export function groupsOf(paths) {
  const by_folder = Map.groupBy(paths.filter(isSharing).toSorted(), folderOf);
  const groups = [...by_folder].flatMap(([folder, files]) => {
    const most = PURE.has(folder) ? PURE_FILES_PER_GROUP : FILES_PER_GROUP;
    const count = Math.ceil(files.length / most);
    const size = Math.ceil(files.length / count);
    return Array.from({ length: count }, (_, index) =>
      files.slice(index * size, (index + 1) * size),
    );
  });
  return [...groups, ...paths.filter((path) => !isSharing(path)).map((path) => [path])];
}

const PROGRAMS = join(ROOT, 'node_modules', '.cache', 'test-groups-');

export const isGroup = (program) => program.startsWith(PROGRAMS);

/** What the files of a process share besides the service's code, each with what keeps it. */
const SHARED = {
  keepSharedServer: join(ROOT, 'bench', 'harness', 'shared-server.ts'),
  keepSharedBrowser: join(ROOT, 'test', 'support', 'browser', 'browser.ts'),
};
/** Keeps the trees until its process ends. */
const TREES = join(ROOT, 'test', 'support', 'checkout', 'syntax.ts');

function programOf(files) {
  const folder = folderOf(files[0]);
  const kept = PURE.has(folder) || folder === OF_JUDGES ? {} : SHARED;
  const shared = [...Object.values(kept), ...(folder === OF_JUDGES ? [TREES] : [])];
  const text = JSON.stringify;
  return [
    `import { runGroup } from ${text(join(ROOT, 'bin', 'test-group.mjs'))};`,
    ...Object.entries(kept).map(([keep, path]) => `import { ${keep} } from ${text(path)};`),
    `runGroup(${text(files)}, [${Object.keys(kept)}], ${text(shared)});`,
    '',
  ].join('\n');
}

/** The program of each group: a test file itself if it is alone. `remove` takes them away again. */
export function writePrograms(groups) {
  const folder = `${PROGRAMS}${process.pid}`;
  mkdirSync(folder, { recursive: true });
  const programs = groups.map((files, index) => {
    if (files.length === 1) return { program: resolve(ROOT, files[0]), files };
    const program = join(folder, `${folderOf(files[0])}-${index + 1}.mjs`);
    writeFileSync(program, programOf(files));
    return { program, files };
  });
  return { programs, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
