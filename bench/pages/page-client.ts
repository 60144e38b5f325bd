// Acts as browsers behind a proxy, with their own addresses and connections.
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { inParallel } from '../harness/http-client.ts';
import type { KnownPage } from '../harness/known-pages.ts';

/** How many customers share one address, as in an office. */
const PAGES_PER_ADDRESS = 50;

export function addressOf(index: number): string {
  const address = Math.floor(index / PAGES_PER_ADDRESS);
  return `203.0.${Math.floor(address / 250)}.${1 + (address % 250)}`;
}

export type OpenStreams = {
  /** Resolves with the time of this page's first event with at least this sequence number. */
  event(path: string, sequence: number): Promise<number>;
  close(): Promise<void>;
};

const OPENING_AT_ONCE = 64;
const FIRST_SEQUENCE = 1;

type Page = { sequence: number; at_ms: number; waiting: (() => void)[] };

/** Reads as little as possible: the last event id and its time of arrival. */
function follow(socket: Socket, page: Page): void {
  socket.setEncoding('latin1');
  socket.on('data', (text: string) => {
    const at = text.lastIndexOf('\nid: ');
    if (at === -1 && !text.startsWith('id: ')) return;
    page.sequence = Number.parseInt(text.slice(text.lastIndexOf('id: ') + 4), 10);
    page.at_ms = performance.now();
    for (const resolve of page.waiting.splice(0)) resolve();
  });
}

async function reach(page: Page, sequence: number): Promise<number> {
  while (page.sequence < sequence) {
    await new Promise<void>((resolve) => page.waiting.push(resolve));
  }
  return page.at_ms;
}

/** Resolves when every page has got its first event. */
export async function openStreams(url: string, known: readonly KnownPage[]): Promise<OpenStreams> {
  const { hostname, port, host } = new URL(url);
  const pages = new Map<string, Page>();
  const sockets: Socket[] = [];
  const open = async ([index, { path }]: [number, KnownPage]) => {
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    const page: Page = { sequence: 0, at_ms: 0, waiting: [] };
    follow(socket, page);
    pages.set(path, page);
    sockets.push(socket);
    const head = [
      `GET ${path}/live HTTP/1.1`,
      `Host: ${host}`,
      'Accept: text/event-stream',
      `X-Forwarded-For: ${addressOf(index)}`,
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    await reach(page, FIRST_SEQUENCE);
  };
  await inParallel([...known.entries()], OPENING_AT_ONCE, open);
  return {
    event(path, sequence) {
      const page = pages.get(path);
      if (page === undefined) throw new Error(`No stream of ${path}`);
      return reach(page, sequence);
    },
    async close() {
      const closed = sockets.map((socket) => once(socket, 'close'));
      for (const socket of sockets) socket.destroy();
      await Promise.all(closed);
    },
  };
}

export type PageCall = { url: string; path: string; address: string; method?: 'POST' };

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/** Throws unless the customer's request succeeded. */
export async function ask({ url, path, address, method }: PageCall): Promise<void> {
  const wanted = method === 'POST' ? 303 : 200;
  const sent = request(`${url}${path}`, {
    agent,
    method: method ?? 'GET',
    headers: {
      'x-forwarded-for': address,
      'sec-fetch-site': 'same-origin',
      ...(method === 'POST' ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
    },
  });
  sent.end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  response.resume();
  await once(response, 'end');
  if (response.statusCode !== wanted) throw new Error(`${path}: ${response.statusCode}`);
}
