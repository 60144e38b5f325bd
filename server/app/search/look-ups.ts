// The look-ups of a search: each thing that a text can be is found by one index.
import type { LineRecord } from '../../domain/record/bank-line.ts';
import type { Trade } from '../../domain/record/trade.ts';
import { minorUnits, type Reading, type SearchText } from '../../domain/search/search-text.ts';
import { currencyExponent } from '../../domain/values/currency.ts';
import { hashesOfQuery } from '../../store/line/line-words.ts';
import { type LineFilter, selectLines } from '../../store/line/select-lines.ts';
import { findSettlements, type SettlementRecord } from '../../store/settlement/settlements.ts';
import {
  findByAttemptUtr,
  findByEndToEndId,
  findByReference,
} from '../../store/trade/find-trades.ts';
import { selectTrades } from '../../store/trade/select-trades.ts';
import type { TradeFilter } from '../../store/trade/trade-filter.ts';
import { finishLineWords } from '../line/make-line-words.ts';
import type { App } from '../process/app.ts';
import type { Settings } from '../process/settings-cache.ts';
import { clientHashes } from '../trade/client-hashes.ts';

/** Of each look-up; one more is asked for, to say that there are more. */
export const MOST_FOUND = 20;
const LIMIT = MOST_FOUND + 1;

/** What one look-up has found. */
export type LookedUp = {
  as: Reading;
  trades?: readonly Trade[];
  lines?: readonly LineRecord[];
  settlements?: readonly SettlementRecord[];
  merchants?: readonly NamedBody[];
  receiving_accounts?: readonly NamedBody[];
  /** False if not everything could be searched. */
  complete?: boolean;
};

export type NamedBody = { id: string; name: string };

export type SearchAsked = {
  app: App;
  settings: Settings;
  text: SearchText;
  merchant_id: string | null;
};
type LookUp = (asked: SearchAsked) => Promise<LookedUp[]>;

const tradesWith = ({ app, merchant_id }: SearchAsked, filter: Partial<TradeFilter>) =>
  selectTrades(app.store.db, app.store.cipher, {
    ...filter,
    merchant_id,
    before: null,
    limit: LIMIT,
  });

/** Bank lines are the house's: a search for one merchant leaves them out. */
async function linesWith({ app, merchant_id }: SearchAsked, filter: Partial<LineFilter>) {
  if (merchant_id !== null) return [];
  const { db, cipher } = app.store;
  return await selectLines(db, cipher, { ...filter, before: null, limit: LIMIT });
}

const settlementsWith = (
  { app, merchant_id }: SearchAsked,
  named: { id: string } | { number: number },
) => findSettlements(app.store.db, { ...named, merchant_id, limit: LIMIT });

/** Things of the whole service are not shown in a search for one merchant. */
function namedThings({ settings, merchant_id }: SearchAsked, fits: (one: NamedBody) => boolean) {
  const merchants = [...settings.merchants.values()]
    .map(({ merchant_id: id, name }) => ({ id, name }))
    .filter((one) => (merchant_id === null || one.id === merchant_id) && fits(one));
  const accounts = merchant_id === null ? [...settings.accounts.values()] : [];
  const receiving_accounts = accounts
    .map((account) => ({ id: account.receiving_account_id, name: account.name }))
    .filter(fits);
  return {
    merchants: merchants.slice(0, LIMIT),
    receiving_accounts: receiving_accounts.slice(0, LIMIT),
  };
}

async function byId(asked: SearchAsked): Promise<LookedUp[]> {
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

async function byReference(asked: SearchAsked): Promise<LookedUp[]> {
  const { app, merchant_id, text } = asked;
  if (text.reference === null) return [];
  const named = { text: text.reference, merchant_id, limit: LIMIT };
  return [
    { as: 'reference', trades: await findByReference(app.store.db, app.store.cipher, named) },
  ];
}

async function byUtr(asked: SearchAsked): Promise<LookedUp[]> {
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

async function byKey(asked: SearchAsked): Promise<LookedUp[]> {
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

async function bySettlementNumber(asked: SearchAsked): Promise<LookedUp[]> {
  const { settlement_number: number } = asked.text;
  if (number === null) return [];
  return [{ as: 'settlement_number', settlements: await settlementsWith(asked, { number }) }];
}

/** Only lines whose words are made: the other readings do not wait for them. */
async function byAccountNumber(asked: SearchAsked): Promise<LookedUp[]> {
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

const EXPONENTS = [0, 2, 3];

/** An amount fits only trades in a currency with its number of decimals. */
async function byAmount(asked: SearchAsked): Promise<LookedUp[]> {
  const { amounts } = asked.text;
  const values = amounts.flatMap((amount) =>
    EXPONENTS.flatMap((exponent) =>
      minorUnits(amount, exponent).map((amount_cents) => ({ amount_cents, exponent })),
    ),
  );
  const fits = (currency: string, cents: bigint) =>
    values.some(
      ({ amount_cents, exponent }) =>
        (cents === amount_cents || cents === -amount_cents) &&
        currencyExponent(currency) === exponent,
    );
  const all = [...new Set(values.map(({ amount_cents }) => amount_cents))];
  const lookUps = all.map(async (amount_cents): Promise<LookedUp> => {
    const [trades, came, left] = await Promise.all([
      tradesWith(asked, { amount_cents }),
      linesWith(asked, { amount_cents }),
      linesWith(asked, { amount_cents: -amount_cents }),
    ]);
    return {
      as: 'amount',
      trades: trades.filter((trade) => fits(trade.currency, amount_cents)),
      lines: [...came, ...left].filter(({ line }) => fits(line.currency, line.amount_cents)),
    };
  });
  return await Promise.all(lookUps);
}

function byName(asked: SearchAsked): Promise<LookedUp[]> {
  const { name } = asked.text;
  if (name === null) return Promise.resolve([]);
  const { merchants } = namedThings(asked, (one) => one.name.toLowerCase().includes(name));
  return Promise.resolve([{ as: 'merchant_name', merchants }]);
}

async function byWords(asked: SearchAsked): Promise<LookedUp[]> {
  const { app, text, merchant_id } = asked;
  if (merchant_id !== null || text.name === null) return [];
  const fields = ['text', 'counterparty'] as const;
  const hashes = fields.map((field) => hashesOfQuery(app.store.cipher, field, text.name ?? ''));
  if (hashes.every((words) => words.length === 0)) return [];
  const complete = (await finishLineWords(app)) === null;
  const found = await Promise.all(hashes.map((words) => linesWith(asked, { words })));
  return [{ as: 'words', lines: found.flat(), complete }];
}

export const LOOK_UPS: readonly LookUp[] = [
  byId,
  byReference,
  byUtr,
  byKey,
  bySettlementNumber,
  byAccountNumber,
  byAmount,
  byName,
  byWords,
];
