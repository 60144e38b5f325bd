// The time at which a line is booked that is entered without one.
import type { Client } from '../../client/client.ts';

/**
 * In a sandbox the time of its clock, which may be ahead. A live service has no clock to ask about:
 * its time is this machine's.
 */
export async function bookedNow(client: Client): Promise<string> {
  const answer = await client.operator('/sandbox/clock');
  return answer.kind === 'body' ? String(answer.body.now) : new Date().toISOString();
}
