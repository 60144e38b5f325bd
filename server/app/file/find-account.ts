// Whose statement it is: the receiving account with the number that the file names, or the one
// that the request names.
import { normaliseIban } from '../../domain/values/iban.ts';
import { maskHalf } from '../../domain/values/masking.ts';
import type { PartHead } from '../../formats/statement/statement-line.ts';
import type { FileAccount, FindAccount } from './collect-parts.ts';

const withoutZeros = (number: string): string => number.replace(/^0+(?=\d)/, '');

/** The ways in which a bank may write the number of this account. */
function formsOf({ number }: FileAccount): string[] {
  const bare = number.toUpperCase();
  const iban = normaliseIban(bare);
  // German banks go on writing the bank's code and the account's number, which are in the IBAN.
  const german =
    iban?.startsWith('DE') === true ? [iban.slice(4, 12) + withoutZeros(iban.slice(12))] : [];
  return [withoutZeros(bare), ...german];
}

function fitting(
  accounts: readonly FileAccount[],
  { account_numbers, currency }: PartHead,
): FileAccount[] {
  const wanted = new Set(account_numbers.map(withoutZeros));
  return accounts.filter(
    (account) =>
      (currency === null || account.currency === currency) &&
      formsOf(account).some((form) => wanted.has(form)),
  );
}

const shown = (head: PartHead): string => maskHalf(head.account_numbers[0] ?? '');

/** Numbers are told masked: the answer may be read by who only feeds lines. */
function byNumber(accounts: readonly FileAccount[], head: PartHead): ReturnType<FindAccount> {
  if (head.account_numbers.length === 0) {
    return { problem: 'the statement names no account: say receiving_account_id' };
  }
  const [found, ...others] = fitting(accounts, head);
  const currency = head.currency === null ? '' : ` in ${head.currency}`;
  if (found === undefined) {
    return { problem: `no receiving account${currency} has the number ${shown(head)}` };
  }
  if (others.length === 0) return found;
  const problem = `several receiving accounts have the number ${shown(head)}`;
  return { problem: `${problem}: say receiving_account_id` };
}

/**
 * With an account given, the file's number is only held against it: a UPI address or a card has
 * its money on an account that is no receiving account itself.
 */
export function createFindAccount(
  accounts: readonly FileAccount[],
  given: FileAccount | null,
): FindAccount {
  let foreign: string | null = null;
  return (head) => {
    if (given === null) return byNumber(accounts, head);
    const found = fitting(accounts, head);
    const id = given.receiving_account_id;
    if (found.some((account) => account.receiving_account_id === id)) return given;
    const [other] = found;
    if (other !== undefined) {
      return { problem: `the statement is of receiving account ${other.receiving_account_id}` };
    }
    const number = head.account_numbers[0] ?? null;
    foreign ??= number;
    if (number === null || foreign === number) return given;
    return { problem: 'the file has statements of several accounts, receiving_account_id is one' };
  };
}

/** Those of other accounts are refused with their id; null: none are. */
export function boundTo(find: FindAccount, ids: readonly string[] | null): FindAccount {
  if (ids === null) return find;
  return (head) => {
    const found = find(head);
    if ('problem' in found || ids.includes(found.receiving_account_id)) return found;
    const { receiving_account_id: id } = found;
    return { problem: `receiving account ${id} is none of those that this feed is bound to` };
  };
}
