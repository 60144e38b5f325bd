// The map: the opening sentence of a file, and the print of a folder.
import { equal } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openingOf, renderMap } from '../../tools/map.ts';

const OPENINGS = [
  ['// Money in minor units.\nexport {};\n', 'Money in minor units.'],
  ['#!/usr/bin/env node\n// Starts all.\nexport {};\n', 'Starts all.'],
  ['-- Trades: the first table.\ncreate table x ();\n', 'Trades: the first table.'],
  ['// One sentence\n// on two lines.\nexport {};\n', 'One sentence on two lines.'],
  ['// The first. The second.\nexport {};\n', 'The first.'],
  ['export {};\n// Too late.\n', ''],
] as const;

describe('the map', () => {
  for (const [text, opening] of OPENINGS) {
    it(`reads ${JSON.stringify(opening)}`, () => {
      equal(openingOf(text), opening);
    });
  }

  it('prints a block per folder and aligns the sentences', () => {
    const openings = new Map([
      ['cli/main.ts', 'Starts.'],
      ['server/domain/money.ts', 'Money.'],
      ['server/domain/utr.ts', 'UTRs.'],
    ]);
    equal(
      renderMap(openings),
      'cli/\n  main.ts  Starts.\n\nserver/domain/\n  money.ts  Money.\n  utr.ts    UTRs.\n',
    );
  });
});
