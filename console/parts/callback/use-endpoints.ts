// The callback endpoints of a merchant, read again and again: their health changes by itself.
import { readOf } from '../../api/keys.ts';
import { useRead } from '../../api/use-read.ts';

const EVERY_MS = 15_000;

/** Nothing is read as long as the merchant is ''. */
export const useEndpoints = (merchant_id: string) =>
  useRead({
    ...readOf('listCallbackEndpoints', { path: { id: merchant_id } }),
    enabled: merchant_id !== '',
    refetchInterval: EVERY_MS,
  });
