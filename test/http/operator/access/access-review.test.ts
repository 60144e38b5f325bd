// The review of access as a file: everybody and every token that has access now, and no secret.
import { deepEqual, equal, ok } from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { accessPages } from '../../../../server/app/report/export-access-review.ts';
import * as own from '../../../app/access/own-token-scene.ts';
import * as people from '../../../app/access/people-scene.ts';
import * as scene from '../../../app/scene.ts';
import { accepted, makeMerchant } from '../../../support/test-app.ts';
import { readPlain } from '../../../support/xlsx/plain-workbook.ts';
import { AUTHORIZATION, type OperatorService, openOperatorService } from '../operator-service.ts';

/** Tables whose rows give access. */
const TABLES = ['api_tokens', 'operator_tokens', 'passkeys', 'people', 'person_links', 'sessions'];

type Row = Record<string, string>;

let service: OperatorService;
/** What was shown once. */
const secrets: string[] = [];
let merchant_id: string;
before(async () => {
  service = await openOperatorService();
  ({ merchant_id } = await makeMerchant(service.app));
});
after(async () => {
  await service.stop();
  deepEqual(service.faults, []);
});

async function made(path: string, body: object): Promise<string> {
  const answer = await service.ask('POST', path, { body });
  equal(answer.status, 201, JSON.stringify(answer.body));
  const { id, token, signing_secret } = answer.body;
  for (const secret of [token, signing_secret]) if (secret != null) secrets.push(String(secret));
  return String(id);
}

async function bytesOf(format: 'csv' | 'xlsx', authorization = AUTHORIZATION) {
  const address = `${service.url}/operator/v1/access_review.${format}`;
  const answer = await fetch(address, { headers: { authorization } });
  equal(answer.status, 200);
  return Buffer.from(await answer.arrayBuffer());
}

async function rowsOf(): Promise<Row[]> {
  return parse(await bytesOf('csv'), { columns: true });
}

/** How a file could show bytes, a sealed text or the hash of a password. */
function hiddenForms(value: unknown): string[] {
  if (Buffer.isBuffer(value) && value.length >= 8) {
    return [value.toString('hex'), value.toString('base64'), value.toString('base64url')];
  }
  return typeof value === 'string' && /^(?:\$argon2|sealed:)/.test(value) ? [value] : [];
}

const byId = (rows: Row[], id: string) => rows.find((row) => row['id'] === id);

