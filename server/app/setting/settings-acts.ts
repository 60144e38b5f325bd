// The table of settings acts: everything that somebody can change about how the service works.
import { ENDPOINT_ACTS } from './endpoint-acts.ts';
import { MERCHANT_ACTS } from './merchant-acts.ts';
import { TOKEN_ACTS } from './token-acts.ts';

export const SETTINGS_ACTS = {
  ...MERCHANT_ACTS,
  ...ENDPOINT_ACTS,
  ...TOKEN_ACTS,
};

export type SettingsActName = keyof typeof SETTINGS_ACTS;
