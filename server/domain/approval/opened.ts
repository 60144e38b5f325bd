// Rules for two people that are switched off, or raised so far that they stop nobody, and who did
// that.
import { type Band, type BandKey, type Bands, bandName, bandsOf } from '../record/band.ts';
import { APPROVAL_ACTS } from '../record/proposal.ts';
import type { ServiceMode } from '../service/service-mode.ts';
import { bandFor, defaultBand, hasAmount } from './bands.ts';
import { sumBandFor, sumOfBand } from './sums.ts';

/** A day's sum of so many times its default is no limit: 10,000,000.00 alone in INR or USD. */
const AS_GOOD_AS_OFF = 1_000n;

/** An act counts in its sum also if its own band is off, so the sum says what one person can do. */
function isOpened(bands: Bands, key: BandKey): boolean {
  if (!hasAmount(key.act)) return bandFor(bands, key) === null;
  const sum = sumBandFor(bands, key);
  if (sum === null) return true;
  const usual = defaultBand(bands.mode, key) ?? 0n;
  return usual > 0n && sum >= sumOfBand(key.act, usual) * AS_GOOD_AS_OFF;
}

/**
 * What one person alone may do without a limit, in live mode: each act, `currency` null for every
 * currency without a rule of its own. The sandbox is meant for one person.
 */
export function openedRules(bands: Bands): BandKey[] {
  if (bands.mode === 'sandbox') return [];
  const names = new Set([...bands.set.keys(), ...bands.sums.keys()]);
  return APPROVAL_ACTS.flatMap((act) => {
    const own = [...names].flatMap((name) => {
      const currency = name.startsWith(`${act}/`) ? name.slice(act.length + 1) : '*';
      return currency === '*' ? [] : [currency];
    });
    const keys = [null, ...own.sort()].map((currency) => ({ act, currency }));
    return keys.filter((key) => isOpened(bands, key));
  });
}

/** One change of the bands, as the audit trail has it; `by` is whatever names who made it. */
export type BandsChange<By> = { bands: readonly Band[]; sums: readonly Band[]; by: By };

export type OpenedRule<By> = BandKey & {
  /** The change since which it is so without a break; null if none of those that are known. */
  by: By | null;
};

/** The rules that are open now, each with the change, oldest first, that opened it. */
export function whoOpened<By>(bands: Bands, changes: readonly BandsChange<By>[]): OpenedRule<By>[] {
  let then = bandsOf(bands.mode, []);
  let since = new Map<string, By>();
  for (const change of changes) {
    then = withChange(then, change, bands.mode);
    const open = openedRules(then).map(bandName);
    since = new Map(open.map((name) => [name, since.get(name) ?? change.by]));
  }
  return openedRules(bands).map((key) => ({ ...key, by: since.get(bandName(key)) ?? null }));
}

function withChange(then: Bands, change: BandsChange<unknown>, mode: ServiceMode): Bands {
  const { set, sums } = bandsOf(mode, change.bands, change.sums);
  return { mode, set: new Map([...then.set, ...set]), sums: new Map([...then.sums, ...sums]) };
}

/** How many kinds of acts there are among these rules. */
export const actsOf = (rules: readonly BandKey[]): number =>
  new Set(rules.map(({ act }) => act)).size;

/** The acts in a sentence: `pay_out, refund/INR`. */
const listed = (rules: readonly BandKey[]): string =>
  actsOf(rules) === APPROVAL_ACTS.length
    ? 'everything'
    : rules.map(({ act, currency }) => (currency === null ? act : `${act}/${currency}`)).join(', ');

export type LastOpening = { name: string; approved_by: string | null; at: number };

/** `opening`: the latest one; null if nobody knows it. */
export function openedText(rules: readonly BandKey[], opening: LastOpening | null): string {
  const what = `One person alone may do without a limit: ${listed(rules)}.`;
  if (opening === null) return `${what} The audit trail does not say who switched the rules off.`;
  const { name, approved_by, at } = opening;
  const day = new Date(at).toISOString().slice(0, 16).replace('T', ' ');
  const second = approved_by === null ? '' : `, and ${approved_by} approved it`;
  return `${what} ${name} switched the rules for two people off at ${day} UTC${second}.`;
}
