// Links by which people set their password: the first one, and a new one that an owner grants.

export const LINK_KINDS = ['invitation', 'password_reset'] as const;
export type LinkKind = (typeof LINK_KINDS)[number];

const HOUR_MS = 3_600_000;

/** An invitation travels by e-mail and waits over a weekend; a reset is handed over. */
export const LINK_LIFE_MS: Readonly<Record<LinkKind, number>> = {
  invitation: 72 * HOUR_MS,
  password_reset: 2 * HOUR_MS,
};
