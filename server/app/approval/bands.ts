// The bands: from which amount an act needs a second person. Changing them needs one, too.

import {
  bandFor,
  bandProblem,
  DEFAULT_DECIMALS,
  defaultAmount,
  hasAmount,
} from '../../domain/approval/bands.ts';
import { type Band, bandName, bandsOf } from '../../domain/record/band.ts';
import { APPROVAL_ACTS, type ApprovalAct } from '../../domain/record/proposal.ts';
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import { isCurrency } from '../../domain/values/currency.ts';
import { toWireInteger } from '../../domain/values/money.ts';
import { CURRENCY_RULE } from '../../domain/values/text.ts';
import { isRecord } from '../../lib/is-record.ts';
import { readBands, saveBands } from '../../store/approval/bands.ts';
import { bumpSettingsVersion } from '../../store/batch/settings-version.ts';
import { now } from '../../store/batch/store.ts';
import type { App } from '../process/app.ts';
import { auditIn } from '../request/audit.ts';
import { type OperatorCaller, operatorActor } from '../request/caller.ts';
import { type FieldReader, type RawFields, readFields } from '../request/fields.ts';
import { gatedChange } from './gated-change.ts';

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
};

export type BandsBody = {
  bands: BandBody[];
  /** By the decimals of the currency. */
  defaults: { decimals: number; from_cents: number | null }[];
};

const wire = (from: bigint | null) => (from === null ? null : toWireInteger(from));

/** Every act for all currencies, and the bands of single currencies. */
async function bandsBody(app: App): Promise<BandsBody> {
  const rows = await readBands(app.store.db);
  const bands = bandsOf(app.mode, rows);
  const keys = APPROVAL_ACTS.flatMap((act) => {
    const own = rows.filter((row) => row.act === act && row.currency !== null);
    return [{ act, currency: null }, ...own.map(({ currency }) => ({ act, currency }))];
  });
  return {
    bands: keys.map((key) => {
      const is_default = !bands.set.has(bandName(key));
      const has_amount = hasAmount(key.act);
      const from_cents = is_default && has_amount ? null : wire(bandFor(bands, key));
      return { ...key, has_amount, from_cents, is_default };
    }),
    defaults: DEFAULT_DECIMALS.map((decimals) => ({
      decimals,
      from_cents: wire(defaultAmount(app.mode, decimals)),
    })),
  };
}

export const getBands = (app: App): Promise<BandsBody> => bandsBody(app);

type Row = Readonly<Record<string, unknown>>;

function readBand(reader: FieldReader, row: Row, at: string): Band[] {
  const act = APPROVAL_ACTS.find((known) => known === row.act);
  const { currency = null, from_cents: from } = row;
  const wrong = (field: string, message: string) =>
    reader.wrong(`${at}.${field}`, 'format', message);
  if (act === undefined) wrong('act', `must be one of: ${APPROVAL_ACTS.join(', ')}`);
  const fits = currency === null || (typeof currency === 'string' && isCurrency(currency));
  if (!fits) wrong('currency', `${CURRENCY_RULE}, or null`);
  const is_amount = Number.isSafeInteger(from) && Math.abs(Number(from)) <= AMOUNT_MAX;
  if (from !== null && !is_amount) wrong('from_cents', 'must be an amount in minor units or null');
  if (act === undefined || !fits || (from !== null && !is_amount)) return [];
  const from_cents = from === null ? null : BigInt(Number(from));
  const band = { act, currency: currency as string | null, from_cents };
  const problem = bandProblem(band);
  if (problem !== null) wrong('from_cents', problem);
  return problem === null ? [band] : [];
}

function readList(reader: FieldReader): Band[] {
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

const shownBand = ({ act, currency, from_cents }: Band) => ({
  act,
  currency,
  from_cents: from_cents === null ? null : Number(from_cents),
});

/** Sets the named bands; the others stay. */
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
  const changed = await gatedChange(app, operator, async (tx, gate) => {
    await bumpSettingsVersion(tx);
    const present = bandsOf(app.mode, await readBands(tx));
    const before = given.map((band) => shownBand({ ...band, from_cents: bandFor(present, band) }));
    const after = given.map(shownBand);
    const target = 'approval_bands';
    const change = { act: 'bands', merchant_id: null, target, before, after } as const;
    const no = await gate({ ...change, shown: { before, after } });
    if (no !== null) return no;
    await saveBands(tx, given, await now(app.store, tx));
    const detail = { before, after, note };
    await auditIn(tx, operatorActor(operator), 'approval_bands_set', target, detail);
    return null;
  });
  if (isRefusal(changed)) return changed;
  await app.settings.refresh();
  return await getBands(app);
}
