// What may be asked of the tokens of operators' programs: new ones, changed ones, rotated ones.

import { scopesOf } from '../access/rights.ts';
import {
  isMerchantRole,
  OPERATOR_ROLES,
  type OperatorRole,
  RIGHT_SCOPES,
  type RightScope,
  ROLE_TOLD,
} from '../access/roles.ts';
import { listField, textsIn } from '../request/list-fields.ts';
import { integerWithin } from '../request/number-fields.ts';
import {
  ifGiven,
  type Notes,
  optionalField,
  refinedField,
  requestShape,
  withDefault,
} from '../request/request-shape.ts';
import { textField, uuidField } from '../request/text-fields.ts';
import {
  expiryField,
  NETWORKS_TOLD,
  networksField,
  TOKEN_LIST_MAX,
} from '../request/token-fields.ts';
import { choiceField } from '../request/word-fields.ts';
import { RESERVED_NAME, scopesRule } from './change-operator-token.ts';

/** Feeds' tokens have limits of their own, and their own list. */
const TOKEN_ROLES = OPERATOR_ROLES.filter((role) => role !== 'feed');

const NAME_MAX = 128;
const name = refinedField(
  textField(NAME_MAX, `What it is for; not \`${RESERVED_NAME}\``),
  (given, field, notes) => {
    const message = 'is the name of the token in the settings';
    if (given === RESERVED_NAME) notes.wrong(field, 'not_allowed', message);
    return given;
  },
);

const TERMS = {
  scopes: optionalField(
    listField(TOKEN_LIST_MAX, {
      items: { type: 'string', enum: RIGHT_SCOPES },
      minItems: 1,
      description: 'Default: all that the role has',
    }),
  ),
  allowed_ips: optionalField(networksField(NETWORKS_TOLD)),
  // An explicit null: it never expires.
  expires_at: ifGiven(optionalField(expiryField('A year from now if absent; null: never'))),
};

type Scopes = readonly unknown[] | null | undefined;

/** As they are listed, of those that the role has; null: not named. */
export function scopesNamed(
  given: Scopes,
  role: OperatorRole,
  notes: Pick<Notes, 'wrong'>,
): RightScope[] | null {
  const possible: readonly string[] = scopesOf(role);
  const isPossible = (text: string): text is RightScope => possible.includes(text);
  const asked = { name: 'scopes', notes, rule: scopesRule(role) };
  const named = textsIn(given ?? [], asked, isPossible);
  if (given?.length === 0) notes.wrong('scopes', 'length', 'must name at least one');
  return given === null || given === undefined ? null : (named ?? []);
}

export const ISSUE_OPERATOR_TOKEN = requestShape(
  'IssueOperatorToken',
  {
    name,
    role: choiceField(TOKEN_ROLES, `The most that it may do. ${ROLE_TOLD}`),
    ...TERMS,
    merchant_id: optionalField(uuidField('Required for the roles of merchants’ people')),
  },
  ({ role = 'viewer', scopes, merchant_id }, notes) => {
    scopesNamed(scopes, role, notes);
    const is_merchants = isMerchantRole(role);
    if (is_merchants && merchant_id === null) notes.wrong('merchant_id', 'required', 'is required');
    if (!is_merchants && merchant_id !== null) {
      const message = `is not for the role ${role}: leave the field out`;
      notes.wrong('merchant_id', 'not_allowed', message);
    }
  },
);

/** An owner has every scope: which of them the token's role has is asked when it is known. */
export const CHANGE_OPERATOR_TOKEN = requestShape(
  'ChangeOperatorToken',
  { name: ifGiven(name), ...TERMS },
  ({ scopes }, notes) => {
    scopesNamed(scopes, 'owner', notes);
  },
);

const OVERLAP_HOURS = { min: 0, max: 7 * 24, usual: 24 };

export const ROTATE_OPERATOR_TOKEN = requestShape('RotateOperatorToken', {
  overlap_hours: withDefault(
    integerWithin(OVERLAP_HOURS, 'How long both are accepted: 0 to 168; default 24'),
    OVERLAP_HOURS.usual,
  ),
});
