// The periods of a key rotation, chosen so that no process lacks a key that it needs.

export type KeyTimes = {
  /** A new key is used this long after it was added, so that every process knows it by then. */
  lead_ms: number;
  /** A process that could not check the keys for this long stops encrypting. */
  lease_ms: number;
  /** An old key is kept at least this long after the new one came into use. */
  rest_ms: number;
};

export const KEY_TIMES: KeyTimes = { lead_ms: 10_000, lease_ms: 60_000, rest_ms: 300_000 };
