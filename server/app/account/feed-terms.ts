// Reads from a request what a feed's token may do; what the request does not name stays unchanged.

import type { CHANGE_FEED_TOKEN } from '../../domain/operator-token/feed-token-requests.ts';
import { FEED_DEFAULTS } from '../../domain/record/feed-bounds.ts';
import type { FeedTerms } from '../../domain/record/operator-token.ts';
import { textsIn } from '../../domain/request/list-fields.ts';
import type { Notes, RequestOf } from '../../domain/request/request-shape.ts';
import { parseUuid } from '../../lib/uuid.ts';
import { termsNamed } from '../operator-token/operator-token-views.ts';
import type { App } from '../process/app.ts';

const YEAR_MS = 365 * 86_400_000;
/** A year, so that a forgotten token does not stay valid for ever. */
export const firstTerms = (now: number): FeedTerms => ({
  receiving_account_ids: [],
  allowed_ips: [],
  expires_at: now + YEAR_MS,
  ...FEED_DEFAULTS,
});

type AccountsReading = Pick<Notes, 'wrong'> & {
  readonly values: { readonly receiving_account_ids?: readonly unknown[] | null | undefined };
};

/** Nothing if the request names none; one that the service does not know is noted. */
export async function accountsNamed(app: App, notes: AccountsReading): Promise<Partial<FeedTerms>> {
  const given = notes.values.receiving_account_ids ?? [];
  const { accounts } = await app.settings.current();
  const isKnown = (text: string): text is string => accounts.has(parseUuid(text) ?? '');
  const asked = { name: 'receiving_account_ids', notes, rule: RULE };
  const named = textsIn(given, asked, isKnown)?.map((text) => parseUuid(text) ?? text) ?? [];
  return named.length === 0 ? {} : { receiving_account_ids: [...new Set(named)] };
}
const RULE = 'must be the id of a receiving account';

type Read = Omit<RequestOf<typeof CHANGE_FEED_TOKEN>, 'receiving_account_ids'>;

/** Only what the request names. */
export function feedTermsNamed(read: Read): Partial<FeedTerms> {
  const { lines_per_hour, daily_cents } = read;
  return {
    ...termsNamed(read),
    ...(lines_per_hour === null ? {} : { lines_per_hour }),
    ...(daily_cents === null ? {} : { daily_cents }),
  };
}
