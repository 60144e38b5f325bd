// The address of a trade's page: merchant, trade and a computed key, so that no row stores it.
import type { TradeKey } from '../../domain/record/trade.ts';
import { uuidFromHex } from '../../lib/uuid.ts';
import { ByteWriter } from '../../store/connection/byte-writer.ts';
import type { Cipher, PageTrade } from '../../store/encryption/encryption.ts';

export type PageUrl = (trade: PageTrade) => string;

const TOKEN = /^[A-Za-z0-9_-]{64}$/;

const PAGE_BYTES = 48;
/** Reused for every address. */
const writer = new ByteWriter(PAGE_BYTES);

/** Contains the ids, so that the row is found directly, and a key that nobody can guess. */
function pageToken(cipher: Cipher, trade: PageTrade): string {
  writer.restart();
  writer.uuid(trade.merchant_id);
  writer.uuid(trade.trade_id);
  writer.bytes(cipher.pageKey(trade));
  const bytes = writer.end();
  if (bytes.length !== PAGE_BYTES) throw new Error('A page address needs 48 bytes');
  return bytes.toString('base64url');
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
