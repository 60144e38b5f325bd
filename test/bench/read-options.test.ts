// The benchmark's command line: what is chosen, and what is refused in words.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MARKED_COMMIT } from '../../bench/against/marked-commit.ts';
import { readOptions, usage, WrongUsage } from '../../bench/read-options.ts';

const NAMES = ['creates', 'reads', 'growth'];
const KNOWN = { known: NAMES, comparable: ['creates', 'reads'] };

test('without words everything runs, as long as the targets ask', () => {
  assert.deepEqual(readOptions([], KNOWN), {
    only: NAMES,
    options: { seconds: 6, rounds: 3, trades: [100_000, 1_000_000] },
    json_file: null,
    against: null,
    at_most: null,
    help: false,
  });
});

test('each word changes what it names', () => {
  const words = [
    '--only',
    'growth, creates',
    '--seconds',
    '9',
    '--rounds',
    '5',
    '--json',
    'a.json',
  ];
  const { only, options, json_file } = readOptions(words, KNOWN);
  assert.deepEqual(only, ['creates', 'growth']);
  assert.deepEqual([options.seconds, options.rounds, json_file], [9, 5, 'a.json']);
  const quick = readOptions(['--quick', '--seconds', '3'], KNOWN).options;
  assert.deepEqual([quick.seconds, quick.rounds], [3, 1]);
  assert.deepEqual(readOptions(['--full'], KNOWN).options.trades.at(-1), 10_000_000);
});

test('a comparison runs the creates unless asked for others', () => {
  const plain = readOptions(['--against', 'main'], KNOWN);
  assert.deepEqual([plain.against, plain.only], ['main', ['creates']]);
  const marked = readOptions(['--against', 'marked', '--at-most', '1.25'], KNOWN);
  assert.deepEqual([marked.against, marked.at_most], [MARKED_COMMIT, 1.25]);
  const asked = readOptions(['--against', 'HEAD~3', '--only', 'reads', '--rounds', '5'], KNOWN);
  assert.deepEqual([asked.against, asked.only, asked.options.rounds], ['HEAD~3', ['reads'], 5]);
});

test('what makes no sense is refused, and it is said why', () => {
  const table: [words: string[], said: RegExp][] = [
    [['--only', 'reads,writes'], /No scenario "writes"; there are creates, reads, growth/],
    [['--only', ''], /No scenario ""/],
    [['--seconds', '0'], /--seconds must be a whole number from 1 to 600, not "0"/],
    [['--rounds', 'many'], /--rounds must be a whole number/],
    [['--seconds', '1.5'], /not "1.5"/],
    [['--quick', '--full'], /exclude each other/],
    [['--against', 'main', '--full'], /--against and --full exclude each other/],
    [['--at-most', '1.25'], /--at-most needs --against/],
    [['--against', 'main', '--at-most', '1'], /must be from 1.05 to 10, not "1"/],
    [['--against', 'main', '--at-most', 'much'], /must be from 1.05 to 10, not "much"/],
    [['--against', ''], /--against needs the name of a commit/],
    [['--against', 'main', '--only', 'reads,growth'], /cannot compare growth; it can compare cre/],
    [['--against', 'main', '--only', 'all'], /No scenario "all"/],
    [['--fast'], /--fast/],
    [['reads'], /reads/],
  ];
  for (const [words, said] of table) {
    assert.throws(
      () => readOptions(words, KNOWN),
      (error) => error instanceof WrongUsage && said.test(error.message),
    );
  }
});

test('the help names every scenario', () => {
  const text = usage([{ name: 'reads', what: 'gets and searches' }], ['reads']);
  assert.match(text, /\n {2}reads +gets and searches\n/);
});
