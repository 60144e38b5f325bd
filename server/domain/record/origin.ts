// From where an act came: kept in the audit trail only.

export type Origin = {
  address: string;
  request_id: string;
  /** Null with a token. */
  session_id: string | null;
  /** Null in a session. */
  operator_token_id: string | null;
};
