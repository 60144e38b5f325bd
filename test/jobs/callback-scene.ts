// Clients and receivers for the tests of callbacks; all are closed when a file's tests have ended.
import type { Socket } from 'node:net';
import { after } from 'node:test';
import {
  type CallbackClientOptions,
  type CallbackResult,
  createCallbackClient,
} from '../../server/jobs/callback-client.ts';
import { type Script, startRawReceiver, startReceiver } from '../support/receiver.ts';

export const closing: (() => Promise<void>)[] = [];
after(async () => {
  for (const close of closing) await close();
});

export function client(options: Partial<CallbackClientOptions> = {}) {
  const made = createCallbackClient({ allow_local: true, ...options });
  closing.push(() => made.close());
  return made;
}

export async function receiver(script?: Script, host = '127.0.0.1') {
  const made = await startReceiver(script === undefined ? { host } : { script, host });
  closing.push(() => made.close());
  return made;
}

export async function rawReceiver(answer: (socket: Socket) => unknown) {
  const made = await startRawReceiver(answer);
  closing.push(() => made.close());
  return made;
}

export const callbackTo = (url: string) => ({
  url,
  body: '{"type":"deposit.completed","data":{"name":"Zoë"}}',
  headers: { 'content-type': 'application/json', 'webhook-id': 'msg_1' },
});

export const outcome = ({ status, error }: CallbackResult) => ({ status, error });
