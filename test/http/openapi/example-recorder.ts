// Sends requests to a running service by the names of their operations, and records them with their
// answers as the examples of an API's document.
import { equal } from 'node:assert/strict';
import type { OperationExample } from '../../../server/http/openapi/examples.ts';

type Json = Record<string, unknown>;
export type Place = readonly [method: string, address: string];
type Input = { path?: Json; query?: Json; body?: object };
export type Sent = Input & {
  file?: Buffer;
  headers?: Record<string, string>;
  /** Text that is sent as it is. */
  payload?: string;
  /** Without the headers that every request has. */
  is_bare?: true;
};

type Reply = { status: number; headers: Json; cookies: string[]; body: unknown };
export type Judge = (name: string, reply: Pick<Reply, 'status' | 'headers' | 'body'>) => void;

/** Where the service listens, and the headers of every request. */
type Service = { base: string; headers: Record<string, string> };

/** Files of these types are shown as they are. */
const SHOWN = /^(?:text\/csv|application\/(?:xml|jsonl))/;

/** `judge` sees every answer. */
export function createTour(service: Service, places: ReadonlyMap<string, Place>, judge: Judge) {
  const operations: Record<string, { request: OperationExample['request']; answers: Json }> = {};

  async function send(name: string, sent: Sent): Promise<Reply> {
    const [method, template] = places.get(name) ?? ['GET', '/'];
    const url = template.replace(/\{(\w+)\}/g, (_whole, key: string) => String(sent.path?.[key]));
    const query = new URLSearchParams();
    for (const [key, value] of Object.entries(sent.query ?? {})) query.set(key, String(value));
    const { file, payload, is_bare } = sent;
    const json = sent.body === undefined ? {} : { 'content-type': 'application/json' };
    const bytes = file === undefined ? undefined : new Uint8Array(file);
    const body = bytes ?? payload ?? (sent.body === undefined ? null : JSON.stringify(sent.body));
    const answer = await fetch(`${service.base}${url}?${query}`, {
      method,
      headers: { ...(is_bare === true ? {} : service.headers), ...json, ...sent.headers },
      body,
    });
    const text = await answer.text();
    const headers = Object.fromEntries(answer.headers);
    const is_json = /^application\/json(?:;|$)/.test(String(headers['content-type']));
    const reply = { status: answer.status, headers, body: is_json ? JSON.parse(text) : text };
    judge(name, reply);
    return { ...reply, cookies: answer.headers.getSetCookie() };
  }

  /** Keeps the answer; the first successful request of an operation is its example. */
  async function keep(name: string, sent: Sent, status: number): Promise<Reply> {
    const reply = await send(name, sent);
    equal(reply.status, status, `${name}: ${JSON.stringify(reply.body)}`);
    const known = operations[name];
    const is_first = known === undefined || !Object.keys(known.answers).some((one) => one < '300');
    const is_file =
      typeof reply.body === 'string' && !SHOWN.test(String(reply.headers['content-type']));
    operations[name] = {
      request: status < 300 && is_first ? requestOf(sent) : (known?.request ?? {}),
      answers: { [status]: is_file ? undefined : reply.body, ...known?.answers },
    };
    return reply;
  }

  const step = async (name: string, sent: Sent, status: number): Promise<Json> =>
    Object((await keep(name, sent, status)).body);

  return { send, keep, step, operations: operations as Readonly<Record<string, OperationExample>> };
}

/** As they stand in an address. */
const texts = (path: Json): Json =>
  Object.fromEntries(Object.entries(path).map(([name, value]) => [name, String(value)]));

function requestOf({ path, query, body, payload, headers }: Sent): OperationExample['request'] {
  const media = headers?.['content-type'];
  return {
    ...(path && { path: texts(path) }),
    ...(query && { query }),
    ...(body && { body }),
    ...(payload !== undefined && media !== undefined && { body: payload, media }),
  };
}

export type Tour = ReturnType<typeof createTour>;
