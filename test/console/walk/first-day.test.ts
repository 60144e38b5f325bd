// Performs docs/operate/first-day.md in a sandbox, step by step as it is written
// (--test-update-snapshots takes its pictures).
import { deepEqual, equal, ok } from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { BENCH_OPERATOR_TOKEN } from '../../../bench/harness/shop.ts';
import { type ConsoleScene, openConsoleScene, type Person } from '../console-scene.ts';
import type { Desk } from '../desk.ts';
import { takePicture, untilShown } from '../steps/screen-steps.ts';
import { type Part, readWalk } from './read-walk.ts';
import { SENTENCES, sentenceOf, takeStep, type Walk } from './walk-steps.ts';

const ASHA: Person = { name: 'Asha Rao', email: 'asha@example.com', role: 'operator' };
const OWEN: Person = { name: 'Owen Nair', email: 'owen@example.com', role: 'owner' };

const OPERATE = new URL('../../../docs/operate/', import.meta.url);
const FOLDER = new URL('images/first-day/', OPERATE);
const SECTIONS = readWalk(readFileSync(new URL('first-day.md', OPERATE), 'utf8'));
/** The steps of the other document that is performed, by going-live.test.ts. */
const GOING_LIVE = readWalk(readFileSync(new URL('going-live.md', OPERATE), 'utf8')).flatMap(
  ({ parts }) => parts.filter(({ kind }) => kind === 'step').map(({ text }) => text),
);
const IS_TAKING = process.execArgv.includes('--test-update-snapshots');
const MOST_BYTES_IN_ALL = 1_000_000;
const DESKTOP = { viewport: { width: 1_280, height: 800 } };
const LAUNCHER = fileURLToPath(new URL('../../../bin/payment-orders.mjs', import.meta.url));

const textsOf = (kind: Part['kind']) =>
  SECTIONS.flatMap(({ parts }) => parts.filter((part) => part.kind === kind)).map(
    ({ text }) => text,
  );

/** The words of a command line; texts with spaces stand in quotes. */
const wordsOf = (command: string) =>
  [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? '');

let scene: ConsoleScene;
let walk: Walk;
let desks: { you: Desk; colleague: Desk };

async function runAsOwner(command: string): Promise<void> {
  const [, ...words] = wordsOf(command);
  const settings = { PAYMENT_ORDERS_URL: scene.url, OPERATOR_TOKEN: BENCH_OPERATOR_TOKEN };
  const env = { ...process.env, ...settings };
  await promisify(execFile)(process.execPath, [LAUNCHER, ...words], { env });
}

before(async () => {
  scene = await openConsoleScene();
  const you = await scene.open(DESKTOP);
  desks = { you, colleague: await scene.signInAtHome(OWEN, DESKTOP) };
  walk = {
    page: you.page,
    email: ASHA.email,
    link: await scene.invite(ASHA),
    printed: '',
    block: '',
    app: null,
    files: [],
    run: runAsOwner,
    store: (file) => Promise.reject(new Error(`No step stores ${file} here`)),
    repeatAsColleague: () => Promise.reject(new Error('No step is repeated here')),
    changeTo: async (who) => {
      // The colleague did not make the link that you came by.
      await scene.untie();
      walk.page = desks[who].page;
      return walk.page.bringToFront();
    },
  };
  for (const { page } of [you, desks.colleague]) {
    page.on('download', (file) => walk.files.push(file));
  }
});
after(() => scene.stop());

describe('the first day in the console', () => {
  it('is written in sentences that can be done, each of them in use', () => {
    const steps = textsOf('step');
    ok(steps.length > 50, `${steps.length} steps were found`);
    const used = new Set([...steps, ...GOING_LIVE].map(sentenceOf));
    const unused = SENTENCES.filter((sentence) => !used.has(sentence)).map(({ says }) => says);
    deepEqual(unused, []);
  });

  for (const { title, parts, block } of SECTIONS) {
    describe(title, () => {
      before(() => {
        walk.block = block;
      });
      for (const { kind, text } of parts) {
        it(text, async () => {
          if (kind === 'step') return await takeStep(walk, text);
          await untilShown(walk.page);
          if (IS_TAKING) await takePicture(walk.page, new URL(text, OPERATE));
        });
      }
    });
  }

  it('was complained about by no page', () => {
    deepEqual([...desks.you.complaints, ...desks.colleague.complaints], []);
  });

  it('is shown in small pictures, and no others are kept', () => {
    const files = readdirSync(FOLDER).sort();
    const shown = textsOf('picture');
    equal(shown.length, SECTIONS.length, 'a picture for each section');
    deepEqual(
      files.map((file) => `images/first-day/${file}`),
      shown.sort(),
    );
    const sizes = files.map((file) => statSync(new URL(file, FOLDER)).size);
    const total = sizes.reduce((sum, size) => sum + size, 0);
    ok(total < MOST_BYTES_IN_ALL, `${total} bytes`);
  });
});
