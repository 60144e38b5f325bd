// When a merchant's token was last used: noted seldom, and never earlier than before.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { issueToken, listTokens } from '../../../server/app/merchant/tokens.ts';
import type { OpenApp } from '../../../server/app/open-app.ts';
import { createApiTokenUses } from '../../../server/app/operator-token/note-token-use.ts';
import { sha256Hex } from '../../../server/app/process/ids.ts';
import type { ApiToken } from '../../../server/domain/service/token.ts';
import {
  accepted,
  makeMerchant,
  OPERATOR,
  openTestApp,
  raw,
  type TestApp,
} from '../../support/test-app.ts';
import * as scene from '../scene.ts';

let service: TestApp;
let app: OpenApp;
before(async () => {
  service = await openTestApp();
  app = service.app;
});
after(async () => {
  await service.stop();
});

/** As requests have it. */
async function issued(): Promise<ApiToken> {
  const { merchant_id } = await makeMerchant(app);
  const { token } = accepted(await issueToken(app, OPERATOR, merchant_id, raw({})));
  const { tokens } = await app.settings.refresh();
  const found = tokens.get(sha256Hex(token ?? ''));
  if (found === undefined) throw new Error('not among the settings');
  return found.token;
}

suite('the last use of a token', () => {
  const lastUseOf = async (merchant_id: string, id: string): Promise<string | null> => {
    const { data } = accepted(await listTokens(app, merchant_id));
    const found = data.find((token) => token.id === id);
    if (found === undefined) throw new Error('not listed');
    return found.last_used_at;
  };

  const untilUsed = async (merchant_id: string, id: string): Promise<string> => {
    for (;;) {
      const used = await lastUseOf(merchant_id, id);
      if (used !== null) return used;
      await sleep(10);
    }
  };

  test('is noted once in ten minutes, and no settings are read anew for it', async () => {
    const token = await issued();
    const { merchant_id, token_id: id } = token;
    assert.equal(await lastUseOf(merchant_id, id), null);
    const { version } = await app.settings.refresh();
    let now = 0;
    const noteUse = createApiTokenUses(app, () => now);
    noteUse(token);
    await untilUsed(merchant_id, id);
    await scene.sql(app, `update api_tokens set last_used_at = null where token_id = '${id}'`);
    now = 599_999;
    noteUse(token);
    await sleep(200);
    assert.equal(await lastUseOf(merchant_id, id), null);
    now = 600_000;
    noteUse(token);
    await untilUsed(merchant_id, id);
    assert.equal((await app.settings.refresh()).version, version);
  });

  test('stays the latest that any process has seen', async () => {
    const token = await issued();
    const { merchant_id, token_id: id } = token;
    const later = '2999-01-01T00:00:00.000Z';
    await scene.sql(
      app,
      `update api_tokens set last_used_at = '${later}' where token_id = '${id}'`,
    );
    createApiTokenUses(app)(token);
    await sleep(200);
    assert.equal(await lastUseOf(merchant_id, id), later);
  });
});
