// Whether a text was signed with an Ed25519 key that is known by its public half only.
import { createPublicKey, verify } from 'node:crypto';

/** The public key is 32 bytes as base64url. */
export function hasSigned(public_key: string, text: string, signature: string): boolean {
  try {
    const key = createPublicKey({
      key: { kty: 'OKP', crv: 'Ed25519', x: public_key },
      format: 'jwk',
    });
    return verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64url'));
  } catch (error) {
    // A text that is no key signs nothing.
    if (error instanceof TypeError || (error instanceof Error && 'code' in error)) return false;
    throw error;
  }
}
