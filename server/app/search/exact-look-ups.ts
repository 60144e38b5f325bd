// The look-ups by what names one thing: its id, reference, UTR, order, customer or whole number.
import { hashesOfQuery } from '../../store/line/line-words.ts';
import {
  findByAttemptUtr,
  findByEndToEndId,
  findByReference,
} from '../../store/trade/find-trades.ts';
import { clientHashes } from '../trade/filter-hashes.ts';
import {
  LIMIT,
  type LookedUp,
  linesWith,
  namedThings,
  type SearchAsked,
  settlementsWith,
  tradesWith,
} from './look-up.ts';

export async function byId(asked: SearchAsked): Promise<LookedUp[]> {
  const { id } = asked.text;
  if (id === null) return [];
  const [trades, lines, settlements] = await Promise.all([
    tradesWith(asked, { trade_id: id }),
    linesWith(asked, { bank_line_id: id }),
    settlementsWith(asked, { id }),
  ]);
  const named = namedThings(asked, (one) => one.id === id);
  return [{ as: 'id', trades, lines, settlements, ...named }];
}

export async function byReference(asked: SearchAsked): Promise<LookedUp[]> {
  const { app, merchant_id, text } = asked;
  if (text.reference === null) return [];
  const named = { text: text.reference, merchant_id, limit: LIMIT };
  return [
    { as: 'reference', trades: await findByReference(app.store.db, app.store.cipher, named) },
  ];
}

export async function byUtr(asked: SearchAsked): Promise<LookedUp[]> {
  const { app, merchant_id, text } = asked;
  const { db, cipher } = app.store;
  const lookUps = text.utrs.map(async (utr): Promise<LookedUp> => {
    const [trades, attempts, lines] = await Promise.all([
      tradesWith(asked, { utr }),
      findByAttemptUtr(db, cipher, { text: utr, merchant_id, limit: LIMIT }),
      linesWith(asked, { utr }),
    ]);
    return { as: 'utr', trades: [...trades, ...attempts], lines };
  });
  return await Promise.all(lookUps);
}

export async function byKey(asked: SearchAsked): Promise<LookedUp[]> {
  const { app, merchant_id, text } = asked;
  const { key } = text;
  if (key === null) return [];
  const { db, cipher } = app.store;
  const [orders, customers, payments] = await Promise.all([
    tradesWith(asked, { order_id: key }),
    tradesWith(asked, { client_hashes: await clientHashes(app, key, merchant_id) }),
    findByEndToEndId(db, cipher, { text: key, merchant_id, limit: LIMIT }),
  ]);
  return [
    { as: 'order_id', trades: orders },
    { as: 'client_id', trades: customers },
    { as: 'end_to_end_id', trades: payments },
  ];
}

export async function bySettlementNumber(asked: SearchAsked): Promise<LookedUp[]> {
  const { settlement_number: number } = asked.text;
  if (number === null) return [];
  return [{ as: 'settlement_number', settlements: await settlementsWith(asked, { number }) }];
}

/** Only lines whose words are made: the other readings do not wait for them. */
export async function byAccountNumber(asked: SearchAsked): Promise<LookedUp[]> {
  const { account_numbers: numbers } = asked.text;
  if (numbers.length === 0) return [];
  const { cipher } = asked.app.store;
  const lookUps = numbers.map(async (number): Promise<LookedUp> => {
    const words = hashesOfQuery(cipher, 'counterparty', number);
    const [trades, lines] = await Promise.all([
      tradesWith(asked, { number_hash: cipher.lookup(number) }),
      words.length === 0 ? [] : linesWith(asked, { words }),
    ]);
    return { as: 'account_number', trades, lines };
  });
  const accounts = [...asked.settings.accounts.values()]
    .filter(({ number }) => asked.merchant_id === null && numbers.includes(number))
    .map((account) => ({ id: account.receiving_account_id, name: account.name }));
  return [...(await Promise.all(lookUps)), { as: 'account_number', receiving_accounts: accounts }];
}
