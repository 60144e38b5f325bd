// Comparing the service with another commit: what is compared, in which turns, and what remains.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, realpath, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { openCheckout } from '../../../bench/against/checkout.ts';
import { COMPARED_LOADS, COMPARED_SCENARIOS } from '../../../bench/against/loads.ts';
import { type OpenAgainst, openYoungAgainst } from '../../../bench/against/open-against.ts';
import { runAgainst } from '../../../bench/against/run-against.ts';
import { PROJECT_ROOT } from '../../../bench/harness/bench-service.ts';
import { removeFolder, scratchFolder } from '../../../bench/harness/scratch-folder.ts';
import { SCENARIOS } from '../../../bench/run-bench.ts';

/** What a service needs to start; the packages are those of this checkout. */
const SERVICE_PARTS = ['migrations', 'openapi', 'package-lock.json', 'package.json', 'server'];

const silent = () => undefined;

let folder: string;
/** A history of its own: the project may have been unpacked without one. */
let repository: string;

const git = (...words: string[]) =>
  execFileSync(
    'git',
    ['-C', repository, '-c', 'user.name=Asha', '-c', 'user.email=a@b', ...words],
    {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  );

function commitAll(subject: string): void {
  git('add', '--all');
  git('commit', '--quiet', '--message', subject);
}

const worktrees = () => git('worktree', 'list').trim().split('\n').length;

before(async () => {
  folder = await realpath(await scratchFolder());
  repository = join(folder, 'repository');
  await mkdir(repository);
  git('init', '--quiet');
  for (const part of SERVICE_PARTS) {
    await cp(join(PROJECT_ROOT, part), join(repository, part), { recursive: true });
  }
  commitAll('a service');
  git('tag', 'service');
  await writeFile(
    join(repository, 'package-lock.json'),
    JSON.stringify({ packages: { 'node_modules/nothing': { version: '9.9.9' } } }),
  );
  commitAll('packages that cannot be installed');
  git('tag', 'uninstallable');
  git('rm', '--quiet', '-r', 'server');
  await cp(join(PROJECT_ROOT, 'package-lock.json'), join(repository, 'package-lock.json'));
  commitAll('no service');
});
after(() => removeFolder(folder));

const checkoutOf = (commit: string) =>
  openCheckout({ repository, commit, folder: join(folder, 'there'), say: silent });

test('a checkout that cannot be installed is removed again', async () => {
  await assert.rejects(checkoutOf('uninstallable'), /npm ci/);
  assert.deepEqual([worktrees(), existsSync(join(folder, 'there'))], [1, false]);
});

test('a commit that does not exist is named', async () => {
  for (const commit of ['nowhere', '--force']) {
    await assert.rejects(checkoutOf(commit), new RegExp(`no commit "${commit}" to compare with`));
  }
});

test('a commit without a service is named, and nothing of it remains', async () => {
  const { opened, close } = openYoungAgainst({ commit: 'HEAD', repository, say: silent });
  await assert.rejects(opened, /The service of [0-9a-f]{8} does not start: .*main/s);
  assert.equal(worktrees(), 2);
  await close();
  assert.equal(worktrees(), 1);
});

/** Both services are stopped and the checkout is removed, whatever the work does. */
async function withBoth(work: (both: OpenAgainst) => Promise<void>): Promise<void> {
  const { opened, close } = openYoungAgainst({ commit: 'service', repository, say: silent });
  try {
    await work(await opened);
  } finally {
    await close();
  }
}

test('what can be compared is a scenario that can be asked for', () => {
  const known = SCENARIOS.map(({ name }) => name);
  assert.deepEqual(
    COMPARED_SCENARIOS.filter((name) => !known.includes(name)),
    [],
  );
});

const LOADS = COMPARED_LOADS.filter(({ scenario }) =>
  ['creates', 'mixed', 'matching'].includes(scenario),
);

test('both services run under each load, and afterwards neither they nor the checkout', async () => {
  let urls: string[] = [];
  await withBoth(async (both) => {
    const { here, there } = both.sides;
    urls = [here.service.url, there.service.url];
    assert.notEqual(here.database_url, there.database_url);
    // No service answers every request so.
    const refused = LOADS.slice(0, 1).map((load) => ({ ...load, name: 'none', answers: ['418'] }));
    const counts = { merchants: 3, accounts: 5 };
    const plan = { seconds: 0.1, rounds: 1, loads: [...LOADS, ...refused], counts };
    const report = await runAgainst(both, plan);
    assert.equal(report.there.subject, 'a service');
    for (const { name } of LOADS) {
      const of_load = report.comparisons.filter((one) => one.name.startsWith(`${name}: `));
      assert.ok(of_load.length > 0, name);
      for (const { runs } of of_load) {
        assert.deepEqual([runs.here.length, runs.there.length], [1, 1]);
        assert.ok([...runs.here, ...runs.there].every((run) => run >= 0));
      }
    }
    const [failure, ...others] = report.failures;
    assert.match(failure?.error ?? '', /service of [0-9a-f]{8} does not answer the load "none"/);
    assert.deepEqual(others, []);
  });
  assert.equal(worktrees(), 1);
  for (const url of urls) await assert.rejects(fetch(`${url}/readyz`), TypeError);
});
