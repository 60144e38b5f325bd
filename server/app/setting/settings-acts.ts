// The table of settings acts: everything that somebody can change about how the service works.
import { ACCOUNT_ACTS, LINE_RULE_ACTS } from './account-acts.ts';
import { BRANDING_ACTS } from './branding-acts.ts';
import { CLOCK_ACTS } from './clock-acts.ts';
import { ALERT_ACTS, BAND_ACTS, REMOVAL_ACTS, RETENTION_ACTS, VIEW_ACTS } from './console-acts.ts';
import { ENDPOINT_ACTS } from './endpoint-acts.ts';
import { ERASURE_ACTS } from './erasure-acts.ts';
import { MERCHANT_ACTS } from './merchant-acts.ts';
import { PERSON_ACTS } from './person-acts.ts';
import { REPORT_ACTS } from './report-acts.ts';
import { KEY_ACTS, OPENID_ACTS, SIGN_IN_ACTS } from './sign-in-acts.ts';
import { TOKEN_ACTS } from './token-acts.ts';

export const SETTINGS_ACTS = {
  ...MERCHANT_ACTS,
  ...ENDPOINT_ACTS,
  ...TOKEN_ACTS,
  ...PERSON_ACTS,
  ...SIGN_IN_ACTS,
  ...OPENID_ACTS,
  ...KEY_ACTS,
  ...ACCOUNT_ACTS,
  ...LINE_RULE_ACTS,
  ...BRANDING_ACTS,
  ...ALERT_ACTS,
  ...VIEW_ACTS,
  ...REPORT_ACTS,
  ...BAND_ACTS,
  ...RETENTION_ACTS,
  ...REMOVAL_ACTS,
  ...ERASURE_ACTS,
  ...CLOCK_ACTS,
};

export type SettingsActName = keyof typeof SETTINGS_ACTS;
