// A statement whose lines pay as many open pay-ins, for the comparison with another commit. The
// pay-ins are made before the clock starts, and every line has to find its own.
import { acceptedBody, inParallel, operatorClient } from '../harness/http-client.ts';
import { BENCH_OPERATOR_TOKEN, clientOf, payinFields, type Shop } from '../harness/shop.ts';
import { type Costs, withCostsOf } from '../scenario/processor-costs.ts';
import { sendStatement } from '../scenario/send-statement.ts';
import type { ComparedSide } from './open-against.ts';

/** The account of the statement is the only one of its type, so every pay-in gets it. */
const TYPE = 'upi';
const AT_ONCE = 32;
const LINES_PER_SECOND = 500;
const FIRST_CENTS = 50_000;
const STEP_CENTS = 7;

export type LinesRun = { readonly per_second: number; readonly costs: Costs };

export type StatementSource = {
  readonly account_id: string;
  readonly shops: readonly Shop[];
  /** Of all rounds, so that no amount and no order comes twice. */
  made: number;
};

export async function openStatements(
  url: string,
  shops: readonly Shop[],
): Promise<StatementSource> {
  const operator = operatorClient(url, BENCH_OPERATOR_TOKEN);
  const account = { type: TYPE, currency: 'INR', name: 'House', number: 'house@upi' };
  const { id } = acceptedBody(await operator.post<{ id: string }>('/receiving_accounts', account));
  return { account_id: id, shops, made: 0 };
}

async function makePayins(url: string, source: StatementSource, count: number): Promise<number[]> {
  const amounts = Array.from({ length: count }, () => {
    source.made += 1;
    return FIRST_CENTS + source.made * STEP_CENTS;
  });
  await inParallel(amounts, AT_ONCE, async (amount_cents) => {
    const shop = source.shops[amount_cents % source.shops.length];
    if (shop === undefined) throw new Error('There is no merchant');
    const fields = payinFields(shop, `line-${amount_cents}`, amount_cents);
    const asked = { ...fields, type: TYPE };
    acceptedBody(await clientOf(url, shop).post('/orders/deposit/create', asked));
  });
  return amounts;
}

function statementOf(amounts: readonly number[]): string {
  const booked_at = new Date().toISOString();
  const lines = amounts.map((cents) => `${booked_at},${cents},,UPI from a payer,line-${cents},INR`);
  return `booked_at,amount_cents,utr,text,bank_id,currency\n${lines.join('\n')}\n`;
}

/** About as long as the seconds, on a machine of two cores. */
export async function playStatement(
  side: ComparedSide,
  source: StatementSource,
  round_seconds: number,
): Promise<LinesRun> {
  const { url } = side.service;
  const count = Math.max(1, Math.round(round_seconds * LINES_PER_SECOND));
  const csv = statementOf(await makePayins(url, source, count));
  const { done, costs } = await withCostsOf(side.database_url, side.service, async () => {
    const done = await sendStatement(url, source.account_id, csv);
    return { done, answered: count };
  });
  const { matched, imported } = done.result;
  if (matched !== count) throw new Error(`${matched} of ${imported} lines found their pay-in`);
  return { per_second: count / done.seconds, costs };
}
