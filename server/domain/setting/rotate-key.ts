// An encryption key is rotated: a new one is added, unless one waits already.
import type { KeyPurpose, RotatedPurpose } from '../service/encryption-key.ts';
import { refuse } from '../service/refusal.ts';
import type { SettingsVerdict } from './settings-decision.ts';

export type KeyFacts = {
  /** By their ids. */
  keys: readonly { key_id: number; purpose: KeyPurpose; is_coming: boolean }[];
  /** Whether the `ENCRYPTION_KEY` of this process decrypts all of them. */
  are_readable: boolean;
  /** The database's true time. */
  clock: number;
};

export type KeyRotation = {
  purpose: RotatedPurpose;
  reason: string;
  /** A new key is used this long after it was added. */
  lead_ms: number;
};

export type RotatedKey = {
  key_id: number;
  purpose: RotatedPurpose;
  created_at: number;
  use_from: number;
};

/** Who asks twice gets the key that is not in use yet. */
export function decideKeyRotation(
  { keys, are_readable, clock }: KeyFacts,
  { purpose, reason, lead_ms }: KeyRotation,
): SettingsVerdict<RotatedKey, null> {
  if (!are_readable) {
    return refuse(
      'act_not_allowed',
      'This process was started with an ENCRYPTION_KEY that no longer decrypts the keys: ' +
        'restart it with the present ENCRYPTION_KEY, then rotate.',
    );
  }
  const times = { created_at: clock, use_from: clock + lead_ms };
  const coming = keys.find((key) => key.purpose === purpose && key.is_coming);
  if (coming !== undefined) {
    return { saved: { ...times, key_id: coming.key_id, purpose }, is_unchanged: true };
  }
  const key_id = Math.max(...keys.map((key) => key.key_id)) + 1;
  return {
    saved: { ...times, key_id, purpose },
    target: `encryption_keys/${key_id}`,
    detail: { purpose, reason },
    ask: null,
  };
}
