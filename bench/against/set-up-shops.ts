// Sets up the merchants and accounts of a compared service through its operator API, because its
// schema may differ from the one here.
import { type HttpClient, inParallel, operatorClient } from '../harness/http-client.ts';
import { addAccount, BENCH_OPERATOR_TOKEN, openShop, type Shop } from '../harness/shop.ts';
import { FUNDS_CENTS } from '../scenario/bench-shops.ts';

export type ShopCounts = { readonly merchants: number; readonly accounts: number };

/** As long as can be, so that few pay-ins expire meanwhile, and no merchant has too many open. */
const SETTINGS = { payin_life_minutes: 60, max_open_payins: 1_000_000_000 };
const FIRST_NUMBER = 880_000_000_000;
const AT_ONCE = 8;

/** Says which request was refused: a service that lacks it cannot be compared. */
function outspoken(operator: HttpClient): HttpClient {
  const checked = async <Answer extends { status: number; body: unknown }>(
    what: string,
    answer: Promise<Answer>,
  ): Promise<Answer> => {
    const got = await answer;
    if (got.status < 300) return got;
    throw new Error(`${what} was answered with ${got.status} ${JSON.stringify(got.body)}`);
  };
  return {
    get: (path) => checked(`GET ${path}`, operator.get(path)),
    post: (path, fields, headers) => checked(`POST ${path}`, operator.post(path, fields, headers)),
    send: (path, init) => checked(`${init.method} ${path}`, operator.send(path, init)),
  };
}

export async function setUpShops(url: string, counts: ShopCounts): Promise<Shop[]> {
  const operator = outspoken(operatorClient(url, BENCH_OPERATOR_TOKEN));
  const numbers = Array.from({ length: counts.accounts }, (_, index) => FIRST_NUMBER + index);
  await inParallel(numbers, AT_ONCE, async (number) => {
    await addAccount(operator, String(number));
  });
  const shops: Shop[] = [];
  const names = Array.from({ length: counts.merchants }, (_, index) => `Shop ${index}`);
  await inParallel(names, AT_ONCE, async (name) => {
    shops.push(await openShop(operator, { name, funds_cents: FUNDS_CENTS, settings: SETTINGS }));
  });
  return shops;
}
