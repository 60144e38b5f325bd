// The address to which the page leads a payer back: the result stands in it, signed for the shop.
import { returnStringToSign } from '../../domain/callback/signature.ts';
import { type CallbackEndpoint, DEFAULT_ENDPOINT } from '../../domain/record/callback-endpoint.ts';
import { shownOrderId, type Trade } from '../../domain/record/trade.ts';
import { endpointOf } from '../callback/callback-address.ts';
import type { App } from '../process/app.ts';
import { serviceTime } from '../process/service-time.ts';
import { signReturn } from '../process/standard-webhook.ts';
import { iso } from '../request/views.ts';

/** None if they cannot be decrypted: the page is worth more than the signature. */
function secretsOf(endpoint: CallbackEndpoint | undefined, now: number): string[] {
  const { secret = null, previous_secret = null, previous_until = null } = endpoint ?? {};
  const former = previous_until !== null && previous_until > now ? previous_secret : null;
  return [secret, former].filter((one) => one !== null);
}

async function signatureOf(app: App, trade: Trade, text: string): Promise<string | null> {
  const settings = await app.settings.current();
  const endpoint = endpointOf(settings, trade.merchant_id, DEFAULT_ENDPOINT);
  const secrets = secretsOf(endpoint, serviceTime(app));
  return secrets.length === 0 ? null : signReturn(secrets, text);
}

/** Null if the order has no `return_url`. Parameters of the shop's own stay as they are. */
export async function returnAddress(app: App, trade: Trade): Promise<string | null> {
  if (trade.return_url === null) return null;
  const url = new URL(trade.return_url);
  const is_taken = url.searchParams.has('signature') || url.searchParams.has('updated_at');
  const { trade_id: id, state } = trade;
  const result = { id, order_id: shownOrderId(trade), state };
  for (const [name, value] of Object.entries(result)) url.searchParams.set(name, value);
  if (is_taken) return url.href;
  const updated_at = iso(trade.changed_at);
  const signature = await signatureOf(app, trade, returnStringToSign({ ...result, updated_at }));
  if (signature === null) return url.href;
  url.searchParams.set('updated_at', updated_at);
  url.searchParams.set('signature', signature);
  return url.href;
}
