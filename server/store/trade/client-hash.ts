// The keyed hash of a customer, by which trades and limits are found: the customer's own text is
// encrypted, and two merchants' customers of one name have different hashes.
import type { Cipher } from '../encryption/encryption.ts';

export type ClientKey = { merchant_id: string; client_id: string };

export const clientHash = (cipher: Cipher, { merchant_id, client_id }: ClientKey): Buffer =>
  cipher.lookup(`client/${merchant_id}/${client_id}`);
