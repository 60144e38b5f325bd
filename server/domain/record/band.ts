// Bands as they are stored: the amount from which an act needs a second person.
import type { ServiceMode } from '../service/service-mode.ts';
import type { ApprovalAct } from './proposal.ts';

/** `currency`: null for every currency that has no band of its own. */
export type BandKey = { act: ApprovalAct; currency: string | null };

/** `from_cents`: 0 means always, null never. */
export type Band = BandKey & { from_cents: bigint | null };

/** The bands that were set, by bandName; the others follow from the mode. */
export type Bands = { mode: ServiceMode; set: ReadonlyMap<string, bigint | null> };

export const bandName = ({ act, currency }: BandKey): string => `${act}/${currency ?? '*'}`;

export const bandsOf = (mode: ServiceMode, rows: readonly Band[]): Bands => ({
  mode,
  set: new Map(rows.map((row) => [bandName(row), row.from_cents])),
});

/** No act needs a second person. */
export const NO_BANDS: Bands = bandsOf('sandbox', []);
