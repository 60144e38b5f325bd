// What keys may decide about, what a dialog knows about its object, and that no part of the console
// has a dialog, a key or a reading of its own beside the shared ones.
import { deepEqual, equal } from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { meanwhileOf } from '../../../console/parts/act/meanwhile-of.ts';
import {
  ARRIVED,
  type Chosen,
  choosing,
  deciding,
  mayDecide,
  type Shown,
  seeing,
  WAITING,
} from '../../../console/parts/keys/chosen.ts';
import { fc } from '../../support/property.ts';

const show = (chosen: Chosen, ...shown: readonly Shown[]): Chosen =>
  shown.reduce((now, one) => seeing(now, 'c', one), chosen);

const A1: Shown = { id: 'a', version: '1' };
const A2: Shown = { id: 'a', version: '2' };
const B1: Shown = { id: 'b', version: '1' };

describe('a key that decides', () => {
  const ROWS: readonly [does: string, Chosen, Shown, may: boolean][] = [
    ['works on what a screen shows first', show(ARRIVED, A1), A1, true],
    ['waits if another object comes by itself', show(ARRIVED, A1, B1), B1, false],
    ['waits if the object changes by itself', show(ARRIVED, A1, A2), A2, false],
    ['works on what was chosen', show(choosing('b'), B1), B1, true],
    ['waits on anything else than what was chosen', show(choosing('b'), A1), A1, false],
    ['works on what follows an own decision', show(deciding(A1), A1, B1), B1, true],
    ['works on what an own decision made of it', show(deciding(A1), A1, A2), A2, true],
    ['waits on what was just decided', show(deciding(A1), A1), A1, false],
    ['waits if what follows changes by itself', show(deciding(A1), B1, A2), A2, false],
    ['waits if nobody knows what the keys mean', show(WAITING, A1), A1, false],
  ];
  for (const [does, chosen, shown, may] of ROWS) {
    it(does, () => equal(mayDecide(chosen, 'c', shown), may));
  }

  it('waits if another line would be assigned than was shown', () => {
    const shown = seeing(ARRIVED, 'a', { ...A1, target: 'line 1' });
    equal(mayDecide(shown, 'a', { ...A1, target: 'line 1' }), true);
    equal(mayDecide(shown, 'a', { ...A1, target: 'line 2' }), false);
  });

  it('never works on two objects without a move of the person between them', () => {
    const objects = fc.array(fc.constantFrom(A1, A2, B1), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(objects, (shown) => {
        let chosen = ARRIVED;
        const decided = new Set<string>();
        for (const one of shown) {
          chosen = seeing(chosen, 'c', one);
          if (mayDecide(chosen, 'c', one)) decided.add(`${one.id} ${one.version}`);
        }
        equal(decided.size, 1);
      }),
    );
  });
});

describe('a dialog', () => {
  const CHANGED = { version: '2', actor: null, what: 'Failed', at: null };
  const SAME = { ...CHANGED, version: '1' };
  const ROWS = [
    ['knows nothing of others', undefined, false, false, false, 'same'],
    ['is as it was', SAME, false, false, true, 'same'],
    ['was overtaken', CHANGED, false, false, true, 'changed'],
    ['waits for its own answer', CHANGED, true, false, true, 'same'],
    ['lost its answer and has not looked', CHANGED, false, true, false, 'unknown'],
    ['lost its answer, and something was done', CHANGED, false, true, true, 'changed'],
    ['lost its answer, and nothing was done', SAME, false, true, true, 'not_done'],
  ] as const;
  for (const [what, now, is_pending, is_lost, is_read_since, kind] of ROWS) {
    it(what, () => {
      const known = { now, is_pending, is_lost, is_read_since };
      equal(meanwhileOf({ version: '1' }, known).kind, kind);
    });
  }
});

const CONSOLE = new URL('../../../console/', import.meta.url);
const SOURCES = readdirSync(CONSOLE, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !/(?:^|\/)(?:node_modules|dist)\//.test(path))
  .map((path) => ({ path, text: readFileSync(new URL(path, CONSOLE), 'utf8') }));

const filesWith = (pattern: RegExp): string[] =>
  SOURCES.filter(({ text }) => pattern.test(text)).map(({ path }) => path);

describe('the console', () => {
  // Each with why what it shows cannot change under an open dialog, or why that does no harm.
  it('reads through the one reading that stands still behind a dialog', () => {
    deepEqual(filesWith(/\b(?:useQuery|useQueries|useInfiniteQuery|useSuspenseQuery)\b/).sort(), [
      'api/use-read.ts',
      // Rows of a statement: nothing is decided about them.
      'screens/settlements/settlement-lines.tsx',
      // Code, about which nothing is decided.
      'session/interruptions.tsx',
      // Whether a provider signs people in, before anybody is signed in.
      'session/provider/openid-button.tsx',
      // Who is signed in: has to be known at once.
      'session/session.tsx',
    ]);
  });

  it('has one kind of dialog', () => {
    deepEqual(filesWith(/\b(?:Modal|Drawer|useModalsStack)\b|<dialog/), ['parts/dialog.tsx']);
  });

  it('listens to keys in known places only', () => {
    deepEqual(filesWith(/'key(?:down|up|press)'|onKey(?:Down|Up|Press)/).sort(), [
      // Whether a person is here at all.
      'main.tsx',
      // Digits and Ctrl+Enter, in a dialog.
      'parts/act/reason.tsx',
      // Escape closes the tooltip with the date and zone of a time.
      'parts/moment.tsx',
      // The field of the palette.
      'shell/palette/palette.tsx',
      'shell/use-keys.ts',
    ]);
  });

  it('has keys that decide only as shortcuts of acts, which know what they are about', () => {
    deepEqual(filesWith(/\buseScreenKeys\(/).sort(), [
      'parts/act/act-button.tsx',
      'parts/keys/screen-keys.ts',
      // These move, look or choose; they send nothing.
      'parts/list/row-keys.ts',
      'parts/queue/queue-bar.tsx',
      'parts/receipts/receipt-viewer.tsx',
      'screens/bank/line/line-work.tsx',
      'screens/search/search.tsx',
      'screens/trades/trade.tsx',
      'screens/verify/verify-work.tsx',
      'shell/keys-wait.tsx',
    ]);
  });

  it('sends the version on which a person decided with each act on a shared object', () => {
    const ACTS = [
      'confirm|take|release|fail|cancel|dispute|reverse|complete|refund)Trade',
      'assign|split|fee|ownTransfer|return|credit|keep|undo)BankLine',
      'decide|assign|ask|accept|withdraw|appeal|close)Dispute',
    ].map((names) => `'(?:${names}'`);
    const without = filesWith(new RegExp(ACTS.join('|'))).filter(
      (path) =>
        !path.endsWith('.gen.ts') &&
        !SOURCES.some(
          (one) => one.path === path && /expected_(?:sequence|decided_at)/.test(one.text),
        ),
    );
    deepEqual(without, []);
  });
});
