// The two ceremonies of WebAuthn, registration and authentication: the options that a browser gets,
// and the check of its answer.
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { decodeAttestationObject } from '@simplewebauthn/server/helpers';
import { type Refusal, refuse } from '../../domain/service/refusal.ts';
import { parseAddress } from '../../lib/ip-address.ts';
import type { Passkey } from '../../store/factor/passkeys.ts';

/** For whom a browser makes and uses passkeys: the host of PUBLIC_URL, and pages of its origin. */
export type RelyingParty = { rp_id: string; origin: string };

/** How long a browser may take, and so how long a challenge is kept. */
export const CEREMONY_MS = 5 * 60_000;

/** EdDSA, ES256 and RS256: each authenticator has at least one of them. */
const ALGORITHMS = [-8, -7, -257];

export function relyingParty(public_url: string): RelyingParty | Refusal {
  const { hostname, origin } = new URL(public_url);
  if (parseAddress(hostname.replace(/^\[|\]$/g, '')) === null) return { rp_id: hostname, origin };
  return refuse(
    'act_not_allowed',
    'Passkeys need a host name: PUBLIC_URL of this service has an address of numbers.',
  );
}

/** The sixteen bytes of the person's id: the same for all their passkeys, and nothing personal. */
export function userHandle(person_id: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(person_id.replaceAll('-', ''), 'hex'));
}

const listed = ({ credential_id, transports }: Passkey) => ({
  id: Buffer.from(credential_id).toString('base64url'),
  transports: [...transports],
});

type Registration = {
  challenge: Uint8Array<ArrayBuffer>;
  person: { person_id: string; name: string; email: string };
  passkeys: readonly Passkey[];
};

export async function registrationOptions(
  { rp_id }: RelyingParty,
  { challenge, person, passkeys }: Registration,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  return await generateRegistrationOptions({
    rpName: rp_id,
    rpID: rp_id,
    challenge,
    userID: userHandle(person.person_id),
    userName: person.email,
    userDisplayName: person.name,
    timeout: CEREMONY_MS,
    attestationType: 'none',
    excludeCredentials: passkeys.map(listed),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
  });
}

/** Without passkeys, the browser offers those that it has for this host. */
export async function authenticationOptions(
  { rp_id }: RelyingParty,
  { challenge, passkeys }: { challenge: Uint8Array<ArrayBuffer>; passkeys: readonly Passkey[] },
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  return await generateAuthenticationOptions({
    rpID: rp_id,
    challenge,
    timeout: CEREMONY_MS,
    userVerification: 'required',
    allowCredentials: passkeys.map(listed),
  });
}

/**
 * The result of the library's check, or null if it refused. It throws plain errors for every kind
 * of wrong answer, and nothing but the check is inside, so that all of them are the same refusal.
 */
async function checked<Value>(check: () => Promise<Value>): Promise<Value | null> {
  try {
    return await check();
  } catch (error) {
    if (error instanceof Error) return null;
    throw error;
  }
}

/**
 * No attestation is asked for, so an answer has none, or the passkey's own signature. Certificates
 * are refused unread: the library would fetch what an address in them names.
 */
export function hasCertificates(attestation_object: string): boolean {
  const decoded = decodeAttestationObject(
    new Uint8Array(Buffer.from(attestation_object, 'base64url')),
  );
  const format = decoded.get('fmt');
  if (format === 'none') return false;
  return format !== 'packed' || decoded.get('attStmt').get('x5c') !== undefined;
}

export type NewCredential = Pick<
  Passkey,
  'credential_id' | 'public_key' | 'sign_count' | 'is_backed_up' | 'transports'
>;

/** What transports there are; others that a browser may name are left out. */
const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'];

/** Null if anything about the answer is wrong. */
export async function verifyRegistration(
  { rp_id, origin }: RelyingParty,
  challenge: string,
  answer: RegistrationResponseJSON,
): Promise<NewCredential | null> {
  const verified = await checked(async () => {
    if (hasCertificates(answer.response.attestationObject)) return null;
    return await verifyRegistrationResponse({
      response: answer,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rp_id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
  });
  if (verified?.verified !== true) return null;
  const { credential, credentialBackedUp } = verified.registrationInfo;
  const credential_id = new Uint8Array(Buffer.from(credential.id, 'base64url'));
  // The browser's answer names the credential twice; what the authenticator signed decides.
  if (Buffer.from(credential_id).toString('base64url') !== answer.id) return null;
  return {
    credential_id,
    public_key: credential.publicKey,
    sign_count: credential.counter,
    is_backed_up: credentialBackedUp,
    transports: TRANSPORTS.filter((one) => answer.response.transports?.includes(one) === true),
  };
}

export type PasskeyUse = Pick<Passkey, 'passkey_id' | 'sign_count' | 'is_backed_up'>;

/** Null if anything about the answer is wrong. */
export async function verifyAuthentication(
  { rp_id, origin }: RelyingParty,
  challenge: string,
  { answer, passkey }: { answer: AuthenticationResponseJSON; passkey: Passkey },
): Promise<PasskeyUse | null> {
  const given = answer.response.userHandle;
  const own = Buffer.from(userHandle(passkey.person_id)).toString('base64url');
  if (given !== undefined && given !== own) return null;
  const verified = await checked(() =>
    verifyAuthenticationResponse({
      response: answer,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rp_id,
      requireUserVerification: true,
      credential: {
        id: Buffer.from(passkey.credential_id).toString('base64url'),
        publicKey: passkey.public_key,
        counter: passkey.sign_count,
      },
    }),
  );
  if (verified?.verified !== true) return null;
  const { newCounter, credentialBackedUp } = verified.authenticationInfo;
  return {
    passkey_id: passkey.passkey_id,
    sign_count: newCounter,
    is_backed_up: credentialBackedUp,
  };
}
