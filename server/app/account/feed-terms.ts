// Reads from a request what a feed's token may do; what the request does not name stays unchanged.

import { FEED_DEFAULTS } from '../../domain/record/feed-bounds.ts';
import type { FeedTerms } from '../../domain/record/operator-token.ts';
import { LIMITS } from '../../domain/service/limits.ts';
import { NETWORK_RULE } from '../../domain/values/text.ts';
import { parseCidr } from '../../lib/ip-address.ts';
import { parseUuid } from '../../lib/uuid.ts';
import { readExpiry, readList } from '../merchant/tokens.ts';
import type { App } from '../process/app.ts';
import type { FieldReader } from '../request/fields.ts';

export const FEED_FIELDS = [
  'receiving_account_ids',
  'allowed_ips',
  'expires_at',
  'lines_per_hour',
  'daily_cents',
];

const YEAR_MS = 365 * 86_400_000;
const LINES_PER_HOUR_MAX = 1_000_000;

/** A year, so that a forgotten token does not stay valid for ever. */
export const firstTerms = (now: number): FeedTerms => ({
  receiving_account_ids: [],
  allowed_ips: [],
  expires_at: now + YEAR_MS,
  ...FEED_DEFAULTS,
});

async function readAccounts(app: App, reader: FieldReader): Promise<string[] | null> {
  const name = 'receiving_account_ids';
  const { accounts } = await app.settings.current();
  const isKnown = (text: string) => accounts.has(parseUuid(text) ?? '');
  const given = readList(reader, name, isKnown, 'must be the id of a receiving account');
  return given?.map((text) => parseUuid(text) ?? text) ?? null;
}

function readNumber(reader: FieldReader, name: string, most: number): number | null {
  const value = reader.optionalInteger(name);
  if (value !== null && (value < 1 || value > most)) {
    reader.wrong(name, 'range', `must be from 1 to ${most}`);
  }
  return value;
}

/** Only what the request names. */
export async function readTerms(app: App, reader: FieldReader): Promise<Partial<FeedTerms>> {
  const accounts = await readAccounts(app, reader);
  if (accounts?.length === 0) {
    reader.wrong('receiving_account_ids', 'length', 'must name at least one receiving account');
  }
  const is_address = (text: string) => parseCidr(text) !== null;
  const allowed_ips = readList(reader, 'allowed_ips', is_address, NETWORK_RULE);
  const expires_at = readExpiry(reader, app.settings.now());
  const lines_per_hour = readNumber(reader, 'lines_per_hour', LINES_PER_HOUR_MAX);
  const daily_cents = readNumber(reader, 'daily_cents', LIMITS.balance_max_cents);
  return {
    ...(accounts === null ? {} : { receiving_account_ids: [...new Set(accounts)] }),
    ...(allowed_ips === null ? {} : { allowed_ips }),
    // An explicit null: it never expires.
    ...(reader.raw('expires_at') === undefined ? {} : { expires_at }),
    ...(lines_per_hour === null ? {} : { lines_per_hour }),
    ...(daily_cents === null ? {} : { daily_cents: BigInt(daily_cents) }),
  };
}
