// The tables of the main lists at a real terminal of 80 columns, with the demo's data: no line is
// wider, shortened ids still tell rows apart, and `--wide` and a pipe have everything.
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { promisify } from 'node:util';
import { BENCH_OPERATOR_TOKEN } from '../../bench/harness/shop.ts';
import { widthOf } from '../../cli/client/table/text-width.ts';
import { testUnder } from '../support/checkout/machine-programs.ts';
import { type DemoService, startDemoService } from '../support/demo-service.ts';
import { openPseudoTerminal, TERMINAL_PROGRAM } from './pseudo-terminal.ts';

const MAIN = join(import.meta.dirname, '../../cli/main.ts');
const COLUMNS = 80;
const ID = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/;

/** `MERCHANT` is the demo's. */
const LISTS = [
  'merchants list',
  'accounts list',
  'tokens list MERCHANT',
  'trades list',
  'lines list',
  'events list --merchant-id MERCHANT',
  'settlements list',
  'payouts queue',
  'disputes list',
  'ledger accounts',
  'operator-tokens list',
  'people list',
  'audit list',
];

let service: DemoService;
let env: NodeJS.ProcessEnv;
let merchant: string;
before(async () => {
  service = await startDemoService();
  env = {
    PATH: process.env.PATH,
    PAYMENT_ORDERS_URL: service.url,
    OPERATOR_TOKEN: BENCH_OPERATOR_TOKEN,
    NO_COLOR: '1',
  };
  merchant = JSON.parse((await piped('merchants list --json')).join('\n')).data[0].id;
});
after(() => service.stop());

async function atTerminal(list: string, columns: number): Promise<string[]> {
  const command = `${process.execPath} ${MAIN} ${list}`;
  const { code, shown } = await openPseudoTerminal(command, { columns, env }).ended;
  equal(code, 0, shown);
  return shown.trimEnd().split('\n');
}

/** The same list in a pipe. */
async function piped(list: string): Promise<string[]> {
  const { stdout } = await promisify(execFile)(process.execPath, [MAIN, ...list.split(' ')], {
    env,
  });
  return stdout.trimEnd().split('\n');
}

/** The cells of the first column, by its width: no cell of it has two blanks. */
const firstCells = (rows: readonly string[]) => rows.map((row) => row.split('  ')[0] ?? '');

for (const list of LISTS) {
  testUnder(TERMINAL_PROGRAM, `80 columns are enough for ${list}`, async () => {
    const [head = '', ...whole] = await piped(list.replace('MERCHANT', merchant));
    const shown = await atTerminal(list.replace('MERCHANT', merchant), COLUMNS);
    // What names the next page is copied, so it is never cut.
    const lines = shown.filter((line) => !line.startsWith('More: --'));
    deepEqual(
      lines.filter((line) => widthOf(line) > COLUMNS),
      [],
    );
    const rows = lines.slice(1, 1 + whole.length);
    ok(rows.length > 0, list);
    const about = new Set(firstCells(whole)).size;
    equal(new Set(firstCells(rows)).size, about, rows.join('\n'));
    ok(!rows.some((row) => ID.test(row)) || Math.max(...whole.map(widthOf)) <= COLUMNS);
    const wide = await atTerminal(`${list.replace('MERCHANT', merchant)} --wide`, COLUMNS);
    deepEqual(wide.slice(0, 1 + whole.length), [head, ...whole]);
  });
}

testUnder(TERMINAL_PROGRAM, 'a wider terminal shows more of a list', async () => {
  const [narrow = '', wide = '', widest = ''] = await Promise.all(
    [COLUMNS, 120, 400].map(async (columns) => (await atTerminal('trades list', columns))[0]),
  );
  match(narrow, /^trade +order_id +direction +state +amount_\S+ +amount_\S+/);
  ok(narrow.split(/ +/).length < wide.split(/ +/).length, `${narrow}\n${wide}`);
  deepEqual(widest, (await piped('trades list'))[0]);
});
