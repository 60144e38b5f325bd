// Gives away who and what has access now, as a file for the regular review. The export is in the
// audit trail.
import {
  type ReviewedApiToken,
  type ReviewedPerson,
  type ReviewedToken,
  selectReviewedApiTokens,
  selectReviewedPeople,
  selectReviewedTokens,
} from '../../store/access/access-review.ts';
import type { App } from '../process/app.ts';
import { audit } from '../request/audit.ts';
import { type OperatorCaller, operatorActor } from '../request/caller.ts';
import { withMerchantNames } from '../request/merchant-names.ts';

const PAGE = 500;

const NOTHING = {
  email: null,
  state: null,
  second_factors: [],
  tied_to: [],
  open_sessions: null,
  last_sign_in_at: null,
  person_id: null,
  person_name: null,
  scopes: null,
  allowed_ips: [],
  receiving_account_ids: [],
  expires_at: null,
  last_used_at: null,
  signs_in_with: [],
  openid_subject: null,
} as const;

/** A row of the file: a person, or a token. Null: unknown, or of no meaning for its kind. */
export type AccessRow = {
  readonly kind: 'person' | 'own_token' | 'operator_token' | 'feed_token' | 'merchant_token';
  readonly id: string;
  readonly name: string | null;
  readonly email: string | null;
  readonly role: string | null;
  readonly merchant_id: string | null;
  readonly merchant_name: string | null;
  readonly state: string | null;
  readonly second_factors: readonly string[];
  readonly tied_to: readonly string[];
  readonly open_sessions: number | null;
  readonly last_sign_in_at: number | null;
  readonly person_id: string | null;
  readonly person_name: string | null;
  /** Null: a token with everything that its role has. */
  readonly scopes: readonly string[] | null;
  readonly allowed_ips: readonly string[];
  readonly receiving_account_ids: readonly string[];
  readonly created_at: number;
  readonly expires_at: number | null;
  readonly last_used_at: number | null;
  /** `password`, and the issuer at which the account is that signs the person in. */
  readonly signs_in_with: readonly string[];
  readonly openid_subject: string | null;
};
type Unnamed = Omit<AccessRow, 'merchant_name'>;

function rowOfPerson(person: ReviewedPerson): Unnamed {
  const { person_id, has_password, changed_at: _changed, openid, ...shown } = person;
  const account = openid === null ? {} : { openid_subject: openid.subject };
  const signs_in_with = [
    ...(has_password ? ['password'] : []),
    ...(openid === null ? [] : [openid.issuer]),
  ];
  const unlike = { kind: 'person', id: person_id, person_id: null, scopes: [] } as const;
  return { ...NOTHING, ...shown, ...account, signs_in_with, ...unlike };
}

function kindOf({ is_own, role }: ReviewedToken): AccessRow['kind'] {
  if (is_own) return 'own_token';
  return role === 'feed' ? 'feed_token' : 'operator_token';
}

function rowOfToken(token: ReviewedToken): Unnamed {
  const { operator_token_id, is_own: _is_own, ...shown } = token;
  return {
    ...NOTHING,
    ...shown,
    kind: kindOf(token),
    id: operator_token_id,
  };
}

function rowOfApiToken({ token_id, ...shown }: ReviewedApiToken): Unnamed {
  return { ...NOTHING, ...shown, kind: 'merchant_token', id: token_id, name: null, role: null };
}

/** All rows that `read` gives, page by page, until one is not full. */
async function* pagesOf(
  read: (after: string | null) => Promise<readonly Unnamed[]>,
  page_rows: number,
): AsyncGenerator<readonly Unnamed[]> {
  let after: string | null = null;
  for (;;) {
    const found: readonly Unnamed[] = await read(after);
    yield found;
    after = found.at(-1)?.id ?? null;
    if (found.length < page_rows) return;
  }
}

/** People, then tokens of people, programs and feeds, then tokens of merchants. */
export async function* accessPages(
  app: App,
  page_rows = PAGE,
): AsyncGenerator<readonly AccessRow[]> {
  const { db, cipher } = app.store;
  const asked = { limit: page_rows, now: app.settings.now(), mode: app.mode };
  const kinds = [
    async (after: string | null) =>
      (await selectReviewedPeople(db, cipher, { ...asked, after })).map(rowOfPerson),
    async (after: string | null) =>
      (await selectReviewedTokens(db, cipher, { ...asked, after })).map(rowOfToken),
    async (after: string | null) =>
      (await selectReviewedApiTokens(db, { ...asked, after })).map(rowOfApiToken),
  ];
  for (const read of kinds) {
    for await (const page of pagesOf(read, page_rows)) yield await withMerchantNames(app, page);
  }
}

export async function exportAccessReview(
  app: App,
  operator: OperatorCaller,
  format: 'csv' | 'xlsx',
): Promise<AsyncIterable<readonly AccessRow[]>> {
  await audit(app, operatorActor(operator), 'access_review_exported', 'people', { format });
  return accessPages(app);
}
