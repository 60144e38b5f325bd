// The look-ups by what several things may have: the last digits of a number, a name, a word, an
// e-mail address or a telephone number.

import type { EndingField } from '../../domain/line/search-words.ts';
import { searchWords } from '../../domain/line/search-words.ts';
import type { LineRecord } from '../../domain/record/bank-line.ts';
import type { Trade } from '../../domain/record/trade.ts';
import type { PayeeField } from '../../domain/trade/payee-words.ts';
import { endingsOf } from '../../domain/values/number-ending.ts';
import { hashesOfQuery, hashOfEnding } from '../../store/line/line-words.ts';
import { findByUtrEnding } from '../../store/trade/find-trades.ts';
import { findByPayeeWords, hashOfPayeeWord } from '../../store/trade/trade-words.ts';
import { readTrades } from '../../store/trade/trades.ts';
import { finishLineWords } from '../line/make-line-words.ts';
import { clientHashes } from '../trade/filter-hashes.ts';
import { finishPayeeWords } from '../trade/make-trade-words.ts';
import {
  LIMIT,
  type LookedUp,
  linesWith,
  namedThings,
  type SearchAsked,
  tradesWith,
} from './look-up.ts';

/** Whether the words of all bank lines and pay-outs are made; lines are not searched for one. */
async function finishWords({ app, merchant_id }: SearchAsked): Promise<boolean> {
  const lines = merchant_id !== null || (await finishLineWords(app)) === null;
  return (await finishPayeeWords(app)) && lines;
}

/** The trades that these lines belong to. */
async function tradesOf({ app }: SearchAsked, lines: readonly LineRecord[]): Promise<Trade[]> {
  const keys = lines.flatMap(({ outcome: { merchant_id, trade_id } }) =>
    merchant_id === null || trade_id === null ? [] : [{ merchant_id, trade_id }],
  );
  return await readTrades(app.store.db, app.store.cipher, keys);
}

async function payoutsWith(
  { app, merchant_id }: SearchAsked,
  field: PayeeField,
  words: readonly string[],
): Promise<Trade[]> {
  const { db, cipher } = app.store;
  if (words.length === 0) return [];
  const hashes = words.map((word) => hashOfPayeeWord(cipher, field, word));
  return await findByPayeeWords(db, cipher, { hashes, merchant_id, limit: LIMIT });
}

const linesEnding = (asked: SearchAsked, field: EndingField, ending: string) =>
  linesWith(asked, { words: [hashOfEnding(asked.app.store.cipher, field, ending)] });

/** Of payees, payers and the house's own accounts; and of transfers. */
export async function byEnding(asked: SearchAsked): Promise<LookedUp[]> {
  const { app, merchant_id, settings } = asked;
  const { ending } = asked.text;
  if (ending === null) return [];
  const complete = await finishWords(asked);
  const { db, cipher } = app.store;
  const [payouts, told, by_utr, with_utr] = await Promise.all([
    payoutsWith(asked, 'ending', [ending]),
    linesEnding(asked, 'counterparty_ending', ending),
    findByUtrEnding(db, cipher, { text: ending, merchant_id, limit: LIMIT }),
    linesEnding(asked, 'utr_ending', ending),
  ]);
  const own = merchant_id === null ? [...settings.accounts.values()] : [];
  const receiving_accounts = own
    .filter(({ number }) => endingsOf(number).includes(ending))
    .map((account) => ({ id: account.receiving_account_id, name: account.name }));
  const trades = [...payouts, ...(await tradesOf(asked, told))];
  return [
    { as: 'number_ending', trades, lines: told, receiving_accounts, complete },
    { as: 'utr_ending', trades: by_utr, lines: with_utr, complete },
  ];
}

/** What the pages show payers, what customers are called by, and where payees can be reached. */
export async function byContact(asked: SearchAsked): Promise<LookedUp[]> {
  const { app, merchant_id, settings } = asked;
  const { contact } = asked.text;
  if (contact === null) return [];
  const complete = await finishPayeeWords(app);
  const { merchants } = namedThings(asked, ({ id }) => {
    const branding = settings.brandings.get(id);
    return (
      branding?.contact_email?.toLowerCase() === contact || branding?.contact_phone === contact
    );
  });
  const [customers, payouts] = await Promise.all([
    tradesWith(asked, { client_hashes: await clientHashes(app, contact, merchant_id) }),
    payoutsWith(asked, 'phone', [contact]),
  ]);
  return [{ as: 'contact', trades: [...customers, ...payouts], merchants, complete }];
}

export function byMerchantName(asked: SearchAsked): Promise<LookedUp[]> {
  const { name } = asked.text;
  if (name === null) return Promise.resolve([]);
  const { merchants } = namedThings(asked, (one) => one.name.toLowerCase().includes(name));
  return Promise.resolve([{ as: 'merchant_name', merchants }]);
}

/** The names of payees, and of whoever is on the other side of a bank line with its trade. */
export async function byWords(asked: SearchAsked): Promise<LookedUp[]> {
  const { app, text } = asked;
  if (text.name === null || searchWords(text.name).length === 0) return [];
  const complete = await finishWords(asked);
  const hashesIn = (field: 'text' | 'counterparty') =>
    hashesOfQuery(app.store.cipher, field, text.name ?? '');
  const [payouts, named, telling] = await Promise.all([
    payoutsWith(asked, 'name', searchWords(text.name)),
    linesWith(asked, { words: hashesIn('counterparty') }),
    linesWith(asked, { words: hashesIn('text') }),
  ]);
  return [
    { as: 'payee_name', trades: payouts, complete },
    { as: 'counterparty_name', trades: await tradesOf(asked, named), lines: named, complete },
    { as: 'words', lines: telling, complete },
  ];
}
