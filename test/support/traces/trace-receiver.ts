// A receiver of traces on this machine: takes OTLP over HTTP, and shows the spans as a tree.
import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { wholeBody } from '../../../bench/harness/whole-body.ts';

type Value = { stringValue?: string; intValue?: number; doubleValue?: number; boolValue?: boolean };
type Attribute = { key: string; value: Value };
type Link = { traceId: string; spanId: string };

export type ReceivedSpan = {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  /** 1 internal, 2 server, 3 client. */
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly Attribute[];
  readonly links?: readonly Link[];
  readonly status: { readonly code?: number };
};

type Sent = {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: { spans: ReceivedSpan[] }[];
  }[];
};

export type TraceReceiver = {
  /** As OTEL_EXPORTER_OTLP_ENDPOINT has it. */
  readonly url: string;
  readonly spans: readonly ReceivedSpan[];
  readonly headers: readonly IncomingHttpHeaders[];
  /** Everything that came, as it came. */
  readonly bodies: readonly string[];
  /** What the sender says about itself. */
  readonly resource: Readonly<Record<string, unknown>>;
  until(holds: (spans: readonly ReceivedSpan[]) => boolean): Promise<void>;
  /** Resolves as soon as this many requests have come, answered or not. */
  untilAsked(count: number): Promise<void>;
  close(): Promise<void>;
};

/** True if it has answered by itself, or never will. */
export type TraceScript = (response: ServerResponse) => boolean;

const wordOf = ({ value }: Attribute): unknown =>
  value.stringValue ?? value.intValue ?? value.doubleValue ?? value.boolValue;

export const wordsOfSpan = ({ attributes }: Pick<ReceivedSpan, 'attributes'>) =>
  Object.fromEntries(attributes.map((one) => [one.key, wordOf(one)]));

export async function startTraceReceiver(
  script: TraceScript = () => false,
): Promise<TraceReceiver> {
  const spans: ReceivedSpan[] = [];
  const headers: IncomingHttpHeaders[] = [];
  const bodies: string[] = [];
  let resource: Record<string, unknown> = {};
  const arrivals = new EventEmitter();
  const server = createServer(async (request, response) => {
    const body = await wholeBody(request);
    if (body === null) return;
    headers.push(request.headers);
    bodies.push(body);
    arrivals.emit('asked');
    if (script(response)) return;
    if (request.method !== 'POST' || request.url !== '/v1/traces') {
      response.writeHead(404).end();
      return;
    }
    for (const of_resource of (JSON.parse(body) as Sent).resourceSpans) {
      resource = wordsOfSpan(of_resource.resource);
      spans.push(...of_resource.scopeSpans.flatMap((one) => one.spans));
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    arrivals.emit('spans');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    headers,
    bodies,
    get resource() {
      return resource;
    },
    async until(holds) {
      while (!holds(spans)) await once(arrivals, 'spans');
    },
    async untilAsked(count) {
      while (bodies.length < count) await once(arrivals, 'asked');
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const KINDS: Readonly<Record<number, string>> = { 1: 'internal', 2: 'server', 3: 'client' };

/** Ids and what else differs from run to run are left out. */
const SHOWN = [
  'http.request.method',
  'http.route',
  'http.response.status_code',
  'http.request.resend_count',
  'error.type',
  'payment_orders.state',
  'payment_orders.writer',
  'payment_orders.batch.commands',
  'payment_orders.endpoint',
];

function lineOf(span: ReceivedSpan, nameOf: (link: Link) => string): string {
  const words = wordsOfSpan(span);
  const shown = SHOWN.filter((key) => key in words).map((key) => `${key}=${words[key]}`);
  const links = (span.links ?? []).map((link) => `-> ${nameOf(link)}`);
  return [span.name, `(${KINDS[span.kind]})`, ...shown, ...links].join(' ');
}

/** The spans of one trace in the order of their starts, each below its parent. */
export function treeOf(all: readonly ReceivedSpan[], traceId: string): string {
  const spans = all
    .filter((span) => span.traceId === traceId)
    .toSorted((a, b) => Number(BigInt(a.startTimeUnixNano) - BigInt(b.startTimeUnixNano)));
  const nameOf = ({ spanId, traceId: of }: Link) => {
    const found = all.find((span) => span.spanId === spanId && span.traceId === of);
    return `${found?.name ?? 'nothing'}${of === traceId ? '' : ' of another trace'}`;
  };
  const ids = new Set(spans.map(({ spanId }) => spanId));
  const below = (parent: string | null, indent: string): string[] =>
    spans
      .filter(({ parentSpanId = '' }) =>
        parent === null ? !ids.has(parentSpanId) : parentSpanId === parent,
      )
      .flatMap((span) => [indent + lineOf(span, nameOf), ...below(span.spanId, `${indent}  `)]);
  return below(null, '').join('\n');
}
