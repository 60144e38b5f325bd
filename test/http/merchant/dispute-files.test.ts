// Files about disputes over HTTP: the body is the file, its signature is over its hash, and it
// comes back as a download.
import { deepEqual, equal, match } from 'node:assert/strict';
import { createHash, createHmac } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { issueToken } from '../../../server/app/merchant/tokens.ts';
import * as disputes from '../../app/dispute/dispute-scene.ts';
import { JPEG } from '../../support/browser/receipt-files.ts';
import { accepted, makeMerchant, OPERATOR, raw } from '../../support/test-app.ts';
import { openScene, type Scene } from '../service-scene.ts';

describe('files about disputes', () => {
  let scene: Scene;
  let path: string;
  let address: string;
  before(async () => {
    scene = await openScene();
    const dispute = await disputes.opened(
      scene.app,
      await disputes.credited(scene.app, scene.merchant),
    );
    address = await scene.server.listen({ port: 0, host: '127.0.0.1' });
    path = `/api/v1/disputes/${dispute.merchant_id}/${dispute.id}`;
  });
  after(() => scene.stop());

  async function send(payload: Buffer | string, headers: Record<string, string> = {}, query = '') {
    const answer = await fetch(`${address}${path}/files${query}`, {
      method: 'POST',
      headers: { 'x-token': scene.merchant.token, 'content-type': 'image/jpeg', ...headers },
      body: typeof payload === 'string' ? payload : new Uint8Array(payload),
    });
    return { status: answer.status, body: Object(await answer.json()) };
  }

  it('are sent with words, listed with the message, and downloaded', async () => {
    const sent = await send(JPEG, {}, '?text=The%20invoice&visibility=merchant');
    deepEqual([sent.status, sent.body.file_count, sent.body.message_count], [200, 1, 1]);
    const { body } = await scene.get(path);
    const [message] = Object(body).messages;
    deepEqual(
      [message.text, message.visibility, message.file.file_type],
      ['The invoice', 'merchant', 'jpeg'],
    );
    const file = await scene.server.inject({
      method: 'GET',
      url: `${path}/files/${message.file.id}`,
      headers: { 'x-token': scene.merchant.token },
    });
    equal(file.statusCode, 200);
    equal(file.rawPayload.length, message.file.size_bytes);
    equal(file.headers['content-type'], 'image/jpeg');
    match(
      String(file.headers['content-disposition']),
      /^attachment; filename="dispute-[^"]+\.jpg"/,
    );
    match(String(file.headers['content-security-policy']), /default-src 'none'.*sandbox/);
    equal(file.headers['cache-control'], 'no-store');
    equal(file.headers['x-content-type-options'], 'nosniff');
  });

  it('are refused by type, size and content, before anything is kept', async () => {
    const codes = async (...given: Parameters<typeof send>) => {
      const { status, body } = await send(...given);
      return [status, body.code];
    };
    deepEqual(await codes('{}', { 'content-type': 'application/json' }), [
      415,
      'unsupported_media_type',
    ]);
    deepEqual(await codes(Buffer.alloc(10 * 1_024 * 1_024 + 1)), [413, 'body_too_large']);
    deepEqual(await codes('%PDF-1.7'), [422, 'invalid_request']);
    deepEqual(await codes(JPEG, {}, '?visibility=internal'), [422, 'invalid_request']);
    deepEqual(await codes(JPEG, { 'x-token': 'test_wrong' }), [401, 'unauthorized']);
    const other = await makeMerchant(scene.app);
    deepEqual(await codes(JPEG, { 'x-token': other.token }), [401, 'unauthorized']);
  });

  it('come with as many words as a message has, and not with more', async () => {
    const sent = await send(JPEG, {}, `?visibility=merchant&text=${'a'.repeat(2_000)}`);
    equal(sent.status, 200);
    const more = await send(JPEG, {}, `?text=${'a'.repeat(2_001)}`);
    deepEqual(more.body.errors, [
      { field: 'text', code: 'length', message: 'must have at most 2000 characters' },
    ]);
  });

  it('are signed by their hash, if the token signs its requests', async () => {
    const { merchant_id } = scene.merchant;
    const fields = raw({ mode: 'signature' });
    const issued = accepted(await issueToken(scene.app, OPERATOR, merchant_id, fields));
    const signature = (text: string) =>
      createHmac('sha256', issued.signing_secret ?? '')
        .update(text)
        .digest('hex');
    const other = Buffer.from(disputes.withNumber(7));
    const hash = createHash('sha256').update(other).digest('hex');
    const signed = await send(other, { 'x-token': signature(hash) });
    deepEqual([signed.status, signed.body.file_count], [200, 2]);
    const wrong = await send(JPEG, { 'x-token': signature(hash) });
    equal(wrong.status, 401);
  });

  it('of more than a few at once wait their turn', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) => send(Buffer.from(disputes.withNumber(20 + n)))),
    );
    const statuses = answers.map(({ status }) => status);
    // Its own limit, not the service's: another merchant's file would be taken.
    deepEqual([...new Set(statuses)].sort(), [200, 429]);
    equal((await send(Buffer.from(disputes.withNumber(40)))).status, 200, 'and then go on');
  });
});
