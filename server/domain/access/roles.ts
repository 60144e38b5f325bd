// The roles of people and tokens, and the groups of rights that a token may have.

type RoleRow = {
  /** People and tokens of a merchant see only that merchant, whatever the right. */
  readonly of: 'house' | 'merchant';
  /** Programs that deliver bank lines have tokens of their own kind. */
  readonly is_for: 'people' | 'feeds';
};

const ROLES = {
  owner: { of: 'house', is_for: 'people' },
  operator: { of: 'house', is_for: 'people' },
  finance: { of: 'house', is_for: 'people' },
  viewer: { of: 'house', is_for: 'people' },
  feed: { of: 'house', is_for: 'feeds' },
  merchant_admin: { of: 'merchant', is_for: 'people' },
  merchant_viewer: { of: 'merchant', is_for: 'people' },
} as const satisfies Readonly<Record<string, RoleRow>>;

export type OperatorRole = keyof typeof ROLES;
export const OPERATOR_ROLES = Object.keys(ROLES) as OperatorRole[];

/** The roles of people, and of the tokens that work for them. */
export type PersonRole = {
  [Role in OperatorRole]: (typeof ROLES)[Role]['is_for'] extends 'people' ? Role : never;
}[OperatorRole];

const isPersonRole = (role: OperatorRole): role is PersonRole => ROLES[role].is_for === 'people';

export const PERSON_ROLES: readonly PersonRole[] = OPERATOR_ROLES.filter(isPersonRole);

/** Of a role, as requests and answers tell it. */
export const ROLE_TOLD =
  '`owner`: may do everything; `operator`: the daily work; `finance`: money in the books; ' +
  '`viewer`: reads; `merchant_admin` and `merchant_viewer`: see one merchant only';

/** Groups of rights: a token may have some of those of its role. */
export const RIGHT_SCOPES = [
  'own',
  'read',
  'audit',
  'files',
  'export',
  'trades',
  'bank',
  'payouts',
  'finance',
  'approvals',
  'merchants',
  'accounts',
  'alerts',
  'access',
] as const;
export type RightScope = (typeof RIGHT_SCOPES)[number];

/** People and tokens of one merchant. */
export function isMerchantRole(role: OperatorRole): boolean {
  return ROLES[role].of === 'merchant';
}
