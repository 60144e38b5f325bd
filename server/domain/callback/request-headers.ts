// The headers of a signed callback, as they are sent and as they are shown later.

export type SignedMessage = {
  readonly id: string;
  readonly timestamp_s: number;
  /** Null if there is no secret to sign with: then nothing is sent. */
  readonly signature: string | null;
};

export function requestHeaders({ id, timestamp_s, signature }: SignedMessage) {
  return {
    'content-type': 'application/json',
    'user-agent': 'payment-orders',
    'webhook-id': id,
    'webhook-timestamp': String(timestamp_s),
    ...(signature !== null && { 'webhook-signature': signature }),
  };
}

/** A signature is not kept: with it, a request could be sent again by somebody else. */
const WITHHELD_SIGNATURE = 'v1,…';

export type SentHeader = { name: string; value: string };

/** The headers of an attempt that was made, without its signature. */
export function shownHeaders(id: string, signed_at: number): SentHeader[] {
  const timestamp_s = Math.floor(signed_at / 1_000);
  const headers = requestHeaders({ id, timestamp_s, signature: WITHHELD_SIGNATURE });
  return Object.entries(headers).map(([name, value]) => ({ name, value }));
}
