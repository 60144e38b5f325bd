// The second factors of a person, as that person and owners see them.
import type { SecondFactor } from '../../domain/access/person.ts';
import { type Factors, needsFactor } from '../../domain/factor/second-factor.ts';
import type { ServiceMode } from '../../domain/service/service-mode.ts';
import type { Queryable } from '../../store/connection/database.ts';
import type { Cipher } from '../../store/encryption/encryption.ts';
import { readEnrolmentLink } from '../../store/factor/enrolment-links.ts';
import { type Passkey, readPasskeys } from '../../store/factor/passkeys.ts';
import { readRecoveryCodeUses } from '../../store/factor/recovery-codes.ts';
import { readTotpSecret } from '../../store/factor/totp-secrets.ts';
import { iso, isoOrNull } from '../request/views.ts';

export type PasskeyBody = {
  id: string;
  name: string;
  is_backed_up: boolean;
  transports: string[];
  created_at: string;
  last_used_at: string | null;
};

export type TotpBody = { activated_at: string };

export type RecoveryCodesBody = { left: number; last_used_at: string | null };

export type FactorsBody = {
  /** The mode asks for a second factor, so the last one cannot be removed. */
  is_required: boolean;
  totp: TotpBody | null;
  passkeys: PasskeyBody[];
  recovery_codes: RecoveryCodesBody;
  /** The factors were removed, and new ones need the link that was made with that. */
  waits_for_link: boolean;
};

export function passkeyBody(passkey: Passkey): PasskeyBody {
  const { passkey_id, name, is_backed_up, transports, created_at, last_used_at } = passkey;
  return {
    id: passkey_id,
    name,
    is_backed_up,
    transports: [...transports],
    created_at: iso(created_at),
    last_used_at: isoOrNull(last_used_at),
  };
}

export async function readFactorsBody(
  app: { mode: ServiceMode; store: { cipher: Cipher } },
  db: Queryable,
  person_id: string,
): Promise<FactorsBody> {
  const { cipher } = app.store;
  const totp = await readTotpSecret(db, cipher, person_id, 'active');
  const passkeys = await readPasskeys(db, cipher, person_id);
  const uses = await readRecoveryCodeUses(db, person_id);
  const used = uses.filter((used_at) => used_at !== null);
  const link = await readEnrolmentLink(db, person_id);
  return {
    is_required: needsFactor(app.mode),
    totp: totp?.activated_at == null ? null : { activated_at: iso(totp.activated_at) },
    passkeys: passkeys.map(passkeyBody),
    recovery_codes: {
      left: uses.length - used.length,
      last_used_at: used.length === 0 ? null : iso(Math.max(...used)),
    },
    waits_for_link: link !== null,
  };
}

/** The kinds that a sign-in asks for. */
export function kindsOf({ has_totp, passkeys }: Factors): SecondFactor[] {
  return [
    ...(has_totp ? (['totp'] as const) : []),
    ...(passkeys > 0 ? (['passkey'] as const) : []),
  ];
}
