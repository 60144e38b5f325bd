// Another commit of the project in a folder of its own, with its locked packages.
import { execFile } from 'node:child_process';
import { readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PROJECT_ROOT } from '../harness/bench-service.ts';

const run = promisify(execFile);

export type CommitName = { readonly commit: string; readonly subject: string };

export type Checkout = CommitName & {
  readonly project: string;
  remove(): Promise<void>;
};

export type CheckoutOptions = {
  /** Knows the commit. */
  readonly repository: string;
  readonly commit: string;
  /** Does not exist yet. */
  readonly folder: string;
  say(text: string): void;
};

async function git(repository: string, ...words: string[]): Promise<string> {
  return (await run('git', ['-C', repository, ...words])).stdout.trim();
}

export async function commitName(repository: string, commit: string): Promise<CommitName> {
  try {
    const words = [
      'show',
      '--no-patch',
      '--format=%H %s',
      '--end-of-options',
      `${commit}^{commit}`,
    ];
    const [id = '', ...subject] = (await git(repository, ...words)).split(' ');
    return { commit: id, subject: subject.join(' ') };
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    throw new Error(`There is no commit "${commit}" to compare with: ${cause}`, { cause: error });
  }
}

/** Says of which commit's service something is wrong, so that it is clear which one to look at. */
export async function ofCommit<Value>(
  { commit }: Pick<CommitName, 'commit'>,
  what_fails: string,
  work: () => Promise<Value>,
): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    const message = `The service of ${commit.slice(0, 8)} ${what_fails}: ${cause}`;
    throw new Error(message, { cause: error });
  }
}

/** What is measured may differ from the commit that is checked out. */
export async function hasChanges(repository: string): Promise<boolean> {
  return (await git(repository, 'status', '--porcelain')) !== '';
}

type Lock = { readonly packages: Readonly<Record<string, { readonly version?: string }>> };

const lockOf = async (project: string): Promise<Lock> =>
  JSON.parse(await readFile(join(project, 'package-lock.json'), 'utf8'));

/** The packages here may be more, because a dependency that is new disturbs nobody. */
async function hasItsPackages(here: string, there: string): Promise<boolean> {
  const [own, { packages }] = await Promise.all([lockOf(here), lockOf(there)]);
  // The first one, without a name, is the project itself.
  const names = Object.keys(packages).filter((name) => name !== '');
  return names.every((name) => packages[name]?.version === own.packages[name]?.version);
}

/** Neither Node nor PostgreSQL: the benchmark starts its own for both. */
const NPM_OPTIONS = [
  '--omit=dev',
  '--omit=optional',
  '--ignore-scripts',
  '--no-audit',
  '--no-fund',
];

async function install(project: string, say: (text: string) => void): Promise<void> {
  if (await hasItsPackages(PROJECT_ROOT, project)) {
    await symlink(join(PROJECT_ROOT, 'node_modules'), join(project, 'node_modules'));
    return;
  }
  say('installing its locked packages, which differ from those here');
  await run('npm', ['ci', ...NPM_OPTIONS], { cwd: project });
}

export async function openCheckout(options: CheckoutOptions): Promise<Checkout> {
  const { repository, folder, say } = options;
  const name = await commitName(repository, options.commit);
  say(`checking out ${name.commit.slice(0, 8)} ${name.subject}`);
  const remove = async () => {
    await git(repository, 'worktree', 'remove', '--force', folder);
  };
  await git(repository, 'worktree', 'add', '--detach', folder, name.commit);
  try {
    await install(folder, say);
  } catch (error) {
    await remove();
    throw error;
  }
  return { ...name, project: folder, remove };
}
