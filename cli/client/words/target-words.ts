// What an entry of the audit trail, a proposal or waiting work is about, in words.
import type { Json } from '../client.ts';
import { objectOf } from '../show.ts';

const joined = (word: string, name: unknown, text: string): string =>
  name == null ? text : `${text} ${word} ${String(name)}`;

const ofMerchant = (text: string, { merchant_name }: Json) => joined('of', merchant_name, text);
const atAccount = (text: string, { account_name }: Json) => joined('at', account_name, text);

/** By the kinds of the API. */
export const TARGET_WORDS: Readonly<Record<string, (parts: Json) => string>> = {
  trades: (parts) => ofMerchant(`order ${parts.order_id}`, parts),
  disputes: (parts) => ofMerchant(`dispute about order ${parts.order_id}`, parts),
  settlements: (parts) => ofMerchant(`settlement ${parts.number}`, parts),
  bank_lines: (parts) => atAccount('bank line', parts),
  waiting_lines: (parts) => atAccount('waiting bank line', parts),
  statements: (parts) => atAccount('statement', parts),
  approvals: (parts) => ofMerchant(`proposal ${parts.act}`, parts),
  merchants: ({ merchant_name }) => `merchant ${merchant_name}`,
  receiving_accounts: ({ account_name }) => `receiving account ${account_name}`,
  payout_batches: (parts) => atAccount(`batch ${parts.message_id}`, parts),
  people: ({ person_name }) => `person ${person_name}`,
  scheduled_reports: ({ report_name }) => `report “${report_name}”`,
};

/** `order 4471 of Asha Traders`; null if it has no name, or one of a kind that is newer. */
export function targetInWords(named: unknown): string | null {
  const parts = objectOf(named);
  return TARGET_WORDS[String(parts.kind)]?.(parts) ?? null;
}
