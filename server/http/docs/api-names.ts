// What the two APIs are called.
import type { ApiKind } from './api-document.ts';

export const API_NAMES: Readonly<Record<ApiKind, string>> = {
  merchant: 'Merchants’ API',
  operator: 'Operators’ API',
};
