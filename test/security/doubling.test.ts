// Texts and files made to be searched for ever: at each way in by which others give them, so many
// times as much may take so many times as long, and never the square of it.
import { deepEqual, equal } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fileOf } from '../../server/app/file/detect-format.ts';
import { readAnswers } from '../../server/app/file/read-answers.ts';
import { utrInText } from '../../server/domain/record/bank-line.ts';
import { normaliseIban } from '../../server/domain/values/iban.ts';
import { referencesInText } from '../../server/domain/values/reference.ts';
import { keyProblem } from '../../server/domain/values/text.ts';
import { normaliseUpi } from '../../server/domain/values/upi.ts';
import { normaliseUtr } from '../../server/domain/values/utr.ts';
import { findUtr, UTR_TEXT_MAX_LENGTH } from '../../server/domain/values/utr-in-text.ts';
import { labelBefore } from '../../server/domain/values/utr-labels.ts';
import { otherNumber, withoutNoise } from '../../server/domain/values/utr-noise.ts';
import { createCamtReader } from '../../server/formats/statement/camt/camt.ts';
import { Mt940Reader } from '../../server/formats/statement/mt940/mt940.ts';
import { readMtDetails } from '../../server/formats/statement/mt940/mt940-details.ts';
import type { StatementSink } from '../../server/formats/statement/statement-line.ts';
import {
  accountNumber,
  narration,
  referenceText,
} from '../../server/formats/statement/statement-wording.ts';
import { scanJson } from '../../server/http/json/json-scanner.ts';
import { readReceipt } from '../../server/lib/picture/read-receipt.ts';
import { UnreadableStatement } from '../../server/lib/xml/unreadable-statement.ts';
import { acceptedLanguage } from '../../server/pages/texts/languages.ts';

/** What patterns get lost in: one letter, numbers that never end, beginnings without an end. */
const PIECES = [
  'a',
  '1',
  ' ',
  '\n',
  '-',
  'x*',
  '****',
  'a ',
  '1 ',
  'a-',
  '1.',
  '1,00',
  '@a',
  'a@',
  '₹1 ',
  '12 jan ',
  '12-',
  'ref ',
  'upi/',
  'utr no ',
  'DE89 ',
  '+9 ',
  '9876 ',
  'https:/',
  '¦',
  '\u0300',
  '"',
  '\\',
  '<',
  '<b/>',
  '<a ',
  '</a',
  '/EREF/',
  '?20',
  'E+1',
  '((CR',
  ';q=',
  ',',
  '{[',
];

const IGNORED: StatementSink = {
  begin: () => undefined,
  take: () => undefined,
  leaveOut: () => undefined,
  end: () => undefined,
  wrong: () => undefined,
};

/** A refusal is an answer like any other; it must only come soon. */
function answered(read: () => unknown): void {
  try {
    read();
  } catch (error) {
    if (!(error instanceof UnreadableStatement)) throw error;
  }
}

function readMt(text: string): void {
  const reader = new Mt940Reader(IGNORED);
  reader.push(':20:X');
  reader.push(text);
  reader.end();
}

function readCamt(text: string): void {
  const reader = createCamtReader(IGNORED);
  reader.push(`<Document ${text}`);
  reader.end();
}

const own_numbers = ['000111222333', 'a'.repeat(64), '1'.repeat(64)];
const bytes = (text: string) => Buffer.from(text);
const MESSAGE = { type: 'account', own_numbers };

/** Those with a bound of their own are given texts within it. */
const WAYS_IN: readonly (readonly [
  name: string,
  read: (text: string) => unknown,
  most?: number,
])[] = [
  ['a UTR in a pasted text', (text) => findUtr(text, MESSAGE), UTR_TEXT_MAX_LENGTH],
  ['what is no UTR in a text', (text) => withoutNoise(text, own_numbers)],
  ['a number that is no UTR', otherNumber],
  ['the words before a number', labelBefore],
  ['a UTR', normaliseUtr],
  ['the UTR of a narration', utrInText],
  ['references in a narration', referencesInText],
  ['the narration of a line', (text) => narration([text])],
  ['the reference of a line', referenceText],
  ['the account of a line', accountNumber],
  ['an IBAN', normaliseIban],
  ['a UPI address', normaliseUpi],
  ['an order id', (text) => keyProblem(text, 128)],
  ['the details of an MT940 line', (text) => readMtDetails([text])],
  ['a line of an MT940', readMt],
  ['an XML', readCamt],
  ['an answer of a bank as XML', (text) => readAnswers(`<a>${text}`, 'pain002')],
  ['an answer of a bank as CSV', (text) => readAnswers(`end_to_end_id,status\n${text}`, 'csv')],
  ['the kind of a statement', (text) => fileOf(bytes(text))],
  ['a receipt that is none', (text) => readReceipt(bytes(text), 10_000_000)],
  ['a body of JSON', scanJson],
  ['the languages of a browser', acceptedLanguage],
];

/** How much longer the long text is. */
const TIMES = 32;
/**
 * Of so many times as much: 32 if it is linear, 1,024 if it is the square. Halfway between them, so
 * that a busy machine, on which the same takes twice as long, changes nothing.
 */
const MOST_GROWTH = 180;
/** Longer texts go to other memory, which some machines take long to hand out. */
const MOST_LENGTH = 8_192;
/** A short text is read again and again for so long. */
const MEASURED_MS = 1;

/** For one reading. Not processor time, which some systems count in steps of 4 milliseconds. */
function timeOf(read: (text: string) => unknown, text: string): number {
  const start = performance.now();
  for (let count = 1; ; count += 1) {
    answered(() => read(text));
    const passed = performance.now() - start;
    if (passed >= MEASURED_MS) return passed / count;
  }
}

/** What seems to grow too fast is measured again: what does, does so every time. */
function growsTooFast(read: (text: string) => unknown, piece: string, most: number): boolean {
  // Whole pieces, so that both end alike: some ways in look at the end first.
  const count = Math.floor(most / TIMES / piece.length);
  const [short, long] = [piece.repeat(count), piece.repeat(TIMES * count)];
  // Its first readings are slower, because they are compiled meanwhile.
  const short_ms = Math.min(...[1, 2, 3].map(() => timeOf(read, short)));
  return Array.from({ length: 10 }).every(() => timeOf(read, long) > MOST_GROWTH * short_ms);
}

describe(`${TIMES} times as much takes about ${TIMES} times as long`, () => {
  for (const [name, read, most = MOST_LENGTH] of WAYS_IN) {
    it(`for ${name}`, () => {
      const slow = PIECES.filter((piece) => growsTooFast(read, piece, most));
      deepEqual(slow, []);
    });
  }

  it('for a file of one line, which banks send, also if it is megabytes long', () => {
    const read = (text: string) => readAnswers(`<a>${text}</a>`, 'pain002');
    equal(growsTooFast(read, '<b></b>', 1_680_000), false);
  });

  it('which the measure sees if it is not so', () => {
    const square = (text: string) => /a+b/.test(text);
    equal(growsTooFast(square, 'a', 16_384), true);
    equal(growsTooFast(square, 'b', 16_384), false);
  });

  it('which it sees within the bound of the shortest of them', () => {
    const square = (text: string) => /a+b/.test(text);
    equal(growsTooFast(square, 'a', UTR_TEXT_MAX_LENGTH), true);
  });
});
