// Recovery codes on a real PostgreSQL: each opens one session, and new ones end the old.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { listAudit } from '../../../server/app/access/list-audit.ts';
import { giveSecondFactor } from '../../../server/app/factor/complete-sign-in.ts';
import { confirmSession } from '../../../server/app/factor/confirm-session.ts';
import { removeTotp } from '../../../server/app/factor/enrol-totp.ts';
import { readFactorsBody } from '../../../server/app/factor/factor-views.ts';
import { renewRecoveryCodes } from '../../../server/app/factor/recovery-codes.ts';
import type { App } from '../../../server/app/process/app.ts';
import { isRefusal } from '../../../server/domain/service/refusal.ts';
import {
  accepted,
  OPERATOR,
  openTestApp,
  raw,
  refusedWith,
  type TestApp,
} from '../../support/test-app.ts';
import { callerOf, makeOwner, makePerson, withTotp } from './factor-scene.ts';

let service: TestApp;
before(async () => {
  service = await openTestApp({ mode: 'live' });
});
after(async () => {
  await service.stop();
});

/** A person with an app and its ten codes. */
async function enrolled() {
  const { app } = service;
  const person_id = await makePerson(app);
  const owner = await makeOwner(app, person_id, 'second_factor');
  const { added } = await withTotp(app, owner);
  return { person_id, owner, codes: added.recovery_codes ?? [] };
}

async function give(app: App, person_id: string, recovery_code: string) {
  const half = await makeOwner(app, person_id, 'second_factor');
  return await giveSecondFactor(app, half, raw({ recovery_code }));
}

test('each code works once, however it is typed', async () => {
  const { app } = service;
  const { person_id, codes } = await enrolled();
  const [first = '', second = ''] = codes;
  accepted(await give(app, person_id, first));
  assert.equal(refusedWith(await give(app, person_id, first)).code, 'second_factor_wrong');
  const typed = second.toUpperCase().replaceAll('-', ' ').replaceAll('0', 'O');
  accepted(await give(app, person_id, typed));
  const body = await readFactorsBody(app, app.store.db, person_id);
  assert.equal(body.recovery_codes.left, 8);
  assert.notEqual(body.recovery_codes.last_used_at, null);
});

test('a use is in the audit trail, with the number of codes that are left', async () => {
  const { app } = service;
  const { person_id, codes } = await enrolled();
  accepted(await give(app, person_id, codes[3] ?? ''));
  const filter = { actor: person_id, action: 'recovery_code_used' };
  const found = accepted(await listAudit(app, OPERATOR, filter)).data;
  assert.deepEqual(
    found.map(({ target, detail }) => [target, detail]),
    [[`people/${person_id}`, { recovery_codes_left: 9 }]],
  );
});

test('of many requests with one code, in two processes, one opens a session', async () => {
  const { app } = service;
  const other = await service.another();
  const { person_id, codes } = await enrolled();
  const answers = await Promise.all(
    [app, other, app, other].map((one) => give(one, person_id, codes[0] ?? '')),
  );
  assert.equal(answers.filter((answer) => !isRefusal(answer)).length, 1);
});

test("somebody else's code is wrong, and codes are stored as keyed hashes", async () => {
  const { app } = service;
  const { person_id, codes } = await enrolled();
  const other = await enrolled();
  const [code = ''] = codes;
  assert.equal(refusedWith(await give(app, other.person_id, code)).code, 'second_factor_wrong');
  accepted(await give(app, person_id, code));
  const rows = await app.store.db.query<{ code_hash: Buffer; row: string }>(
    '',
    'select code_hash, recovery_codes::text as row from recovery_codes where person_id = $1',
    [person_id],
  );
  assert.equal(rows.length, 10);
  assert.deepEqual(new Set(rows.map(({ code_hash }) => code_hash.length)), new Set([32]));
  for (const { row } of rows) {
    for (const one of codes) assert.equal(row.includes(one.replaceAll('-', '')), false);
  }
});

test('new codes end the old ones, and need a factor', async () => {
  const { app } = service;
  const { person_id, owner, codes } = await enrolled();
  const { recovery_codes } = accepted(await renewRecoveryCodes(app, callerOf(owner)));
  assert.equal(recovery_codes.length, 10);
  assert.equal(refusedWith(await give(app, person_id, codes[0] ?? '')).code, 'second_factor_wrong');
  accepted(await give(app, person_id, recovery_codes[9] ?? ''));
  const bare = await makeOwner(app, await makePerson(app));
  const refused = refusedWith(await renewRecoveryCodes(app, callerOf(bare)));
  assert.equal(refused.code, 'second_factor_needed');
});

test('codes that outlived their factor open nothing', async () => {
  const { app } = service;
  const { person_id, owner, codes } = await enrolled();
  accepted(await removeTotp({ ...app, mode: 'sandbox' }, callerOf(owner)));
  assert.equal(refusedWith(await give(app, person_id, codes[0] ?? '')).code, 'second_factor_wrong');
});

test('a recovery code does not confirm a session', async () => {
  const { app } = service;
  const { owner, codes } = await enrolled();
  const refused = await confirmSession(app, callerOf(owner), raw({ recovery_code: codes[0] }));
  assert.equal(refusedWith(refused).code, 'invalid_request');
});
