// Links by which people set their password: the first one, and a new one that an owner grants. A
// sandbox also makes links that sign in its own owner.

import { LIMITS } from '../service/limits.ts';

/** Those by which a person sets a password. */
export const PASSWORD_LINK_KINDS = ['invitation', 'password_reset'] as const;
export const LINK_KINDS = [...PASSWORD_LINK_KINDS, 'sign_in'] as const;
export type LinkKind = (typeof LINK_KINDS)[number];
export type PasswordLinkKind = (typeof PASSWORD_LINK_KINDS)[number];

export const LINK_LIFE_MS: Readonly<Record<LinkKind, number>> = {
  invitation: LIMITS.invitation_life_ms,
  password_reset: LIMITS.reset_link_life_ms,
  sign_in: LIMITS.sign_in_link_life_ms,
};
