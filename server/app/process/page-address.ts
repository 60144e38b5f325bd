// The address of a trade's page: merchant, trade and a computed key, so that no row stores it.
import type { TradeKey } from '../../domain/record/trade.ts';
import { uuidFromHex } from '../../lib/uuid.ts';
import type { Cipher, PageTrade } from '../../store/encryption/encryption.ts';

export type PageUrl = (trade: PageTrade) => string;

const TOKEN = /^[A-Za-z0-9_-]{64}$/;

/** Reused for every address: three parts of 16 bytes. */
const page_bytes = Buffer.alloc(48);

const writeUuid = (id: string, offset: number) =>
  page_bytes.write(id.replaceAll('-', ''), offset, 'hex');

/** Contains the ids, so that the row is found directly, and a key that nobody can guess. */
function pageToken(cipher: Cipher, trade: PageTrade): string {
  const written =
    writeUuid(trade.merchant_id, 0) +
    writeUuid(trade.trade_id, 16) +
    cipher.pageKey(trade).copy(page_bytes, 32);
  // A part that is too short would leave bytes of an earlier trade's address in the buffer.
  if (written !== page_bytes.length) throw new Error('A page address needs 48 bytes');
  return page_bytes.toString('base64url');
}

export function pageUrls(public_url: string, cipher: Cipher): PageUrl {
  return (trade) => `${public_url}/pay/${pageToken(cipher, trade)}`;
}

const uuidFrom = (bytes: Buffer) => uuidFromHex(bytes.toString('hex'));

/** What a page's address claims; whether the key is right is checked against the trade. */
export function readPageToken(token: string): (TradeKey & { page_key: Buffer }) | null {
  if (!TOKEN.test(token)) return null;
  const bytes = Buffer.from(token, 'base64url');
  const merchant_id = uuidFrom(bytes.subarray(0, 16));
  const trade_id = uuidFrom(bytes.subarray(16, 32));
  return { merchant_id, trade_id, page_key: bytes.subarray(32) };
}
