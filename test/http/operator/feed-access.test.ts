// What a feed's token opens: bank lines and statements to give, and no other route at all.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { OPERATOR_ROUTES } from '../../../server/http/operator/routes.ts';
import { readAudit } from '../../../server/store/access/audit.ts';
import { makeAccount } from '../../app/scene.ts';
import { type OperatorService, openOperatorService } from './operator-service.ts';

let service: OperatorService;
let authorization: string;
before(async () => {
  service = await openOperatorService();
  const receiving_account_ids = [await makeAccount(service.app, 'INR')];
  const body = { name: 'Bank', receiving_account_ids };
  const made = await service.ask('POST', '/feed_tokens', { body });
  assert.equal(made.status, 201);
  assert.match(String(made.body.token), /^feed_[\w-]{43}$/);
  authorization = `Bearer ${String(made.body.token)}`;
});
after(async () => {
  await service.stop();
});

const NOBODY = '01890000-0000-7000-8000-000000000000';
const FEEDS = ['POST /bank_lines', 'POST /statements'];

test('a feed gets into two routes, and everywhere else it is 403', async () => {
  const open: string[] = [];
  for (const { method, url } of OPERATOR_ROUTES) {
    const path = url.replace(/:\w+/g, NOBODY);
    const body = method === 'GET' || method === 'DELETE' ? undefined : {};
    const reply = await service.ask(method, path, { authorization, body });
    if (reply.status !== 403) open.push(`${method} ${url}`);
    else assert.equal(reply.body.code, 'forbidden');
  }
  assert.deepEqual(open, FEEDS);
});

test('its denials are logged, and in the audit trail with its id', async () => {
  const listed = await service.ask('GET', '/feed_tokens');
  const [feed] = Object(listed.body.data);
  assert.equal(service.warnings.at(-1)?.message, 'operator request denied');
  assert.equal(Object(service.warnings.at(-1)?.fields).operator_token_id, feed.id);
  // Nobody waits for the note: the answer of a denial goes first.
  for (;;) {
    const noted = await readAudit(service.app.store.db, 0n, 1_000);
    if (noted.some(({ detail }) => Object(detail).operator_token_id === feed.id)) return;
    await setTimeout(10);
  }
});

test('revoked, it is nobody’s', async () => {
  const listed = await service.ask('GET', '/feed_tokens');
  const [feed] = Object(listed.body.data);
  assert.equal((await service.ask('DELETE', `/feed_tokens/${feed.id}`)).status, 200);
  assert.equal((await service.ask('POST', '/bank_lines', { authorization, body: {} })).status, 401);
  assert.equal((await service.ask('DELETE', `/feed_tokens/${feed.id}`)).status, 404);
});
