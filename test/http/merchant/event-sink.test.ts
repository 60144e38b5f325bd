// How a stream of events is sent: to slow readers, to readers that do not read, and its heartbeat.
import { equal, ok } from 'node:assert/strict';
import { createServer, get, type ServerResponse } from 'node:http';
import { afterEach, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EventBody } from '../../../server/app/callback/event-view.ts';
import { eventSink } from '../../../server/http/merchant/event-stream.ts';
import { baseOf, oneTo, until } from './event-feed-scene.ts';

const opened: (() => void)[] = [];
afterEach(() => {
  for (const close of opened.splice(0)) close();
});

describe('the sending of a stream', () => {
  async function sinkFor(times: { beat_ms: number; unread_most_ms: number }) {
    let response: ServerResponse | null = null;
    const server = createServer((_request, given) => {
      response = given;
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    opened.push(
      () => server.closeAllConnections(),
      () => server.close(),
    );
    const request = get(baseOf(server), { agent: false });
    request.on('error', () => undefined);
    await until(() => response !== null);
    if (response === null) throw new Error('Nothing there');
    const raw_response: ServerResponse = response;
    return { sink: eventSink(raw_response, times), request, response: raw_response };
  }

  const large = { number: 1, data: { text: 'x'.repeat(1_000_000) } } as unknown as EventBody;

  it('cuts a reader that does not read, with no more than a page in memory', async () => {
    const { sink, request, response } = await sinkFor({ beat_ms: 60_000, unread_most_ms: 200 });
    request.once('response', (answer) => answer.pause());
    let sent = 0;
    while (await sink.send([large])) {
      sent += 1;
      ok(sent < 100, 'the reader was never cut');
    }
    ok(response.destroyed);
    equal(await sink.send([large]), false);
  });

  it('waits for a reader that reads slowly', async () => {
    const { sink, request } = await sinkFor({ beat_ms: 60_000, unread_most_ms: 60_000 });
    let length = 0;
    request.once('response', (answer) => {
      answer.on('error', () => undefined);
      answer.on('data', (piece) => {
        length += String(piece).length;
        answer.pause();
        setTimeout(() => answer.resume(), 1);
      });
    });
    for (const _ of oneTo(10)) equal(await sink.send([large]), true);
    await until(() => length > 10_000_000);
  });

  it('has a heartbeat when nothing was sent for a while', async () => {
    const { sink, request } = await sinkFor({ beat_ms: 10, unread_most_ms: 60_000 });
    let text = '';
    request.once('response', (answer) => {
      answer.setEncoding('utf8').on('data', (piece) => {
        text += piece;
      });
    });
    while (!text.includes('\n\n:\n\n:\n\n')) {
      sink.beat();
      await sleep(5);
    }
    const quiet = await sinkFor({ beat_ms: 60_000, unread_most_ms: 60_000 });
    let told = '';
    quiet.request.once('response', (answer) => {
      answer.setEncoding('utf8').on('data', (piece) => {
        told += piece;
      });
    });
    for (const _ of oneTo(5)) quiet.sink.beat();
    await quiet.sink.send([{ number: 7 } as EventBody]);
    await until(() => told.includes('id: 7'));
    ok(!told.includes('\n:\n'), 'no heartbeat before its time');
  });
});
