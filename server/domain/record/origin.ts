// Who acted, and from where.

/** Kept in the audit trail only. */
export type Origin = {
  address: string;
  request_id: string;
  /** Null with a token. */
  session_id: string | null;
  /** Null in a session. */
  operator_token_id: string | null;
};

/** The roles that may act; every schema that shows an actor uses this list. */
export const ACTOR_ROLES = ['merchant', 'customer', 'operator', 'feed', 'service'] as const;

/** Who acted: shown in the timeline and kept in the audit trail. */
export type Actor = {
  role: (typeof ACTOR_ROLES)[number];
  /** Id of a person or token; null for a customer and for the service itself. */
  id: string | null;
};
