// Runs every command of the documents against a sandbox: the page of an error must give its error.
import { deepEqual, doesNotMatch, equal, match, ok } from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { REFUSAL_CODES } from '../server/domain/service/refusal.ts';
import { ERROR_CATALOGUE } from '../server/http/error/error-catalogue.ts';
import { commandBlocks, NOT_RUN, scriptOf } from './support/checkout/document-commands.ts';
import { readDocuments } from './support/checkout/documents.ts';
import { cleanup } from './support/cleanup.ts';
import { type SandboxShell, startSandboxShell } from './support/sandbox-shell.ts';

const ERRORS = 'docs/reference/errors/';

/** These have a test of their own, which also checks what they print. */
const ELSEWHERE = [
  ...['quick-start', 'sample-shop', 'sandbox'].map((name) => `docs/guide/${name}.md`),
  'docs/operate/going-live.md',
];

/** As `grep: data/sandbox.json: No such file`: whoever reads it takes it for the error. */
const COMPLAINT = /^[\w./-]+: /m;

/** What these pages say that their commands print. */
const PRINTED: Readonly<Record<string, RegExp>> = {
  'docs/guide/pay-ins.md': /^http\S+\/pay\/\S+\ncompleted\n\{"data":\[.*\}\nverifying\n$/,
  'docs/guide/pay-outs.md': /^\d+\n\{.*\}\n\d+\n$/,
  'docs/guide/refunds.md': /^created\n2500\n$/,
  'docs/guide/disputes.md': /^disputed\n\{.*\}\nwithdrawn\ncompleted\n$/,
  'docs/guide/settlements.md': /^\{.*\}\n\{"data":\[.*\}\n$/,
};

let sandbox: SandboxShell;
const close = cleanup();
before(async () => {
  sandbox = await startSandboxShell();
  close(() => sandbox.stop());
});

describe('the commands in documents', () => {
  const blocks = commandBlocks();

  it('are all found, each to be run or with a reason why not', () => {
    const fences = [...readDocuments().values()].flatMap((text) => text.match(/^```sh$/gm) ?? []);
    equal(blocks.length, fences.length);
    const reasons = blocks.flatMap(({ path, not_run }) =>
      not_run === null || not_run in NOT_RUN ? [] : [`${path}: ${not_run}`],
    );
    deepEqual(reasons, []);
  });

  const paths = [...new Set(blocks.map(({ path }) => path))].filter(
    (path) => !path.startsWith(ERRORS) && !ELSEWHERE.includes(path),
  );
  for (const path of paths.filter((one) => scriptOf(one) !== '')) {
    it(`work: ${path}`, async () => {
      const { code, output, complaints } = await sandbox.run(scriptOf(path));
      equal(code, 0, output + complaints);
      doesNotMatch(complaints, COMPLAINT);
      match(output, PRINTED[path] ?? /^/);
    });
  }
});

describe('the page of an error gives it', () => {
  const first = commandBlocks().find(
    ({ path, text }) => path === 'docs/guide/errors.md' && text.startsWith('BASE_URL='),
  );

  for (const code of REFUSAL_CODES) {
    const { example, status } = ERROR_CATALOGUE[code];
    const path = `${ERRORS}${code.replaceAll('_', '-')}.md`;
    if (typeof example !== 'string') {
      it(`or says why not: ${code}`, () => equal(scriptOf(path), ''));
      continue;
    }
    it(code, async () => {
      ok(first !== undefined);
      const { output, complaints } = await sandbox.run(`${first.text}\n${scriptOf(path)}`);
      const answers = [...output.matchAll(/^\{"type":.*?\}$/gm)].map(([text]) => JSON.parse(text));
      const { code: told, status: shown } = answers.at(-1) ?? {};
      deepEqual([told, shown], [code, status], output + complaints);
      doesNotMatch(complaints, COMPLAINT);
    });
  }

  it('also of a UTR that `trigger` has used', async () => {
    ok(first !== undefined);
    const trigger =
      'PAYMENT_ORDERS_URL="$BASE_URL" MERCHANT_TOKEN="$TOKEN" ' +
      'node bin/payment-orders.mjs trigger deposit.completed';
    const page = scriptOf(`${ERRORS}utr-already-used.md`);
    const { output, complaints } = await sandbox.run(`${first.text}\n${trigger}\n${page}`);
    match(output, /"code":"utr_already_used"/, output + complaints);
  });
});
