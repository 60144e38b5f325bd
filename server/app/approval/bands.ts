// The bands: from which amount an act needs a second person, by itself and as a sum over a day.
// Changing them needs one, too.

import { SET_BANDS } from '../../domain/approval/approval-requests.ts';
import {
  bandFor,
  DEFAULT_DECIMALS,
  defaultAmount,
  hasAmount,
} from '../../domain/approval/bands.ts';
import { sumBandFor, sumOfBand } from '../../domain/approval/sums.ts';
import { type BandKey, type Bands, bandName, bandsOf } from '../../domain/record/band.ts';
import { APPROVAL_ACTS, type ApprovalAct } from '../../domain/record/proposal.ts';
import { type RawFields, readRequest } from '../../domain/request/read-request.ts';
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import { toWireInteger } from '../../domain/values/money.ts';
import { readBands } from '../../store/approval/bands.ts';
import type { Cipher } from '../../store/encryption/encryption.ts';
import type { App } from '../process/app.ts';
import type { OperatorCaller } from '../request/caller.ts';
import { versionsOfBands } from '../request/setting-version.ts';
import { changeSetting } from '../setting/change-setting.ts';
import { SETTINGS_ACTS } from '../setting/settings-acts.ts';

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
  version: string;
};

export type BandsBody = {
  bands: BandBody[];
  /** By the decimals of the currency. */
  defaults: { decimals: number; from_cents: number | null; sum_from_cents: number | null }[];
};

const wire = (from: bigint | null) => (from === null ? null : toWireInteger(from));

function bandBody(cipher: Cipher, bands: Bands, key: BandKey): BandBody {
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
    version: versionsOfBands(cipher, bands, [key]),
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
    bands: keys.map((key) => bandBody(app.store.cipher, bands, key)),
    defaults: DEFAULT_DECIMALS.map((decimals) => {
      const from = defaultAmount(app.mode, decimals);
      const sum_from_cents = wire(from === null ? null : sumOfBand('pay_out', from));
      return { decimals, from_cents: wire(from), sum_from_cents };
    }),
  };
}

export const getBands = (app: App): Promise<BandsBody> => bandsBody(app);

/** Sets the named bands and sums; the others stay. */
export async function putBands(
  app: App,
  operator: OperatorCaller,
  raw: RawFields,
): Promise<BandsBody | Refusal> {
  const asked = readRequest(SET_BANDS, raw);
  if (isRefusal(asked)) return asked;
  const request = { given: asked.bands, note: asked.note };
  const changed = await changeSetting(app, operator, SETTINGS_ACTS.set_bands, request);
  return isRefusal(changed) ? changed : await getBands(app);
}
