// The roles of people and tokens, and the groups of rights that a token may have.

/**
 * `feed` is for tokens only. `merchant_admin` and `merchant_viewer` are people of one merchant:
 * they see only that merchant, whatever the right.
 */
export const OPERATOR_ROLES = [
  'owner',
  'operator',
  'finance',
  'viewer',
  'feed',
  'merchant_admin',
  'merchant_viewer',
] as const;
export type OperatorRole = (typeof OPERATOR_ROLES)[number];

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
  return role === 'merchant_admin' || role === 'merchant_viewer';
}
