// The spans of batches with several requests, of attempts that fail, and a receiver of traces that
// is slow or away.
import { deepEqual, equal, ok } from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { before, describe, it } from 'node:test';
import { tracedAttempt } from '../../server/app/callback/trace-attempt.ts';
import type { Tracer, TraceSpan } from '../../server/app/trace/tracer.ts';
import { createPayin } from '../../server/app/trade/create-payin.ts';
import { traceIdOf } from '../../server/lib/trace-context.ts';
import { openTraces } from '../../server/programs/open-traces.ts';
import { readConfig } from '../../server/settings/config.ts';
import * as trades from '../app/scene.ts';
import { cleanup } from '../support/cleanup.ts';
import {
  accepted,
  makeMerchant,
  openTestApp,
  raw,
  type TestApp,
  type TestMerchant,
} from '../support/test-app.ts';
import {
  startTraceReceiver,
  type TraceReceiver,
  type TraceScript,
  treeOf,
  wordsOfSpan,
} from '../support/traces/trace-receiver.ts';

const undo = cleanup();

async function openScene(script?: TraceScript, more: Record<string, string> = {}) {
  const receiver = await startTraceReceiver(script);
  undo(() => receiver.close());
  const said: string[] = [];
  const note = (_fields: object, message = '') => void said.push(message);
  const config = readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, ...more });
  const dropped: Record<string, number> = {};
  const count = (_name: string, { reason = '' }: Readonly<Record<string, string>> = {}, by = 1) => {
    dropped[reason] = (dropped[reason] ?? 0) + by;
  };
  const log = { info: note, warn: note, error: note };
  const traces = await openTraces(config, log, { count });
  undo(() => traces.close());
  if (traces.tracer === null) throw new Error('No tracer');
  return { ...traces, tracer: traces.tracer, receiver, said, dropped };
}

const internal = (tracer: Tracer, name: string) =>
  tracer.start(name, { kind: 'internal', parent: null });

describe('a batch of several requests', () => {
  let scene: Awaited<ReturnType<typeof openScene>>;
  let service: TestApp;
  let merchant: TestMerchant;
  before(async () => {
    scene = await openScene();
    service = await openTestApp({ tracer: scene.tracer });
    undo(() => service.stop());
    merchant = await makeMerchant(service.app);
    await trades.makeAccount(service.app, 'INR');
  });

  const create = (span: TraceSpan, amount_cents: number) =>
    scene.tracer.within(span, async () => {
      const { merchant_id } = merchant;
      const more = { amount_currency: 'INR', type: 'account', client_id: 'c' };
      const order = { merchant_id, order_id: `batch-${amount_cents}`, amount_cents, ...more };
      const caller = { ...merchant.caller, trace_context: span.traceparent };
      const answer = await createPayin(service.app, caller, raw(order));
      span.end();
      return accepted(answer);
    });

  it('is in the trace of the first, and they and it have links to each other', async () => {
    const { tracer, receiver } = scene;
    const [first, second] = [internal(tracer, 'first'), internal(tracer, 'second')];
    await Promise.all([create(first, 100), create(second, 200)]);
    await receiver.until((spans) => spans.length >= 6);
    equal(
      treeOf(receiver.spans, traceIdOf(first.traceparent)),
      [
        'first (internal)',
        '  batch (internal) payment_orders.writer=orders payment_orders.batch.commands=2 ' +
          '-> second of another trace',
        '    read facts (internal)',
        '    decide (internal)',
        '    commit (internal)',
      ].join('\n'),
    );
    equal(
      treeOf(receiver.spans, traceIdOf(second.traceparent)),
      'second (internal) -> batch of another trace',
    );
    const [batch] = receiver.spans.filter(({ name }) => name === 'batch');
    ok(batch);
    ok(Number(wordsOfSpan(batch)['payment_orders.batch.statement_groups']) >= 2);
  });

  it('has no spans if none of its requests is recorded', async () => {
    const count = scene.receiver.spans.length;
    const off = await openScene(undefined, { OTEL_TRACES_SAMPLER: 'always_off' });
    const span = internal(off.tracer, 'unrecorded');
    equal(span.traceparent.slice(-2), '00');
    await create(span, 300);
    const marker = internal(scene.tracer, 'marker');
    marker.end();
    await scene.receiver.until((spans) => spans.some(({ name }) => name === 'marker'));
    equal(scene.receiver.spans.length, count + 1);
  });
});

