// Gives the bank lines and some trades of a filled database the words by which they are searched:
// a few names and endings that the service can find, as often as names and numbers are.

import type pg from 'pg';
import { hashesOfQuery, hashOfEnding } from '../../server/store/line/line-words.ts';
import { hashOfPayeeWord } from '../../server/store/trade/trade-words.ts';
import { withApp } from '../harness/bench-app.ts';

const FIRST_NAMES = 400;
const LAST_NAMES = 1_600;
const ENDINGS = 10_000;
/** Of ten trades so many have words, as if they were pay-outs. */
const PAYOUTS_IN_TEN = 2;

const firstName = (number: number) => `given${number}`;
const lastName = (number: number) => `family${number}`;
const ending = (number: number) => String(number).padStart(4, '0');

/** What the searches of a measurement ask for: the most frequent, and rare ones. */
export const KNOWN_WORDS = {
  frequent_name: firstName(0),
  whole_name: `${firstName(0)} ${lastName(0)}`,
  rare_name: `${firstName(FIRST_NAMES - 1)} ${lastName(LAST_NAMES - 1)}`,
  ending: ending(4471),
  phone: '+919876500001',
  /** In the narration of every line. */
  narration: 'upi',
} as const;

/** From 0 to 1, the same for a row and a purpose whenever it is asked. */
const drawn = (id: string, purpose: string) =>
  `(('x' || substr(md5(${id} || '${purpose}'), 1, 7))::bit(28)::int / 268435456.0)`;

/** The square of it makes low numbers frequent, as some names are: the first in a twentieth. */
const oneOf = (parameter: number, draw: string, power: number) =>
  `($${parameter}::bigint[])[1 + floor(cardinality($${parameter}::bigint[]) * power(${draw}, ${power}))::int]`;

/** As large as a hash; nobody finds it. */
const other = (id: string, purpose: string) =>
  `('x' || substr(md5(${id} || '${purpose}'), 1, 16))::bit(64)::bigint`;

const LINE = 'bank_line_id::text';
/**
 * Parameters: first and last names in narrations, of counterparties, endings of accounts and of
 * UTRs, and the word of all narrations.
 */
const WRITE_LINE_WORDS = `
  insert into bank_line_words (bank_line_id, words)
  select bank_line_id, array[$7::bigint, ${other(LINE, 'utr')},
    ${oneOf(1, drawn(LINE, 'first'), 2)}, ${oneOf(2, drawn(LINE, 'last'), 2)},
    ${oneOf(3, drawn(LINE, 'first'), 2)}, ${oneOf(4, drawn(LINE, 'last'), 2)},
    ${oneOf(5, drawn(LINE, 'account'), 1)}, ${other(LINE, 'five')}, ${other(LINE, 'six')},
    ${oneOf(6, drawn(LINE, 'transfer'), 1)}, ${other(LINE, 'utr 5')}, ${other(LINE, 'utr 6')}]
  from bank_lines order by bank_line_id`;

const TRADE = 'trade_id::text';
/** Parameters: first names, last names, endings, and the telephone number that one payee has. */
const WRITE_TRADE_WORDS = `
  insert into trade_words (merchant_id, trade_id, words)
  select merchant_id, trade_id, array[
    ${oneOf(1, drawn(TRADE, 'first'), 2)}, ${oneOf(2, drawn(TRADE, 'last'), 2)},
    ${oneOf(3, drawn(TRADE, 'account'), 1)}, ${other(TRADE, 'five')}, ${other(TRADE, 'six')},
    case when row_number() over (order by trade_id) = 1 then $4::bigint
      else ${other(TRADE, 'phone')} end]
  from trades where ${drawn(TRADE, 'payout')} < 0.${PAYOUTS_IN_TEN} order by trade_id`;

/** All events are read: no search has to make words first. */
const MOVE_WORD_HEADS = `
  insert into trade_word_heads (merchant_id, read_number)
  select merchant_id, last_number from event_heads
  on conflict (merchant_id) do update set read_number = excluded.read_number`;

const numbers = (count: number) => Array.from({ length: count }, (_, number) => number);

async function hashes(url: string) {
  return await withApp(url, ({ store: { cipher } }) => {
    const inLines = (
      field: 'text' | 'counterparty',
      name: (number: number) => string,
      of: number,
    ) => numbers(of).flatMap((number) => hashesOfQuery(cipher, field, name(number)));
    const ofPayees = (field: 'name' | 'ending' | 'phone', words: readonly string[]) =>
      words.map((word) => hashOfPayeeWord(cipher, field, word));
    const endings = numbers(ENDINGS).map(ending);
    return Promise.resolve({
      lines: [
        inLines('text', firstName, FIRST_NAMES),
        inLines('text', lastName, LAST_NAMES),
        inLines('counterparty', firstName, FIRST_NAMES),
        inLines('counterparty', lastName, LAST_NAMES),
        endings.map((one) => hashOfEnding(cipher, 'counterparty_ending', one)),
        endings.map((one) => hashOfEnding(cipher, 'utr_ending', one)),
        hashesOfQuery(cipher, 'text', KNOWN_WORDS.narration)[0],
      ],
      trades: [
        ofPayees('name', numbers(FIRST_NAMES).map(firstName)),
        ofPayees('name', numbers(LAST_NAMES).map(lastName)),
        ofPayees('ending', endings),
        ofPayees('phone', [KNOWN_WORDS.phone])[0],
      ],
    });
  });
}

/** Returns how many lines and trades got words. */
export async function fillWords(url: string, client: pg.ClientBase): Promise<number> {
  const { lines, trades } = await hashes(url);
  const of_lines = await client.query(WRITE_LINE_WORDS, lines);
  const of_trades = await client.query(WRITE_TRADE_WORDS, trades);
  await client.query(MOVE_WORD_HEADS);
  await client.query('vacuum (analyze) bank_line_words, trade_words');
  return (of_lines.rowCount ?? 0) + (of_trades.rowCount ?? 0);
}
