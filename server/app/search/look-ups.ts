// The look-ups of a search: each thing that a text can be is found by one index.
import { byAmount } from './amount-look-up.ts';
import {
  byAccountNumber,
  byId,
  byKey,
  byReference,
  bySettlementNumber,
  byUtr,
} from './exact-look-ups.ts';
import type { LookUp } from './look-up.ts';
import { byContact, byEnding, byMerchantName, byWords } from './loose-look-ups.ts';

export const LOOK_UPS: readonly LookUp[] = [
  byId,
  byReference,
  byUtr,
  byKey,
  bySettlementNumber,
  byAccountNumber,
  byEnding,
  byContact,
  byAmount,
  byMerchantName,
  byWords,
];
