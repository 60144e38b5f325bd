// The bands: from which amount an act needs a second person, by itself and as a sum over a day.
// Changing them needs one, too.

import {
  bandFor,
  bandProblem,
  DEFAULT_DECIMALS,
  defaultAmount,
  hasAmount,
} from '../../domain/approval/bands.ts';
import { BAND_FIELDS, type BandField, type GivenBand } from '../../domain/approval/change-bands.ts';
import { sumBandFor, sumOfBand } from '../../domain/approval/sums.ts';
import { type BandKey, type Bands, bandName, bandsOf } from '../../domain/record/band.ts';
import { APPROVAL_ACTS, type ApprovalAct } from '../../domain/record/proposal.ts';
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import { isCurrency } from '../../domain/values/currency.ts';
import { toWireInteger } from '../../domain/values/money.ts';
import { CURRENCY_RULE } from '../../domain/values/text.ts';
import { isRecord } from '../../lib/is-record.ts';
import { readBands } from '../../store/approval/bands.ts';
import type { App } from '../process/app.ts';
import type { OperatorCaller } from '../request/caller.ts';
import { type FieldReader, type RawFields, readFields } from '../request/fields.ts';
import { changeSetting } from '../setting/change-setting.ts';
import { SETTINGS_ACTS } from '../setting/settings-acts.ts';

const MOST_ROWS = 1_000;
const NOTE_MAX_LENGTH = 500;
const AMOUNT_MAX = 1_000_000_000_000;

export type BandBody = {
  act: ApprovalAct;
  currency: string | null;
  /** Only such an act has a band of its own per currency. */
  has_amount: boolean;
  from_cents: number | null;
  is_default: boolean;
  /** Of all such acts in 24 hours that somebody did alone. */
  sum_from_cents: number | null;
  sum_is_default: boolean;
};

export type BandsBody = {
  bands: BandBody[];
  /** By the decimals of the currency. */
  defaults: { decimals: number; from_cents: number | null; sum_from_cents: number | null }[];
};

const wire = (from: bigint | null) => (from === null ? null : toWireInteger(from));

function bandBody(bands: Bands, key: BandKey): BandBody {
  const name = bandName(key);
  const has_amount = hasAmount(key.act);
  // In all currencies together an amount says nothing: each has its own default.
  const is_default = !bands.set.has(name);
  const follows = key.currency === null && is_default && has_amount;
  const sum_is_default = !bands.sums.has(name);
  const has_sum = has_amount && !(follows && sum_is_default);
  return {
    ...key,
    has_amount,
    from_cents: follows ? null : wire(bandFor(bands, key)),
    is_default,
    sum_from_cents: has_sum ? wire(sumBandFor(bands, key)) : null,
    sum_is_default,
  };
}

/** Every act for all currencies, and the bands of single currencies. */
async function bandsBody(app: App): Promise<BandsBody> {
  const rows = await readBands(app.store.db);
  const bands = bandsOf(app.mode, rows.bands, rows.sums);
  const set = [...rows.bands, ...rows.sums];
  const keys = APPROVAL_ACTS.flatMap((act) => {
    const own = set.flatMap((row) => (row.act === act ? (row.currency ?? []) : []));
    return [null, ...[...new Set(own)].sort()].map((currency) => ({ act, currency }));
  });
  return {
    bands: keys.map((key) => bandBody(bands, key)),
    defaults: DEFAULT_DECIMALS.map((decimals) => {
      const from = defaultAmount(app.mode, decimals);
      const sum_from_cents = wire(from === null ? null : sumOfBand('pay_out', from));
      return { decimals, from_cents: wire(from), sum_from_cents };
    }),
  };
}

export const getBands = (app: App): Promise<BandsBody> => bandsBody(app);

type Row = Readonly<Record<string, unknown>>;

function readBand(reader: FieldReader, row: Row, at: string): GivenBand[] {
  const act = APPROVAL_ACTS.find((known) => known === row.act);
  const { currency = null } = row;
  const wrong = (field: string, message: string) =>
    reader.wrong(`${at}.${field}`, 'format', message);
  if (act === undefined) wrong('act', `must be one of: ${APPROVAL_ACTS.join(', ')}`);
  const fits = currency === null || (typeof currency === 'string' && isCurrency(currency));
  if (!fits) wrong('currency', `${CURRENCY_RULE}, or null`);
  const key = act === undefined || !fits ? null : { act, currency: currency as string | null };
  const named = BAND_FIELDS.filter((field) => row[field] !== undefined);
  if (named.length === 0) wrong('from_cents', 'must be an amount in minor units or null');
  const given = named.map((field) => {
    const from = row[field];
    const is_amount = Number.isSafeInteger(from) && Math.abs(Number(from)) <= AMOUNT_MAX;
    if (from !== null && !is_amount) wrong(field, 'must be an amount in minor units or null');
    if (key === null || (from !== null && !is_amount)) return null;
    const from_cents = from === null ? null : BigInt(Number(from));
    const problem = bandProblem({ ...key, from_cents }) ?? sumProblem(field, key);
    if (problem !== null) wrong(field, problem);
    return problem === null ? [field, from_cents] : null;
  });
  return key === null || given.includes(null)
    ? []
    : [{ ...key, ...Object.fromEntries(given.filter((one) => one !== null)) }];
}

const sumProblem = (field: BandField, { act }: BandKey): string | null =>
  field === 'sum_from_cents' && !hasAmount(act) ? 'has no amount, and so no sum' : null;

function readList(reader: FieldReader): GivenBand[] {
  const given = reader.raw('bands');
  if (given === undefined) reader.wrong('bands', 'required', 'is required');
  else if (!Array.isArray(given) || !given.every(isRecord)) {
    reader.wrong('bands', 'type', 'must be a list of objects');
  } else if (given.length < 1 || given.length > MOST_ROWS) {
    reader.wrong('bands', 'length', `must have from 1 to ${MOST_ROWS} rows`);
  } else {
    const bands = given.flatMap((row, index) => readBand(reader, row, `bands[${index}]`));
    if (new Set(bands.map(bandName)).size !== bands.length) {
      reader.wrong('bands', 'not_allowed', 'names an act and currency twice');
    }
    return bands;
  }
  return [];
}

/** Sets the named bands and sums; the others stay. */
export async function putBands(
  app: App,
  operator: OperatorCaller,
  raw: RawFields,
): Promise<BandsBody | Refusal> {
  const reader = readFields(raw, ['bands', 'note']);
  const given = readList(reader);
  const note = reader.optionalText('note', NOTE_MAX_LENGTH);
  const refused = reader.refusal();
  if (refused !== null) return refused;
  const request = { given, note };
  const changed = await changeSetting(app, operator, SETTINGS_ACTS.set_bands, request);
  return isRefusal(changed) ? changed : await getBands(app);
}
