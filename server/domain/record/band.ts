// Bands as they are stored: the amount from which an act needs a second person, by itself and as a
// sum over a rolling day.
import type { ServiceMode } from '../service/service-mode.ts';
import type { ApprovalAct } from './proposal.ts';

/** `currency`: null for every currency that has no band of its own. */
export type BandKey = { act: ApprovalAct; currency: string | null };

/** `from_cents`: 0 means always, null never. */
export type Band = BandKey & { from_cents: bigint | null };

/** The bands that were set, by bandName; the others follow from the mode. */
export type Bands = {
  mode: ServiceMode;
  set: ReadonlyMap<string, bigint | null>;
  /** Those of sums; the others follow from the bands. */
  sums: ReadonlyMap<string, bigint | null>;
};

export const bandName = ({ act, currency }: BandKey): string => `${act}/${currency ?? '*'}`;

const byName = (rows: readonly Band[]) =>
  new Map(rows.map((row) => [bandName(row), row.from_cents]));

export const bandsOf = (
  mode: ServiceMode,
  rows: readonly Band[],
  sums: readonly Band[] = [],
): Bands => ({ mode, set: byName(rows), sums: byName(sums) });

/** No act needs a second person. */
export const NO_BANDS: Bands = bandsOf('sandbox', []);
