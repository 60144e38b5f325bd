// The account to which a merchant's settlements are paid.
import type { Payee } from './trade.ts';

export type SettlementAccount = {
  merchant_id: string;
  type: string;
  payee: Payee;
  changed_at: number;
};
