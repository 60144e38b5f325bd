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

async function hasSameLock(one: string, other: string): Promise<boolean> {
  const read = (project: string) => readFile(join(project, 'package-lock.json'));
  return (await read(one)).equals(await read(other));
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
  if (await hasSameLock(PROJECT_ROOT, project)) {
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
