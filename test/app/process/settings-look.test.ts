// How old the settings of a process may be, however slowly it reads them and whatever database
// answers it.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { authenticateToken } from '../../../server/app/access/authenticate-merchant.ts';
import { issueToken, revokeToken } from '../../../server/app/merchant/tokens.ts';
import type { OpenApp } from '../../../server/app/open-app.ts';
import { isRefusal } from '../../../server/domain/service/refusal.ts';
import { cleanup } from '../../support/cleanup.ts';
import {
  accepted,
  makeMerchant,
  OPERATOR,
  openTestApp,
  raw,
  type TestApp,
} from '../../support/test-app.ts';

const opened = cleanup();
let service: TestApp;
let other: OpenApp;
before(async () => {
  service = await openTestApp();
  opened(() => service.stop());
  other = await service.another();
});

/** The next look of the process has read its version, and goes on when it is let go. */
async function holdLook({ store }: OpenApp): Promise<() => void> {
  const { db } = store;
  const reached = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  store.db = {
    ...db,
    query: async (name, text, values) => {
      const rows = await db.query<never>(name, text, values);
      if (name !== 'read-settings-version') return rows;
      reached.resolve();
      await gate.promise;
      return rows;
    },
  };
  await reached.promise;
  return () => {
    store.db = db;
    gate.resolve();
  };
}

test('a restored copy that has reached the same version is read again', async () => {
  const { app } = service;
  const { merchant_id } = await makeMerchant(app);
  const { token } = accepted(await issueToken(app, OPERATOR, merchant_id, raw({})));
  const open = () => authenticateToken(other, { x_token: token ?? '', address: '127.0.0.1' });
  const { version } = await other.settings.refresh();
  assert.ok(!isRefusal(await open()));
  // The copy was made before the token was issued, and as many changes have come since.
  await service.asOwner(
    `create table copied_versions as select * from settings_versions;
     delete from api_tokens;
     delete from settings_versions;
     insert into settings_versions select * from copied_versions;
     drop table copied_versions`,
  );
  assert.equal((await other.settings.refresh()).version, version);
  assert.ok(isRefusal(await open()));
});

test('a token that is revoked during a long look is refused when the look is over', async () => {
  const { app } = service;
  const { merchant_id } = await makeMerchant(app);
  const { id, token } = accepted(await issueToken(app, OPERATOR, merchant_id, raw({})));
  const open = () => authenticateToken(other, { x_token: token ?? '', address: '127.0.0.1' });
  await other.settings.refresh();
  assert.ok(!isRefusal(await open()));
  const letGo = await holdLook(other);
  accepted(await revokeToken(app, OPERATOR, merchant_id, id));
  // From now on what the look has read is too old.
  await sleep(1_000);
  const asked = open();
  letGo();
  assert.ok(isRefusal(await asked));
});
