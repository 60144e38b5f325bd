// How long the steps of a rotation of keys take, so that no process is surprised by one.

export type KeyTimes = {
  /** A new key is known to every process before any of them uses it. */
  lead_ms: number;
  /** A process that could not look at the keys for so long seals nothing. */
  lease_ms: number;
  /** An old key stays at least so long after the new one is used. */
  rest_ms: number;
};

export const KEY_TIMES: KeyTimes = { lead_ms: 10_000, lease_ms: 60_000, rest_ms: 300_000 };
