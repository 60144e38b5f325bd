// An authenticator in software, which also does what an attacker would: other origins, challenges,
// counters and signatures.
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

const FLAGS = { present: 0x01, verified: 0x04, backup_eligible: 0x08, backed_up: 0x10, data: 0x40 };

/** What an answer says; each part can be wrong. */
export type Ceremony = {
  origin: string;
  rp_id: string;
  challenge: string;
  counter?: number;
  is_verified?: boolean;
  client_data?: Readonly<Record<string, unknown>>;
};

const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest();
const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');

function clientData(type: string, { origin, challenge, client_data }: Ceremony): Buffer {
  return Buffer.from(
    JSON.stringify({ type, challenge, origin, crossOrigin: false, ...client_data }),
  );
}

function authenticatorData({ rp_id, counter = 0, is_verified = true }: Ceremony, more = 0): Buffer {
  const flags = FLAGS.present | (is_verified ? FLAGS.verified : 0) | more;
  const head = Buffer.alloc(5);
  head.writeUInt8(flags, 0);
  head.writeUInt32BE(counter, 1);
  return Buffer.concat([sha256(rp_id), head]);
}

export function createSoftAuthenticator() {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(32);
  const cose = isoCBOR.encode(
    new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
      [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
    ]),
  );
  const credential = { id: base64url(id), rawId: base64url(id), type: 'public-key' } as const;
  return {
    id: credential.id,
    /** The answer of `navigator.credentials.create()`. */
    create(ceremony: Ceremony, attestation?: { format: string; statement: Map<string, unknown> }) {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const data = Buffer.concat([
        authenticatorData(ceremony, FLAGS.data),
        Buffer.alloc(16),
        length,
        id,
        cose,
      ]);
      const object = new Map<string, unknown>([
        ['fmt', attestation?.format ?? 'none'],
        ['attStmt', attestation?.statement ?? new Map()],
        ['authData', new Uint8Array(data)],
      ]);
      return {
        ...credential,
        clientExtensionResults: {},
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', ceremony)),
          attestationObject: base64url(isoCBOR.encode(object as Map<string, never>)),
          transports: ['internal', 'unheard-of'],
        },
      };
    },
    /** The answer of `navigator.credentials.get()`. */
    get(ceremony: Ceremony, user_handle?: string) {
      const data = authenticatorData(ceremony);
      const client = clientData('webauthn.get', ceremony);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      return {
        ...credential,
        clientExtensionResults: {},
        response: {
          clientDataJSON: base64url(client),
          authenticatorData: base64url(data),
          signature: base64url(signature),
          ...(user_handle === undefined ? {} : { userHandle: user_handle }),
        },
      };
    },
  };
}

export type SoftAuthenticator = ReturnType<typeof createSoftAuthenticator>;
