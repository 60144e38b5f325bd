// Texts and files made to be searched for ever: at each way in by which others give them, eight
// times as much may take eight times as long, and never the square of it.
import { deepEqual, equal, ok } from 'node:assert/strict';
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

/** Processor time of this thread: what else the machine does is not in it. The least of some. */
function timeOf(read: (text: string) => unknown, text: string): number {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 3; run += 1) {
    const start = process.threadCpuUsage();
    answered(() => read(text));
    const { user, system } = process.threadCpuUsage(start);
    least = Math.min(least, user + system);
  }
  return least;
}

/** Long enough to be measured. */
const MEASURABLE_US = 500;
const MOST_LENGTH = 131_072;
const TIMES = 8;
/** Of eight times as much: 8 where it is linear, 64 where it is the square. */
const MOST_GROWTH = 24;

/** How many times as long so many times as much takes; 0: nothing takes long enough to say. */
function growthOf(read: (text: string) => unknown, piece: string, most: number): number {
  const textOf = (length: number) =>
    piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
  for (let length = 256; length * TIMES <= most; length *= 2) {
    const small = timeOf(read, textOf(length));
    if (small >= MEASURABLE_US) return timeOf(read, textOf(TIMES * length)) / small;
  }
  return 0;
}

/** What seems to grow too fast is measured again: a pattern that does, does so every time. */
function growsTooFast(read: (text: string) => unknown, piece: string, most: number): boolean {
  return [1, 2, 3].every(() => growthOf(read, piece, most) > MOST_GROWTH);
}

describe('eight times as much takes about eight times as long', () => {
  for (const [name, read, most = MOST_LENGTH] of WAYS_IN) {
    it(`for ${name}`, () => {
      const slow = PIECES.filter((piece) => growsTooFast(read, piece, most));
      deepEqual(slow, []);
    });
  }

  it('for a file of one line, which banks send, also where it is megabytes long', () => {
    const read = (text: string) => readAnswers(`<a>${text}</a>`, 'pain002');
    const textOf = (length: number) => '<b></b>'.repeat(length / 7);
    const growth = () => timeOf(read, textOf(210_000 * TIMES)) / timeOf(read, textOf(210_000));
    ok(growth() <= MOST_GROWTH || growth() <= MOST_GROWTH);
  });

  it('which the measure sees where it is not so', () => {
    const square = (text: string) => /a+b/.test(text);
    equal(growsTooFast(square, 'a', MOST_LENGTH), true);
    equal(growsTooFast(square, 'b', MOST_LENGTH), false);
  });
});
