// Whether a caller may use a route: they need its right, and the people of a merchant may only name
// their own merchant.
import type { OperatorCaller } from '../../../app/request/caller.ts';
import { missingRight } from '../../../domain/access/rights.ts';
import { isMerchantRole } from '../../../domain/access/roles.ts';
import { isFreshConfirmation } from '../../../domain/factor/second-factor.ts';
import { type Refusal, refuse, refuseUnknown } from '../../../domain/service/refusal.ts';
import { parseUuid } from '../../../lib/uuid.ts';
import type { OperatorRoute } from '../route/route.ts';
import { asksStepUp } from './step-up.ts';

type Guarded = Pick<OperatorRoute, 'right' | 'also_right' | 'own_merchant'>;

type Named = {
  params: Readonly<Record<string, unknown>>;
  query: Readonly<Record<string, unknown>>;
};

/** Callers who see one merchant only. */
function isConfined({ role, merchant_id }: OperatorCaller): boolean {
  return isMerchantRole(role) || merchant_id !== null;
}

/**
 * Null if the caller may go on. Another merchant gets the answer of a merchant that does not exist,
 * whether it exists or not, and without a look at the database.
 */
export function checkAccess(
  caller: OperatorCaller,
  { right, also_right, own_merchant }: Guarded,
  { params, query }: Named,
): Refusal | null {
  for (const needed of also_right === undefined ? [right] : [right, also_right]) {
    const missing = missingRight(caller, needed);
    if (missing !== null) return refuseRight(caller, needed, missing);
  }
  if (!isConfined(caller)) return null;
  if (own_merchant === undefined) return refuseWholeService(right);
  if ('param' in own_merchant) return refuseOther(caller, params[own_merchant.param] ?? '');
  if ('query' in own_merchant) return refuseOther(caller, query[own_merchant.query]);
  return null;
}

/**
 * Whether a session, or a token of a person's own, was confirmed recently enough for a dangerous
 * act. Tokens of programs pass: nobody sits in front of them, and their scopes say what they may
 * do.
 */
export function checkConfirmation(
  caller: Pick<OperatorCaller, 'session_id' | 'confirmed_at' | 'is_own_token'>,
  route: Pick<OperatorRoute, 'method' | 'operation_id'>,
  now: number,
): Refusal | null {
  const is_person = caller.session_id !== null || caller.is_own_token === true;
  if (!is_person || !asksStepUp(route)) return null;
  if (isFreshConfirmation(caller.confirmed_at, now)) return null;
  return refuse(
    'confirmation_required',
    'Confirm first that it is you, then send the request again within five minutes.',
  );
}

/** The same check for a merchant that the body names. */
export function checkBodyAccess(
  caller: OperatorCaller,
  { own_merchant }: Guarded,
  fields: Readonly<Record<string, unknown>>,
): Refusal | null {
  if (own_merchant === undefined || !('field' in own_merchant) || !isConfined(caller)) return null;
  return refuseOther(caller, fields[own_merchant.field]);
}

/** A list that is not filtered by merchant becomes the list of the caller's merchant. */
export function confineQuery(
  caller: OperatorCaller,
  { own_merchant }: Guarded,
  query: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  if (own_merchant === undefined || !('query' in own_merchant) || !isConfined(caller)) return query;
  return { ...query, [own_merchant.query]: caller.merchant_id ?? '' };
}

/** `named` is undefined if the request names no merchant. */
function refuseOther({ merchant_id }: OperatorCaller, named: unknown): Refusal | null {
  if (merchant_id === null) return refuseUnknown();
  if (named === undefined) return null;
  return typeof named === 'string' && parseUuid(named) === merchant_id ? null : refuseUnknown();
}

function refuseRight(
  { role }: OperatorCaller,
  right: Guarded['right'],
  missing: 'role' | 'scopes',
): Refusal {
  const who = missing === 'role' ? `the role ${role} does not have` : 'the token’s scopes lack';
  return refuse('forbidden', `This needs the right ${right}, which ${who}.`, {
    extra: { missing_right: right },
  });
}

function refuseWholeService(right: Guarded['right']): Refusal {
  return refuse('forbidden', 'This concerns more than one merchant; you see only your own.', {
    extra: { missing_right: right },
  });
}
