// A shop in its own process whose route takes callbacks, and what every such route has to do.
import { deepEqual, equal, match } from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { type SignedCallback, signCallback } from '../../sdk/testing.ts';

export const SECRET = 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=';
const OTHER = 'whsec_ZmVkY2JhOTg3NjU0MzIxMGZlZGNiYTk4NzY1NDMyMTA=';
export const EVENT = {
  type: 'deposit.completed',
  data: { order_id: 'order-1', note: '₹ 1.50' },
} as const;

/** The file of the shop that keeps events: it prints them. */
export const KEEP = 'export const keep = async ({ id, data }) => console.log(id, data.note);\n';

/** `next` is the next line of its output; `end` returns what it wrote of errors. */
export type Shop = { url: string; next(): Promise<string>; end(): Promise<string> };

/** The first line of a shop's output that has this form says its port. */
const PORT = /(?:^|:\/\/[\w.]+:)(\d{2,5})$/;

export async function startShop(cwd: string, args: readonly string[]): Promise<Shop> {
  const child = spawn(process.execPath, args, {
    cwd,
    env: { PAY_SECRET: SECRET, PATH: process.env.PATH, NEXT_TELEMETRY_DISABLED: '1' },
  });
  let errors = '';
  child.stderr.on('data', (text) => {
    errors += text;
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async () => {
    const { value, done } = await lines.next();
    if (done === true) throw new Error(`The shop has ended: ${errors}`);
    return String(value).trim();
  };
  const end = async () => {
    const closed = once(child, 'close');
    child.kill();
    await closed;
    return errors;
  };
  try {
    for (;;) {
      const [, port] = PORT.exec(await next()) ?? [];
      if (port !== undefined) return { url: `http://127.0.0.1:${port}`, next, end };
    }
  } catch (error) {
    if (child.exitCode === null) await end();
    throw error;
  }
}

export const postCallback = (shop: Shop, callback: SignedCallback) =>
  fetch(`${shop.url}/callbacks`, { method: 'POST', ...callback });

/** It keeps what was signed and refuses everything else; other routes get their JSON. */
export async function proveRoute(shop: Shop, is_next = false): Promise<void> {
  const callback = await signCallback(EVENT, SECRET, { id: 'msg-1' });
  equal((await postCallback(shop, callback)).status, 204);
  let line = await shop.next();
  // Next tells that it is ready, after its port.
  while (is_next && !line.startsWith('msg-')) line = await shop.next();
  equal(line, 'msg-1 ₹ 1.50');
  const forged = await signCallback(EVENT, OTHER);
  equal((await postCallback(shop, forged)).status, 400);
  const changed = { ...callback, body: callback.body.replace('order-1', 'order-2') };
  equal((await postCallback(shop, changed)).status, 400);
  equal((await postCallback(shop, { ...callback, body: '' })).status, 400);
  const headers = { 'content-type': 'application/json' };
  const init = { method: 'POST', body: '{"item":7}', headers };
  deepEqual(await (await fetch(`${shop.url}/orders`, init)).json(), { item: 7 });
  match(await shop.end(), /No secret has signed this callback/);
}
