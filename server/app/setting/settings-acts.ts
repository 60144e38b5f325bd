// The table of settings acts: everything that somebody can change about how the service works.
import { ENDPOINT_ACTS } from './endpoint-acts.ts';
import { MERCHANT_ACTS } from './merchant-acts.ts';

export const SETTINGS_ACTS = {
  ...MERCHANT_ACTS,
  ...ENDPOINT_ACTS,
};

export type SettingsActName = keyof typeof SETTINGS_ACTS;