describe('an attempt of a callback', () => {
  const delivery = {
    trace_context: null,
    headers: { 'webhook-id': 'one' },
    trade_id: '0190f3a0-0000-7000-8000-000000000007',
    sequence: 2,
    endpoint_number: 1,
    attempt: 3,
  };

  it('that fails says how, also if it could not be made', async () => {
    const { tracer, receiver } = await openScene();
    const failed = { status: 503, error: 'bad_status' };
    const posted = await tracedAttempt({ tracer }, delivery, ({ headers }) => {
      ok('traceparent' in headers);
      return Promise.resolve(failed);
    });
    deepEqual(posted, failed);
    const bug = new Error('a bug');
    await tracedAttempt({ tracer }, delivery, () => Promise.reject(bug)).then(
      () => ok(false),
      (error: unknown) => equal(error, bug),
    );
    await receiver.until((spans) => spans.length >= 2);
    deepEqual(
      receiver.spans.map((span) => [wordsOfSpan(span)['error.type'], span.status.code]),
      [
        ['bad_status', 2],
        ['error', 2],
      ],
    );
    equal(receiver.spans[0] && wordsOfSpan(receiver.spans[0])['http.request.resend_count'], 2);
  });

  it('continues the trace of its order without a tracer; without a trace it sends none', async () => {
    const sent: unknown[] = [];
    const post = ({ headers }: { headers: object }) => {
      sent.push('traceparent' in headers ? headers.traceparent : null);
      return Promise.resolve({ status: 200, error: null });
    };
    await tracedAttempt({ tracer: null }, delivery, post);
    const trace_context = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
    await tracedAttempt({ tracer: null }, { ...delivery, trace_context }, post);
    equal(sent[0], null);
    equal(traceIdOf(String(sent[1])), 'a'.repeat(32));
    equal(String(sent[1]).includes('b'.repeat(16)), false);
  });
});

const ONE_REQUEST = 512;
const QUEUE_AND_ONE_REQUEST = 2_048 + ONE_REQUEST;

function makeSpans(tracer: Tracer, count: number): void {
  for (let made = 0; made < count; made += 1) internal(tracer, `span ${made}`).end();
}

const names = ({ spans }: TraceReceiver) => spans.map(({ name }) => name);

describe('a receiver of traces', () => {
  it('that is slow gets what the queue holds; the rest is dropped, and nobody waits', async () => {
    const held: ServerResponse[] = [];
    let is_slow = true;
    const { tracer, receiver, dropped, close } = await openScene((response) => {
      if (is_slow) held.push(response);
      return is_slow;
    });
    makeSpans(tracer, 600);
    await receiver.untilAsked(1);
    makeSpans(tracer, 20_000);
    is_slow = false;
    for (const response of held) response.writeHead(200).end('{}');
    await receiver.until((spans) => spans.length >= 2_000);
    await close();
    ok(receiver.spans.length <= QUEUE_AND_ONE_REQUEST, String(receiver.spans.length));
    equal(names(receiver).includes('span 19999'), false);
    // Each of them was received or counted; the receiver does not keep those of the first request.
    equal(ONE_REQUEST + receiver.spans.length + (dropped['queue_full'] ?? 0), 20_600);
  });

  it('that never answers holds up no stop', async () => {
    const { tracer, receiver, close } = await openScene(() => true);
    makeSpans(tracer, 1);
    await receiver.untilAsked(1);
    await close();
  });

  it('that is away is told of once, and once that it is back', async () => {
    let is_away = true;
    const { tracer, receiver, said, dropped, close } = await openScene((response) => {
      if (is_away) response.writeHead(400).end();
      return is_away;
    });
    for (const count of [1, 2, 3]) {
      makeSpans(tracer, 1);
      await receiver.untilAsked(count);
    }
    deepEqual(said, ['traces cannot be sent; those of this time are lost']);
    is_away = false;
    makeSpans(tracer, 1);
    await receiver.until((spans) => spans.length > 0);
    await close();
    deepEqual(said.slice(1), ['traces are received again']);
    deepEqual(dropped, { not_received: 3 });
  });
});

describe('the sampler', () => {
  const parent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
  const unrecorded = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-00`;
  const table: readonly (readonly [name: string, ratio: string, flags: readonly string[]])[] = [
    // Without a parent, below one that is recorded, below one that is not.
    ['always_on', '1', ['01', '01', '01']],
    ['always_off', '1', ['00', '00', '00']],
    ['traceidratio', '0', ['00', '00', '00']],
    ['traceidratio', '1', ['01', '01', '01']],
    ['parentbased_always_on', '1', ['01', '01', '00']],
    ['parentbased_always_off', '1', ['00', '01', '00']],
    ['parentbased_traceidratio', '0', ['00', '01', '00']],
    ['parentbased_traceidratio', '1', ['01', '01', '00']],
  ];
  for (const [name, ratio, flags] of table) {
    it(`${name} with ${ratio}`, async () => {
      const { tracer } = await openScene(undefined, {
        OTEL_TRACES_SAMPLER: name,
        OTEL_TRACES_SAMPLER_ARG: ratio,
      });
      const started = [null, parent, unrecorded].map((of) =>
        tracer.start('one', { kind: 'internal', parent: of }),
      );
      deepEqual(
        started.map(({ traceparent }) => traceparent.slice(-2)),
        flags,
      );
    });
  }
});
