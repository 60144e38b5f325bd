// From where a person confirmed with a token of their own, so that whoever else has the token gains
// nothing by waiting for it.
import type { App } from '../process/app.ts';

/** A keyed hash: the address itself is not kept. */
export const confirmationPlace = (app: App, operator_token_id: string, address: string): Buffer =>
  app.store.cipher.lookup(`own_token/${operator_token_id}/${address}`);
