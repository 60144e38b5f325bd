// Reads a bank's answer as ISO 20022 pain.002: the status of each payment, and of whole files.

import { normaliseUtr } from '../../domain/values/utr.ts';
import { UnreadableStatement } from '../../lib/xml/unreadable-statement.ts';
import { wholeTree } from '../../lib/xml/whole-tree.ts';
import { allAt, at, type Element, textAt } from '../../lib/xml/xml-tree.ts';

/** One answer of the bank; `status` is the bank's own word. */
export type BankAnswer = {
  /** Line number in the file, from 1. */
  line: number;
  /** One payment by its end-to-end id, or a whole batch by its message id. */
  about: { end_to_end_id: string } | { message_id: string };
  /** The message that the file answers (OrgnlMsgId); null if the file names none, as a CSV. */
  of_message: string | null;
  status: string;
  reason: string | null;
  text: string | null;
  /** In canonical form. */
  utr: string | null;
};

const orNull = (text: string): string | null => (text === '' ? null : text);
const TEXT_MAX = 500;

function reasonOf(element: Element): Pick<BankAnswer, 'reason' | 'text'> {
  const infos = allAt(element, 'StsRsnInf');
  const codes = infos.map((info) => textAt(info, 'Rsn', 'Cd') || textAt(info, 'Rsn', 'Prtry'));
  const words = infos.flatMap((info) => allAt(info, 'AddtlInf').map((one) => one.text.trim()));
  return {
    reason: codes.find((code) => code !== '') ?? null,
    text: orNull(words.join(' ').slice(0, TEXT_MAX).trim()),
  };
}

/**
 * The clearing system's number is the one that payers and payees see; the bank's own number is the
 * next best.
 */
function utrOf(element: Element): string | null {
  return normaliseUtr(textAt(element, 'ClrSysRef')) ?? normaliseUtr(textAt(element, 'AcctSvcrRef'));
}

const wrong = (element: Element, message: string) =>
  new UnreadableStatement(message, { line: element.line });

type OfMessage = Pick<BankAnswer, 'of_message'>;

function paymentAnswer(element: Element, of: OfMessage): BankAnswer | null {
  const status = textAt(element, 'TxSts');
  // A reason without a status cannot be acted on.
  if (status === '') return null;
  const end_to_end_id = textAt(element, 'OrgnlEndToEndId') || textAt(element, 'OrgnlInstrId');
  if (end_to_end_id === '') throw wrong(element, 'the payment has no OrgnlEndToEndId');
  const { line } = element;
  const about = { end_to_end_id };
  return { line, about, ...of, status, ...reasonOf(element), utr: utrOf(element) };
}

/** The status of a whole file; for one partly accepted (PART) the payments' own statuses count. */
function wholeAnswer(element: Element, id: string, status: string, of: OfMessage): BankAnswer[] {
  const message_id = textAt(element, id);
  const code = textAt(element, status);
  if (code === '' || code === 'PART') return [];
  if (message_id === '') throw wrong(element, `the status has no ${id}`);
  const { line } = element;
  return [{ line, about: { message_id }, ...of, status: code, ...reasonOf(element), utr: null }];
}

/** Without it nobody can say whose payments the file is about. */
function originalMessage(report: Element, groups: readonly Element[]): string {
  const [group, another] = groups;
  if (another !== undefined) throw wrong(another, 'a pain.002 has only one OrgnlGrpInfAndSts');
  const message_id = textAt(group, 'OrgnlMsgId');
  if (message_id === '') {
    throw wrong(group ?? report, 'the file does not say which message it answers (OrgnlMsgId)');
  }
  return message_id;
}

/**
 * All answers, those about whole files before those about their payments. Throws
 * UnreadableStatement if the text is no pain.002.
 */
export function readPain002(text: string): BankAnswer[] {
  const root = wholeTree(text);
  const report = at(root ?? undefined, 'CstmrPmtStsRpt');
  if (root === null || report === undefined) {
    throw new UnreadableStatement('the file is no pain.002: it has no CstmrPmtStsRpt', { line: 1 });
  }
  const groups = allAt(report, 'OrgnlGrpInfAndSts');
  const infos = allAt(report, 'OrgnlPmtInfAndSts');
  const payments = [report, ...infos].flatMap((element) => allAt(element, 'TxInfAndSts'));
  const of = { of_message: originalMessage(report, groups) };
  return [
    ...groups.flatMap((element) => wholeAnswer(element, 'OrgnlMsgId', 'GrpSts', of)),
    ...infos.flatMap((element) => wholeAnswer(element, 'OrgnlPmtInfId', 'PmtInfSts', of)),
    ...payments.flatMap((element) => paymentAnswer(element, of) ?? []),
  ];
}