suite('the review of access', () => {
  test('has people with their factors, ties, sessions and last sign-in', async () => {
    const ada = await people.active(service.app, { name: 'Ada', role: 'finance' });
    const bo = await people.invited(service.app, { name: 'Bo', role: 'viewer' });
    const gone = await people.active(service.app, { name: 'Gone' });
    const reason = { reason: 'Has left' };
    const ended = await service.ask('POST', `/people/${gone.id}/disable`, { body: reason });
    equal(ended.status, 200);
    const before_sign_in = byId(await rowsOf(), ada.id);
    equal(before_sign_in?.['open_sessions'], '0');
    await people.entered(service.app, ada);
    const rows = await rowsOf();
    const row = byId(rows, ada.id);
    const { kind, name, email, role, state, open_sessions, scopes } = row ?? {};
    deepEqual(
      { kind, name, email, role, state, open_sessions, scopes },
      {
        ...{ kind: 'person', name: 'Ada', email: ada.email, role: 'finance', state: 'active' },
        ...{ open_sessions: '1', scopes: '' },
      },
    );
    ok(Math.abs(Date.parse(row?.['last_sign_in_at_utc'] ?? '') - Date.now()) < 60_000);
    equal(byId(rows, bo.id)?.['state'], 'invited');
    equal(byId(rows, bo.id)?.['tied_to'], 'nobody');
    equal(byId(rows, gone.id), undefined);
  });

  test('has the tokens that are accepted, with their terms', async () => {
    const ips = ['203.0.113.7'];
    const fields = { role: 'viewer', scopes: ['read'], allowed_ips: ips };
    const program = await made('/operator_tokens', { name: 'Reports', ...fields });
    const revoked = await made('/operator_tokens', { name: 'Old', role: 'viewer' });
    equal((await service.ask('DELETE', `/operator_tokens/${revoked}`)).status, 200);
    const account = await scene.makeAccount(service.app, 'INR');
    const feed = await made('/feed_tokens', { name: 'Bank', receiving_account_ids: [account] });
    const merchants = await made(`/merchants/${merchant_id}/tokens`, {});
    const rows = await rowsOf();
    const told = (id: string, ...names: string[]) => names.map((name) => byId(rows, id)?.[name]);
    deepEqual(told(program, 'kind', 'name', 'role', 'scopes', 'allowed_ips'), [
      ...['operator_token', 'Reports', 'viewer', 'read', '203.0.113.7'],
    ]);
    ok(Date.parse(byId(rows, program)?.['expires_at_utc'] ?? '') > Date.now());
    deepEqual(told(feed, 'kind', 'name', 'receiving_account_ids'), ['feed_token', 'Bank', account]);
    equal(byId(rows, merchants)?.['kind'], 'merchant_token');
    deepEqual(told(merchants, 'merchant_id', 'last_used_at_utc'), [merchant_id, '']);
    equal(byId(rows, revoked), undefined);
  });

  test('has a person’s own tokens, and none of somebody who is disabled', async () => {
    const { app } = service;
    const cy = await people.active(app, { name: 'Cy', role: 'finance' });
    const caller = accepted(await own.sessionOf(app, cy.id));
    const { id, token } = await own.issueOwn(app, caller, { scopes: ['read'] });
    secrets.push(token);
    const { kind, role, person_name, scopes } = byId(await rowsOf(), id) ?? {};
    deepEqual([kind, role, person_name, scopes], ['own_token', 'finance', 'Cy', 'own read']);
    // By itself: disabling somebody also revokes their tokens.
    await scene.sql(app, `update people set state = 'disabled' where person_id = '${cy.id}'`);
    equal(byId(await rowsOf(), id), undefined);
  });

  test('has no secret, and nothing that is stored as a hash or encrypted', async () => {
    const text = (await bytesOf('csv')).toString();
    ok(secrets.length >= 4);
    for (const secret of secrets) equal(text.includes(secret), false);
    let compared = 0;
    for (const table of TABLES) {
      const rows = await scene.sql<Record<string, unknown>>(service.app, `select * from ${table}`);
      for (const value of rows.flatMap((row) => Object.values(row))) {
        for (const shown of hiddenForms(value)) {
          compared += 1;
          equal(text.includes(shown), false, table);
        }
      }
    }
    ok(compared > 20);
  });

  test('is the same as a workbook', async () => {
    const rows = await rowsOf();
    const sheet = readPlain(await bytesOf('xlsx'), 0);
    ok(rows.length > 5);
    deepEqual(
      sheet.slice(1).map(([, id]) => id?.text),
      rows.map(({ id }) => id),
    );
  });

  test('is read page by page, and has everything once', async () => {
    const sizes: number[] = [];
    const ids: string[] = [];
    for await (const page of accessPages(service.app, 2)) {
      sizes.push(page.length);
      ids.push(...page.map(({ id }) => id));
    }
    ok(Math.max(...sizes) <= 2 && sizes.length > 3);
    equal(new Set(ids).size, ids.length);
    deepEqual(
      ids,
      (await rowsOf()).map(({ id }) => id),
    );
  });

  test('needs the right to read people and the right to export, and is in the trail', async () => {
    const token = async (scopes: string[]) => {
      const body = { name: `With ${scopes.join(' ')}`, role: 'owner', scopes };
      const answer = await service.ask('POST', '/operator_tokens', { body });
      return `Bearer ${String(answer.body.token)}`;
    };
    for (const [scopes, missing_right] of [
      [['access'], 'exports.make'],
      [['export'], 'people.read'],
    ] as const) {
      const authorization = await token([...scopes]);
      const answer = await service.ask('GET', '/access_review.csv', { authorization });
      equal(answer.status, 403);
      equal(answer.body.missing_right, missing_right);
    }
    await bytesOf('csv', await token(['access', 'export']));
    const found = await service.ask('GET', '/audit?action=access_review_exported&limit=1');
    const [entry] = Object(found.body.data);
    deepEqual([entry.target, entry.detail], ['people', { format: 'csv' }]);
  });
});
