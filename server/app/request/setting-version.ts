// The version of a setting as answers show it: the same as long as what it says stays the same.
import { thresholdOf } from '../../domain/alert/attention.ts';
import type {
  AlertSettingsChange,
  AlertSettingsFacts,
} from '../../domain/alert-setting/change-alert-settings.ts';
import { bandTerms } from '../../domain/approval/change-bands.ts';
import { pairOf, rateTerms } from '../../domain/merchant/set-prices.ts';
import { type BandKey, type Bands, bandName } from '../../domain/record/band.ts';
import type { Rate } from '../../domain/record/merchant.ts';
import {
  daysKept,
  type RetentionKind,
  type RetentionPeriods,
} from '../../domain/service/retention-kinds.ts';
import { NONE_YET } from '../../domain/setting/setting-version.ts';
import { sortedJson } from '../../lib/sorted-json.ts';
import type { Cipher } from '../../store/encryption/encryption.ts';

const BYTES = 8;

/**
 * Of everything that a person sees or replaces who decides about the setting. It is a keyed hash,
 * because some of this is secret, such as the path of an address.
 */
export const settingVersion = (cipher: Cipher, seen: unknown): string =>
  Buffer.from(cipher.lookup(`setting/${sortedJson(seen)}`)).toString('hex', 0, BYTES);

type Pair = Pick<Rate, 'trade_currency' | 'balance_currency'>;

/** Of each pair that a request names, joined by commas: other pairs may change meanwhile. */
export function versionsOfRates(
  cipher: Cipher,
  known: readonly Rate[],
  named: readonly Pair[],
): string {
  const rates = new Map(known.map((rate) => [pairOf(rate), rate]));
  const versions = named.map((pair) => {
    const rate = rates.get(pairOf(pair));
    return rate === undefined ? NONE_YET : settingVersion(cipher, rateTerms(rate));
  });
  return versions.join();
}

/** A currency without a band of its own follows that of all currencies. */
function isOwnBand(bands: Bands, key: BandKey): boolean {
  const name = bandName(key);
  return key.currency === null || bands.set.has(name) || bands.sums.has(name);
}

/** Of each band that a request names, joined by commas. */
export const versionsOfBands = (cipher: Cipher, bands: Bands, named: readonly BandKey[]): string =>
  named
    .map((key) =>
      isOwnBand(bands, key) ? settingVersion(cipher, bandTerms(bands, key)) : NONE_YET,
    )
    .join();

/** Of each kind that a request names, joined by commas. */
export const versionsOfRetention = (
  cipher: Cipher,
  periods: RetentionPeriods,
  named: readonly { kind: RetentionKind }[],
): string =>
  named.map(({ kind }) => settingVersion(cipher, { [kind]: daysKept(periods, kind) })).join();

/** Of the times, if a request names one of them, and of each kind that it names. */
export function versionsOfAlerts(
  cipher: Cipher,
  { settings, thresholds }: AlertSettingsFacts,
  { times, kinds }: Pick<AlertSettingsChange, 'times' | 'kinds'>,
): string {
  const of_times = Object.keys(times).length === 0 ? [] : [settingVersion(cipher, settings)];
  const of_kinds = kinds.map(({ kind }) => settingVersion(cipher, thresholdOf(thresholds, kind)));
  return [...of_times, ...of_kinds].join();
}
