// Finds the receiving account of a statement: by the number in the file, or as the request names
// it.
import { normaliseIban } from '../../domain/values/iban.ts';
import { maskHalf } from '../../domain/values/masking.ts';
import type { PartHead } from '../../formats/statement/statement-line.ts';
import type { FileAccount, FindAccount } from './collect-parts.ts';

const withoutZeros = (number: string): string => number.replace(/^0+(?=\d)/, '');

/** The forms in which a bank may write this account's number. */
function exactForms({ number }: FileAccount): string[] {
  const bare = number.toUpperCase();
  const iban = normaliseIban(bare);
  // German banks still write bank code and account number, both of which are part of the IBAN.
  const german =
    iban?.startsWith('DE') === true ? [iban.slice(4, 12) + withoutZeros(iban.slice(12))] : [];
  return [bare, ...german];
}

/**
 * The forms of the statement's number come from the most exact to the least; the first one that is
 * an account's number decides. Only if there is none, numbers that differ in leading zeros are the
 * same.
 */
function fitting(
  accounts: readonly FileAccount[],
  { account_numbers, currency }: PartHead,
): FileAccount[] {
  const own = accounts.filter((account) => currency === null || account.currency === currency);
  for (const number of account_numbers) {
    const found = own.filter((account) => exactForms(account).includes(number));
    if (found.length > 0) return found;
  }
  const wanted = new Set(account_numbers.map(withoutZeros));
  return own.filter((account) =>
    exactForms(account).some((form) => wanted.has(withoutZeros(form))),
  );
}

const shown = (head: PartHead): string => maskHalf(head.account_numbers[0] ?? '');

/** Numbers are shown masked: whoever reads the answer may only be allowed to feed lines. */
function byNumber(accounts: readonly FileAccount[], head: PartHead): ReturnType<FindAccount> {
  if (head.account_numbers.length === 0) {
    return { problem: 'the statement names no account: give receiving_account_id' };
  }
  const [found, ...others] = fitting(accounts, head);
  const currency = head.currency === null ? '' : ` in ${head.currency}`;
  if (found === undefined) {
    return { problem: `no receiving account${currency} has the number ${shown(head)}` };
  }
  if (others.length === 0) return found;
  const problem = `several receiving accounts have the number ${shown(head)}`;
  return { problem: `${problem}: give receiving_account_id` };
}

/** The receiving account with the same number in the currency of the rows, if that is another. */
function inOtherCurrency(
  accounts: readonly FileAccount[],
  given: FileAccount,
  currency: string | null,
): FileAccount | null {
  if (currency === null || currency === given.currency) return null;
  const twins = accounts.filter((one) => one.currency === currency && one.number === given.number);
  return twins.length === 1 ? (twins[0] ?? null) : null;
}

/**
 * If the request names an account, the file's number is only checked for a conflict: money sent to
 * a UPI address or a card is booked on an account that is no receiving account itself.
 */
export function createFindAccount(
  accounts: readonly FileAccount[],
  given: FileAccount | null,
): FindAccount {
  let foreign: string | null = null;
  return (head) => {
    if (given === null) return byNumber(accounts, head);
    const twin = inOtherCurrency(accounts, given, head.currency);
    if (twin !== null) return twin;
    const found = fitting(accounts, head);
    const id = given.receiving_account_id;
    if (found.some((account) => account.receiving_account_id === id)) return given;
    const [other] = found;
    if (other !== undefined) {
      return {
        problem: `the statement belongs to receiving account ${other.receiving_account_id}`,
      };
    }
    const number = head.account_numbers[0] ?? null;
    foreign ??= number;
    if (number === null || foreign === number) return given;
    return {
      problem: 'the file has statements of several accounts, but receiving_account_id names one',
    };
  };
}

/** Refuses statements of other accounts than these, naming the account; null allows all. */
export function boundTo(find: FindAccount, ids: readonly string[] | null): FindAccount {
  if (ids === null) return find;
  return (head) => {
    const found = find(head);
    if ('problem' in found || ids.includes(found.receiving_account_id)) return found;
    const { receiving_account_id: id } = found;
    return { problem: `this feed may not send lines of receiving account ${id}` };
  };
}
