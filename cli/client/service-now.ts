// The service's time, which in a sandbox may be ahead of this machine's.
import type { Client } from './client.ts';

/** A live service has no clock to ask about: its time is this machine's. */
export async function serviceNow(client: Client): Promise<string> {
  const answer = await client.operator('/sandbox/clock');
  return answer.kind === 'body' ? String(answer.body.now) : new Date().toISOString();
}
