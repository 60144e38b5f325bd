// Shared by the tests of callback endpoints: a merchant with more than its default one.

import type { App } from '../../../server/app/process/app.ts';
import { newWebhookSecret } from '../../../server/app/process/standard-webhook.ts';
import type { CallbackEndpoint } from '../../../server/domain/record/callback-endpoint.ts';
import { bumpSettingsVersion } from '../../../server/store/batch/settings-version.ts';
import {
  nextEndpointNumber,
  saveCallbackEndpoint,
} from '../../../server/store/callback/callback-endpoints.ts';
import { lockMerchant } from '../../../server/store/merchant/tokens.ts';

export const BOOKS = 'https://books.example/hook?key=1';

/** Stored without the rules for people who add one. */
export async function addEndpoint(
  app: App,
  merchant_id: string,
  more: Partial<CallbackEndpoint> = {},
): Promise<CallbackEndpoint> {
  const { db, cipher } = app.store;
  const made = await db.transaction(async (tx) => {
    await lockMerchant(tx, merchant_id);
    const endpoint: CallbackEndpoint = {
      merchant_id,
      number: await nextEndpointNumber(tx, merchant_id),
      url: BOOKS,
      secret: newWebhookSecret(),
      previous_secret: null,
      previous_until: null,
      description: '',
      event_types: [],
      max_concurrent: null,
      max_per_second: null,
      disabled_at: null,
      disabled_by: null,
      created_at: app.settings.now(),
      ...more,
    };
    await saveCallbackEndpoint(tx, cipher, endpoint);
    await bumpSettingsVersion(tx);
    return endpoint;
  });
  await app.settings.refresh();
  return made;
}
