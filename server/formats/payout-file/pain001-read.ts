// Reads a pain.001 as a bank does: the payments that it orders.

import { UnreadableStatement } from '../../lib/xml/unreadable-statement.ts';
import { wholeTree } from '../../lib/xml/whole-tree.ts';
import { allAt, at, textAt } from '../../lib/xml/xml-tree.ts';

export type AskedPayment = { end_to_end_id: string; currency: string; amount: string };
export type AskedPayments = { message_id: string; payments: AskedPayment[] };

/** Throws UnreadableStatement if the text is no pain.001. */
export function readPain001(text: string): AskedPayments {
  const document = wholeTree(text);
  const order = at(document ?? undefined, 'CstmrCdtTrfInitn');
  if (order === undefined) {
    throw new UnreadableStatement('the file is no pain.001: it has no CstmrCdtTrfInitn', {
      line: 1,
    });
  }
  const transactions = allAt(order, 'PmtInf').flatMap((one) => allAt(one, 'CdtTrfTxInf'));
  return {
    message_id: textAt(order, 'GrpHdr', 'MsgId'),
    payments: transactions.map((one) => ({
      end_to_end_id: textAt(one, 'PmtId', 'EndToEndId'),
      currency: at(one, 'Amt', 'InstdAmt')?.currency ?? '',
      amount: textAt(one, 'Amt', 'InstdAmt'),
    })),
  };
}
