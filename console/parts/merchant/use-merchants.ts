// Merchants to choose from: the first ones, or those that the service finds by name.
import { call } from '../../api/client.ts';
import { withWords } from '../list/use-found.ts';

export type FoundMerchant = { readonly id: string; readonly name: string };

export const MERCHANTS = {
  name: 'listMerchants',
  find: async (typed: string, signal: AbortSignal): Promise<readonly FoundMerchant[]> =>
    (await call('listMerchants', { query: withWords(typed), signal })).data,
} as const;
