// The bands are changed: from which amount an act needs a second person, by itself and as a sum
// over a day. Changing them needs one, too.
import { type Band, type BandKey, type Bands, bandName, bandsOf } from '../record/band.ts';
import type { ApprovalAct } from '../record/proposal.ts';
import type { ServiceMode } from '../service/service-mode.ts';
import { openly } from '../setting/settings-ask.ts';
import type { SettingsDecision } from '../setting/settings-decision.ts';
import { bandFor } from './bands.ts';
import { openedRules } from './opened.ts';
import { sumBandFor } from './sums.ts';

export type BandRows = { bands: Band[]; sums: Band[] };

export const BAND_FIELDS = ['from_cents', 'sum_from_cents'] as const;
export type BandField = (typeof BAND_FIELDS)[number];

/** What a row of the request sets. */
export type GivenBand = BandKey & { [F in BandField]?: bigint | null };

/** What a change of the bands sets, as people and the audit trail see it. */
export type BandRow = {
  act: ApprovalAct;
  currency: string | null;
  from_cents?: number | null;
  sum_from_cents?: number | null;
};

const numberOf = (from: bigint | null) => (from === null ? null : Number(from));

function shownBand({ act, currency, ...set }: GivenBand): BandRow {
  const amounts = Object.entries(set).map(([field, from]) => [field, numberOf(from)]);
  return { act, currency, ...Object.fromEntries(amounts) };
}

/** The same as it is now: only what the row sets. */
const presentOf = (bands: Bands, given: GivenBand): GivenBand => ({
  act: given.act,
  currency: given.currency,
  ...(given.from_cents === undefined ? {} : { from_cents: bandFor(bands, given) }),
  ...(given.sum_from_cents === undefined ? {} : { sum_from_cents: sumBandFor(bands, given) }),
});

/** What can be changed of a band. */
export const bandTerms = (bands: Bands, { act, currency }: BandKey): BandRow =>
  shownBand(presentOf(bands, { act, currency, from_cents: null, sum_from_cents: null }));

const rowsOf = (given: readonly GivenBand[], field: BandField): Band[] =>
  given.flatMap(({ act, currency, [field]: from_cents }) =>
    from_cents === undefined ? [] : { act, currency, from_cents },
  );

/** The rules that a change opens, as the audit trail names them. */
function newlyOpened(before: Bands, after: Bands): string[] {
  const known = new Set(openedRules(before).map(bandName));
  return openedRules(after)
    .map(bandName)
    .filter((name) => !known.has(name));
}

export type BandsFacts = { mode: ServiceMode; rows: BandRows };
export type ChangedBands = { given: readonly GivenBand[]; note: string | null };

/** Sets the named bands and sums; the others stay. */
export function decideBands(
  { mode, rows }: BandsFacts,
  { given, note }: ChangedBands,
): SettingsDecision<BandRows> {
  const saved = { bands: rowsOf(given, 'from_cents'), sums: rowsOf(given, 'sum_from_cents') };
  const present = bandsOf(mode, rows.bands, rows.sums);
  const next = bandsOf(mode, [...rows.bands, ...saved.bands], [...rows.sums, ...saved.sums]);
  const before = given.map((one) => shownBand(presentOf(present, one)));
  const after = given.map(shownBand);
  const one_person = newlyOpened(present, next);
  const is_off = one_person.length > 0;
  const target = 'approval_bands';
  return {
    saved,
    action: is_off ? 'approval_bands_off' : 'approval_bands_set',
    target,
    detail: { before, after, note, ...(is_off ? { one_person } : {}) },
    ask: openly({ merchant_id: null, target, before, after }),
  };
}
