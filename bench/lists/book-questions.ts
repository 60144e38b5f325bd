// What operators look for in the ledger and among the people of a house with many merchants.
import { KNOWN_PEOPLE } from '../fill/fill-people.ts';

type Known = { merchant_id: string; receiving_account_id: string };

const numberOf = (at: number) => String(880_000_000_000 + at);

export function bookQuestions({
  merchant_id,
  receiving_account_id,
}: Known): readonly (readonly [name: string, path: string])[] {
  const clearing = `clearing:${receiving_account_id}`;
  const accounts = [
    ['all', ''],
    ['of a merchant', `merchant_id=${merchant_id}`],
    ['a merchant’s name', `q=${encodeURIComponent('Shop 999')}`],
    ['a receiving account’s number', `q=${numberOf(777)}`],
    ['a kind and a number', `q=${encodeURIComponent(`clearing ${numberOf(777)}`)}`],
    ['a kind', 'q=available'],
    ['nothing', 'q=nobody'],
  ].map(([name, query]) => [`ledger accounts ${name}`, `/ledger/accounts?${query}`] as const);
  const entries = [
    ['of the house', ''],
    ['of a merchant', `merchant_id=${merchant_id}`],
    ['of an account', `merchant_id=${merchant_id}&account=${clearing}`],
    ['of an account without any', `merchant_id=${merchant_id}&account=settlement`],
  ].map(([name, query]) => [`ledger entries ${name}`, `/ledger/entries?${query}`] as const);
  const { frequent_name, rare_name } = KNOWN_PEOPLE;
  const people = [
    ['all', ''],
    ['of a merchant', `merchant_id=${merchant_id}`],
    ['a frequent name', `q=${frequent_name}`],
    ['a rare name', `q=${encodeURIComponent(rare_name)}`],
    ['nothing', 'q=nobody'],
  ].map(([name, query]) => [`people ${name}`, `/people?${query}`] as const);
  return [...accounts, ...entries, ...people];
}
