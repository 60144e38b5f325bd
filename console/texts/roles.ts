// The names of roles.

import type { WhoAmI } from '../api/schema.gen.ts';

export const ROLE_NAMES: Readonly<Record<WhoAmI['role'], string>> = {
  owner: 'Owner',
  operator: 'Operator',
  finance: 'Finance',
  viewer: 'Viewer',
  feed: 'Bank feed',
  merchant_admin: 'Merchant’s administrator',
  merchant_viewer: 'Merchant’s viewer',
};
