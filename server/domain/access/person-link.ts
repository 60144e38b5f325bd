// Links by which people set their password: the first one, and a new one that an owner grants.

import { LIMITS } from '../service/limits.ts';

export const LINK_KINDS = ['invitation', 'password_reset'] as const;
export type LinkKind = (typeof LINK_KINDS)[number];

export const LINK_LIFE_MS: Readonly<Record<LinkKind, number>> = {
  invitation: LIMITS.invitation_life_ms,
  password_reset: LIMITS.reset_link_life_ms,
};
