// The callback endpoints of a merchant, read again and again: their health changes by itself.

import { call } from '../../api/client.ts';
import { useRead } from '../../api/use-read.ts';

const EVERY_MS = 15_000;

/** Nothing is read as long as the merchant is ''. */
export const useEndpoints = (merchant_id: string) =>
  useRead({
    queryKey: ['endpoints', merchant_id],
    queryFn: ({ signal }) => call('listCallbackEndpoints', { path: { id: merchant_id }, signal }),
    enabled: merchant_id !== '',
    refetchInterval: EVERY_MS,
  });
