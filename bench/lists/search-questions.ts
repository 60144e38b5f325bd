// What operators type into the search: each kind of text, with the most frequent words and digits.
import { KNOWN_WORDS } from '../fill/fill-words.ts';

export const CLIENT_ID = 'customer-1';
export const CLIENT_EMAIL = 'asha@shop.example';

type Known = { trade_id: string; order_id: string; utr: string; amount_cents: string };

export function searchQuestions(one: Known): readonly (readonly [name: string, path: string])[] {
  const { trade_id, order_id, utr, amount_cents } = one;
  const rupees = Number(amount_cents) / 100;
  const { frequent_name, whole_name, rare_name, ending, phone, narration } = KNOWN_WORDS;
  return [
    ['id', trade_id],
    ['UTR', utr],
    ['order_id', order_id],
    ['client_id', CLIENT_ID],
    ['amount', rupees.toFixed(2)],
    ['amount as people write it', `Rs. ${rupees.toLocaleString('en-IN')}`],
    ['number', '000111222333'],
    ['last 4 digits', ending],
    ['masked number', `XXXX${ending}`],
    ['last 6 digits of a UTR', utr.slice(-6)],
    ['the most frequent name', frequent_name],
    ['frequent first and last name', whole_name],
    ['a rare name', rare_name],
    ['a word of every narration', narration],
    ['e-mail', CLIENT_EMAIL],
    ['telephone', phone],
    [
      'message of a bank',
      `Dear Customer, Rs.${rupees.toFixed(2)} credited to A/c XX${ending} on 12-11-26 by UPI/` +
        `${utr}/${whole_name}. Avl bal Rs.1,04,221.50 -HDFC Bank`,
    ],
    ['nothing', 'nobody knows this'],
  ].map(([name, text]) => [`search ${name}`, `/search?q=${encodeURIComponent(text ?? '')}`]);
}
