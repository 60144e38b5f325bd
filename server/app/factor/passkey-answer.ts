// A browser's answer to a passkey ceremony, read with a bound for every part before anything
// decodes it.

import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { isRecord } from '../../lib/is-record.ts';

/** An answer, and the challenge that it says it signed. */
export type ReadAnswer<Answer> = { answer: Answer; challenge: string };

const BASE64URL = /^[A-Za-z0-9_-]+$/;

/** In characters; real answers need a fifth of it at most. */
const MOST = {
  id: 1_364,
  client_data: 4_096,
  attestation: 16_384,
  authenticator_data: 4_096,
  signature: 2_048,
  user_handle: 86,
  transports: 10,
  transport: 32,
  challenge: 128,
} as const;

type Part = Readonly<Record<string, unknown>>;

function partOf(value: unknown): Part | null {
  return isRecord(value) ? Object.fromEntries(Object.entries(value)) : null;
}

function encoded(part: Part, name: string, most: number): string | null {
  const text = part[name];
  if (typeof text !== 'string' || text.length > most) return null;
  return BASE64URL.test(text) ? text : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/**
 * The challenge in the data that the browser signed. Null for pages inside another site's frame:
 * ours cannot be framed, so it would not be ours.
 */
function challengeOf(client_data: string): string | null {
  const data = partOf(parsed(Buffer.from(client_data, 'base64url').toString()));
  if (data === null || data.crossOrigin === true || data.topOrigin !== undefined) return null;
  return encoded(data, 'challenge', MOST.challenge);
}

type Common = { id: string; response: Part; client_data: string; challenge: string };

function commonOf(raw: unknown): Common | null {
  const part = partOf(raw);
  const response = partOf(part?.response);
  if (part === null || response === null || part.type !== 'public-key') return null;
  const id = encoded(part, 'id', MOST.id);
  const client_data = encoded(response, 'clientDataJSON', MOST.client_data);
  if (id === null || client_data === null || part.rawId !== id) return null;
  const challenge = challengeOf(client_data);
  return challenge === null ? null : { id, response, client_data, challenge };
}

const FIXED = { type: 'public-key', clientExtensionResults: {} } as const;

function transportsOf(value: unknown): string[] | null {
  if (value === undefined) return [];
  if (!Array.isArray(value) || value.length > MOST.transports) return null;
  const texts = value.filter((one): one is string => typeof one === 'string');
  if (texts.length !== value.length) return null;
  return texts.every(({ length }) => length <= MOST.transport) ? texts : null;
}

export function readRegistrationAnswer(raw: unknown): ReadAnswer<RegistrationResponseJSON> | null {
  const common = commonOf(raw);
  if (common === null) return null;
  const { id, response, client_data, challenge } = common;
  const attestationObject = encoded(response, 'attestationObject', MOST.attestation);
  const transports = transportsOf(response.transports);
  if (attestationObject === null || transports === null) return null;
  const answer: RegistrationResponseJSON = {
    ...FIXED,
    id,
    rawId: id,
    response: { clientDataJSON: client_data, attestationObject, transports },
  };
  return { answer, challenge };
}

export function readAuthenticationAnswer(
  raw: unknown,
): ReadAnswer<AuthenticationResponseJSON> | null {
  const common = commonOf(raw);
  if (common === null) return null;
  const { id, response, client_data, challenge } = common;
  const authenticatorData = encoded(response, 'authenticatorData', MOST.authenticator_data);
  const signature = encoded(response, 'signature', MOST.signature);
  if (authenticatorData === null || signature === null) return null;
  const is_named = response.userHandle !== undefined && response.userHandle !== null;
  const userHandle = is_named ? encoded(response, 'userHandle', MOST.user_handle) : null;
  if (is_named && userHandle === null) return null;
  const answer: AuthenticationResponseJSON = {
    ...FIXED,
    id,
    rawId: id,
    response: {
      clientDataJSON: client_data,
      authenticatorData,
      signature,
      ...(userHandle === null ? {} : { userHandle }),
    },
  };
  return { answer, challenge };
}
