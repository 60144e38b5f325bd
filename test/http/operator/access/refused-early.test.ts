// What is refused because of a share is refused before anything else: before a file is received,
// and before an Idempotency-Key is used.
import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { Readable } from 'node:stream';
import { after, before, describe, it } from 'node:test';
import { refuse } from '../../../../server/domain/service/refusal.ts';
import { createRequestShares } from '../../../../server/http/operator/route/request-shares.ts';
import { begunFile, FileAnswer } from '../../../../server/http/transport/file-answer.ts';
import { makeMerchant } from '../../../support/test-app.ts';
import { type OperatorService, openOperatorService } from '../operator-service.ts';

const usual = createRequestShares();
let is_full = false;
let service: OperatorService;
before(async () => {
  service = await openOperatorService(
    {},
    {
      ...usual,
      begin: (caller, name) =>
        is_full ? refuse('rate_limited', 'Full.', { retry_after_s: 2 }) : usual.begin(caller, name),
    },
  );
});
after(() => service.stop());

describe('beyond a share', () => {
  it('a file is refused before it is received', async () => {
    is_full = true;
    let pulled = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        pulled += 1;
        // Ends only if the service reads all of it.
        if (pulled < 20_000) controller.enqueue(new Uint8Array(16_384));
        else controller.close();
      },
    });
    const path = '/statements?receiving_account_id=unknown&profile=standard';
    const headers = { 'content-type': 'text/csv' };
    const { status, body } = await service.ask('POST', path, { body: endless, headers });
    is_full = false;
    deepEqual([status, body.code], [429, 'rate_limited']);
    ok(pulled < 20_000);
  });

  it('a body that cannot be read is refused by the share, and gives its share back', async () => {
    is_full = true;
    const headers = { 'content-type': 'application/json' };
    const broken = { body: '{', headers };
    equal((await service.ask('POST', '/merchants', broken)).status, 429);
    is_full = false;
    equal((await service.ask('POST', '/merchants', broken)).status, 400);
    equal(usual.underWay('act'), 0);
  });

  it('an Idempotency-Key is not used up: the same request succeeds later, once', async () => {
    const { merchant_id } = await makeMerchant(service.app);
    const request = {
      body: { amount_cents: 1_500, reason: 'Starting balance' },
      headers: { 'idempotency-key': 'refused-first' },
    };
    const path = `/merchants/${merchant_id}/adjustments`;
    is_full = true;
    equal((await service.ask('POST', path, request)).status, 429);
    is_full = false;
    const first = await service.ask('POST', path, request);
    const again = await service.ask('POST', path, request);
    deepEqual([first.status, again.status], [201, 201]);
    equal(first.body.id, again.body.id);
    const balance = await service.ask('GET', `/merchants/${merchant_id}/balance`);
    equal(balance.body.actual_amount_cents, 1_500);
  });
});

describe('a file', () => {
  const answerOf = (pieces: AsyncIterable<string>) =>
    new FileAnswer({ content_type: 'text/csv', file_name: 'x.csv', body: Readable.from(pieces) });

  it('whose first page fails is no file, but an error', async () => {
    async function* pieces() {
      yield 'head\n';
      await Promise.reject(new Error('too long'));
    }
    await rejects(begunFile(answerOf(pieces())), /too long/);
  });

  it('is whole, however few pieces it has', async () => {
    for (const all of [[], ['head\n'], ['head\n', 'row\n'], ['head\n', 'a\n', 'b\n', 'c\n']]) {
      const { body } = (await begunFile(answerOf(Readable.from(all)))).fields;
      ok(body instanceof Readable);
      deepEqual(await body.toArray(), all);
    }
  });
});
