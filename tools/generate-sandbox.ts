// Renders the parts of the sandbox's guide that list magic values, acts of the simulated bank and
// scripted faults, from the tables in the code.
import { readFileSync } from 'node:fs';
import {
  MAGIC_PAYINS,
  MAGIC_PAYOUTS,
  MAGIC_UTRS,
  type MagicAmount,
  type MagicUtr,
} from '../server/domain/sandbox/magic-values.ts';
import { SANDBOX_ACT_ROWS, SANDBOX_ACTS } from '../server/domain/sandbox/sandbox-acts.ts';
import { SANDBOX_FAULTS } from '../server/domain/sandbox/sandbox-faults.ts';
import { markdownTable } from './markdown.ts';

const FILE = 'docs/guide/sandbox.md';
const BEGIN = '<!-- Made by tools/generate.ts from server/domain/sandbox/. -->';
const END = '<!-- End of what is made. -->';

const code = (text: string): string => `\`${text}\``;

function endOf({ ends }: MagicAmount | MagicUtr): string {
  if ('refused' in ends) return `422 ${code(ends.refused)}`;
  const { state, state_reason } = ends;
  return state_reason === null ? code(state) : `${code(state)} (${code(state_reason)})`;
}

const amounts = (rows: readonly MagicAmount[]) =>
  markdownTable(
    [code('amount_cents'), 'the order', 'ends as'],
    rows.map((row) => [String(row.amount_cents), row.what, endOf(row)]),
  );

function tables(): string {
  const utrs = MAGIC_UTRS.map((row) => [`${row.beginning}…`, row.what, endOf(row)]);
  const acts = SANDBOX_ACTS.map((act) => {
    const { what, states } = SANDBOX_ACT_ROWS[act];
    return [code(act), what, states.join(', ')];
  });
  const faults = Object.entries(SANDBOX_FAULTS).map(([name, what]) => [code(name), what]);
  return [
    'Pay-ins, in any currency:',
    amounts(MAGIC_PAYINS),
    'Claims of pay-ins of any amount, by how their UTR begins (a UPI UTR has 12 digits):',
    markdownTable([code('utr'), 'what the bank says', 'ends as'], utrs),
    'Pay-outs, in any currency:',
    amounts(MAGIC_PAYOUTS),
    '### What you can make the bank do',
    '`POST /api/v1/sandbox/orders` with `merchant_id`, `id` and `act`:',
    markdownTable([code('act'), 'what happens', 'in states'], acts),
    '### Scripted faults',
    '`POST /api/v1/sandbox/faults` with `merchant_id`, `fault` and `times` (1 to 1000; 0: no longer):',
    markdownTable([code('fault'), 'what happens'], faults),
  ].join('\n\n');
}

/** Returns the guide with its generated part renewed; the rest is written by hand. */
export function withSandbox(text: string): string {
  const [begin, end] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (begin === -1 || end < begin) throw new Error(`${FILE} has no place for the magic values`);
  return `${text.slice(0, begin)}${BEGIN}\n\n${tables()}\n\n${text.slice(end)}`;
}

const read = () => readFileSync(new URL(`../${FILE}`, import.meta.url), 'utf8');

export const SANDBOX_FILE = { path: FILE, render: () => withSandbox(read()) };
