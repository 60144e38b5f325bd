// The service with its real HTTP server for tests of the operators' API, and requests to it in one
// line.
import type { AddressInfo } from 'node:net';
import type { ServedCell, ServedCells } from '../../../server/app/cell/cells.ts';
import type { App } from '../../../server/app/process/app.ts';
import { buildServer } from '../../../server/http/build-server.ts';
import type { RequestShares } from '../../../server/http/operator/route/request-shares.ts';
import { createLiveStreams, STREAM_LIMITS } from '../../../server/http/transport/live-streams.ts';
import {
  OPERATOR_TOKEN,
  openTestApp,
  type TestApp,
  type TestOptions,
} from '../../support/test-app.ts';
import { AuditWatch } from './audited-routes.ts';

export type Reply = { status: number; headers: Headers; body: Record<string, unknown> };

export type Ask = {
  /** Null: no header at all. */
  authorization?: string | null;
  headers?: Record<string, string>;
  /** Text and bytes are sent as they are, all else as JSON. */
  body?: unknown;
};

export type Logged = { fields: object; message: string | undefined };

export type OperatorService = TestApp & {
  url: string;
  /** What the service warned of, in order. */
  warnings: Logged[];
  /** The mistakes of its own that it logged: none, whatever is asked. */
  faults: Logged[];
  /** Below /operator/v1; with the operator's token unless another is given. */
  ask(method: string, path: string, request?: Ask): Promise<Reply>;
};

export const AUTHORIZATION = `Bearer ${OPERATOR_TOKEN}`;

const isRaw = (body: unknown): body is string | Uint8Array<ArrayBuffer> | ReadableStream =>
  typeof body === 'string' || body instanceof Uint8Array || body instanceof ReadableStream;

type ServiceOptions = TestOptions & {
  /** Of random requests some change nothing, and then need no entry in the audit trail. */
  is_audit_unwatched?: true;
  /** It is the control cell `main`, and these are the others. */
  beside?: readonly ServedCell[];
};

/** With the usual shares of each caller unless others are given. */
export async function openOperatorService(
  options: ServiceOptions = {},
  shares?: RequestShares,
): Promise<OperatorService> {
  const service = await openTestApp(options);
  try {
    return await serve(service, options, shares);
  } catch (error) {
    // Left running, it would keep the test's process from ending.
    await service.stop();
    throw error;
  }
}

const cellsOf = (control: App, beside: readonly ServedCell[]): ServedCells => ({
  control,
  all: [{ name: 'main', begun_at: 0, app: () => control }, ...beside],
});

async function serve(
  service: TestApp,
  { is_audit_unwatched, beside }: ServiceOptions,
  shares?: RequestShares,
): Promise<OperatorService> {
  const [warnings, faults]: [Logged[], Logged[]] = [[], []];
  const into = (logged: Logged[]) => (fields: object, message?: string) => {
    logged.push({ fields, message });
  };
  const log = { ...service.app.log, warn: into(warnings), error: into(faults) };
  const app = { ...service.app, log };
  const server = await buildServer(app, {
    trusted_proxies: [],
    pages: { streams: createLiveStreams(STREAM_LIMITS), requests_per_second: 0 },
    ...(shares === undefined ? {} : { shares }),
    cells: beside === undefined ? null : cellsOf(app, beside),
    ready: () => Promise.resolve({ ok: true, checks: { database: 'ok' } }),
  });
  await server.listen({ host: '127.0.0.1', port: 0 });
  const { port } = server.server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const watch = new AuditWatch(service.app);
  let unaudited: unknown;
  return {
    ...service,
    url,
    warnings,
    faults,
    async ask(method, path, request = {}) {
      const reply = await ask(`${url}/operator/v1${path}`, method, request);
      if (is_audit_unwatched !== true) watch.note(method, path, reply, request.body);
      return reply;
    },
    async stop() {
      await watch.check().catch((error: unknown) => {
        unaudited = error;
      });
      server.server.closeAllConnections();
      await server.close();
      await service.stop();
      if (unaudited !== undefined) throw unaudited;
    },
  };
}

async function ask(url: string, method: string, request: Ask): Promise<Reply> {
  const { authorization = AUTHORIZATION, headers, body } = request;
  const is_json = body !== undefined && !isRaw(body);
  const response = await fetch(url, {
    method,
    headers: {
      ...(authorization === null ? {} : { authorization }),
      ...(is_json ? { 'content-type': 'application/json' } : {}),
      ...headers,
    },
    ...(body === undefined ? {} : { body: isRaw(body) ? body : JSON.stringify(body) }),
    ...(body instanceof ReadableStream ? { duplex: 'half' } : {}),
  });
  const text = await response.text();
  const is_file = /^(?:text\/csv|application\/(?:jsonl|vnd\.))/.test(
    response.headers.get('content-type') ?? '',
  );
  return {
    status: response.status,
    headers: response.headers,
    // A file has no body in JSON.
    body: text === '' || is_file ? {} : JSON.parse(text),
  };
}

/** The same text for every run: ids by their first appearance, no times, hashes and secrets. */
export function createNormaliser(): (value: unknown) => string {
  const names = new Map<string, string>();
  const nameOf = (id: string) => {
    const name = names.get(id) ?? `<id ${names.size + 1}>`;
    names.set(id, name);
    return name;
  };
  const versions = new Map<string, number>();
  const versionOf = (_text: string, hash: string) => {
    const number = versions.get(hash) ?? versions.size + 1;
    versions.set(hash, number);
    return `"version": "<version ${number}>"`;
  };
  return (value) =>
    JSON.stringify(value, null, 2)
      .replace(/"version": "([0-9a-f]{16})"/g, versionOf)
      .replace(/\/pay\/[\w-]{64}/g, '/pay/<page>')
      .replace(/"(?:test_|sk_|whsec_)[\w+/=-]{40,}"/g, '"<secret>"')
      .replace(/\b[0-9a-f]{64}\b/g, '<hash>')
      .replace(/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?=\b|_)/g, nameOf)
      .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, '<time>')
      .replace(/"next_cursor": "[\w-]+"/g, '"next_cursor": "<cursor>"')
      .replace(/"duration_ms": \d+/g, '"duration_ms": 0');
}
