// What console/DESIGN.md says, held against the console: its sizes, its colours, and the order of a
// screen. --test-update-snapshots takes the pictures that it shows.
import { deepEqual, equal, ok } from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { acceptedBody } from '../../../bench/harness/http-client.ts';
import { COLOURS } from '../../../console/readable-colours.ts';
import { type ConsoleScene, openConsoleScene, type Person } from '../console-scene.ts';
import type { Desk } from '../desk.ts';
import {
  BACKGROUNDS_OF_SAMPLES,
  drawSpecimen,
  EMPTY_FACTS,
  markParts,
  removeMarks,
  STYLES_OF_SAMPLES,
} from '../steps/design-steps.ts';
import { asOnDesktop, DESKTOP, takePicture, untilShown } from '../steps/screen-steps.ts';

const OWNER: Person = { name: 'Owen Nair', email: 'owen@example.com', role: 'owner' };
const FOLDER = new URL('../../../console/images/', import.meta.url);
const DOCUMENT = readFileSync(new URL('../../../console/DESIGN.md', import.meta.url), 'utf8');
const IS_TAKING = process.execArgv.includes('--test-update-snapshots');
const MOST_BYTES_IN_ALL = 400_000;
const LOW = { width: 1_280, height: 420 };
const SWATCH = { padding: '4px 8px', borderRadius: '4px' };
const SAMPLE = 'INR 1,539.73 · 09:10 · demo-payin-29 · Waits since yesterday';

const SIZES = [
  ['lg', 16],
  ['md', 14],
  ['sm', 13],
  ['xs', 12],
] as const;

const sectionOf = (title: string) =>
  DOCUMENT.split(/^## /m).find((one) => one.startsWith(title)) ?? '';

/** What each colour means, as the table says it. */
const MEANINGS = [...sectionOf('Colour').matchAll(/^\| (\w+) \| ([^|]+) \|$/gm)]
  .map(([, colour = '', means = '']) => ({ colour, means }))
  .filter(({ colour }) => COLOURS.some((one) => one === colour));

let scene: ConsoleScene;
let desk: Desk;
before(async () => {
  scene = await openConsoleScene();
  desk = await scene.signIn(OWNER, { viewport: DESKTOP });
});
after(() => scene.stop());

async function show(path: string): Promise<Page> {
  const { page } = desk;
  await asOnDesktop(page);
  await page.goto(`${scene.url}/console${path}`);
  await untilShown(page);
  return page;
}

async function take(page: Page, name: string): Promise<void> {
  if (IS_TAKING) await takePicture(page, new URL(`${name}.png`, FOLDER));
}

async function verifyingTrade(): Promise<string> {
  type Trades = { data: { merchant_id: string; id: string }[] };
  const list = await scene.operator.get<Trades>('/trades?state=verifying&direction=payin&limit=1');
  const [found] = acceptedBody(list).data;
  if (found === undefined) throw new Error('The demo data have no pay-in to verify');
  return `/trades/${found.merchant_id}/${found.id}`;
}

/** The parts stand one below or after the other, as the numbers of the section count them. */
async function showParts(page: Page, section: string, parts: readonly Locator[]): Promise<void> {
  const boxes = await markParts(page, parts);
  await take(page, section.toLowerCase().replaceAll(' ', '-'));
  await removeMarks(page);
  const order = boxes.toSorted((a, b) => a.y - b.y || a.x - b.x);
  deepEqual(order, boxes);
  const numbers = [...sectionOf(section).matchAll(/^(\d)\. /gm)].map(([, number]) =>
    Number(number),
  );
  deepEqual(
    numbers,
    parts.map((_, index) => index + 1),
  );
}

describe('the design of the console', () => {
  it('has the sizes of its table', async () => {
    const page = await show('/');
    await page.setViewportSize({ width: 720, height: 152 });
    await drawSpecimen(
      page,
      SIZES.map(([name, pixels]) => ({
        name: `${pixels} px (${name})`,
        samples: [{ text: SAMPLE, styles: { fontSize: `var(--mantine-font-size-${name})` } }],
      })),
    );
    const styles = await page.evaluate(STYLES_OF_SAMPLES);
    deepEqual(
      styles,
      SIZES.map(([, pixels]) => [`${pixels}px`, 'tabular-nums']),
    );
    await take(page, 'sizes');
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    it(`has the colours of its table, ${colorScheme}`, async () => {
      ok(MEANINGS.length > 4, 'the table names colours');
      const page = await show('/');
      await page.setViewportSize({ width: 720, height: 264 });
      await page.emulateMedia({ colorScheme });
      await drawSpecimen(
        page,
        MEANINGS.map(({ colour, means }) => ({
          name: colour,
          samples: [
            {
              text: '\u00a0',
              styles: { ...SWATCH, background: `var(--mantine-color-${colour}-filled)` },
            },
            {
              text: means,
              styles: {
                ...SWATCH,
                background: `var(--mantine-color-${colour}-light)`,
                color: `var(--mantine-color-${colour}-light-color)`,
              },
            },
          ],
        })),
      );
      const backgrounds = await page.evaluate<string[]>(BACKGROUNDS_OF_SAMPLES);
      // Each has a tint and a filling of its own: none is without a colour, no two look alike.
      equal(new Set(backgrounds).size, 2 * MEANINGS.length, backgrounds.join('; '));
      await take(page, `colours-${colorScheme}`);
    });
  }

  it('has the parts of a screen in the order of its list', async () => {
    const page = await show(await verifyingTrade());
    const main = page.getByRole('main');
    await showParts(page, 'A screen', [
      main.getByRole('heading', { level: 1 }),
      main.getByRole('button', { name: 'Confirm' }),
      main.locator('dl'),
      main.locator('.mantine-Timeline-root'),
    ]);
    const dashes = await page.evaluate<string[]>(EMPTY_FACTS);
    ok(dashes.length > 1, 'a pay-in to verify is neither completed nor final');
    deepEqual(new Set(dashes), new Set(['"–"']));
  });

  it('has the parts of a list in the order of its list', async () => {
    const page = await show('/trades?direction=payin');
    const main = page.getByRole('main');
    await showParts(page, 'A list', [
      main.getByRole('heading', { level: 1 }),
      main.locator('.list-filters'),
      main.getByRole('button', { name: 'Clear all' }).locator('..'),
      main.getByRole('columnheader', { name: 'Order' }),
      main.getByRole('row').nth(2),
      main.locator('.list-foot'),
    ]);
  });

  it('says that nothing is there, that nothing was read, and that something is being read', async () => {
    const page = await show('/trades?order_id=nothing-has-this-order');
    const main = page.getByRole('main');
    await main.getByText('Nothing fits these filters.').waitFor();
    await page.setViewportSize(LOW);
    await take(page, 'state-empty');
    const list = '**/operator/v1/trades?*';
    await page.route(list, (route) => route.abort());
    await page.reload();
    const problem = main.getByRole('alert');
    await problem.getByRole('button', { name: 'Try again' }).waitFor();
    await take(page, 'state-problem');
    await page.unroute(list);
    const answer = Promise.withResolvers<void>();
    await page.route(list, async (route) => {
      await answer.promise;
      await route.continue();
    });
    await problem.getByRole('button', { name: 'Try again' }).click();
    await main.getByText('The rows are being read').first().waitFor({ state: 'attached' });
    await take(page, 'state-loading');
    answer.resolve();
    await main.getByText('Nothing fits these filters.').waitFor();
  });

  it('is shown in small pictures, and no others are kept', () => {
    const shown = [...DOCUMENT.matchAll(/\(images\/(.+?)\)/g)].map(([, name = '']) => name);
    deepEqual(readdirSync(FOLDER).sort(), shown.sort());
    const sizes = shown.map((name) => statSync(new URL(name, FOLDER)).size);
    const total = sizes.reduce((sum, size) => sum + size, 0);
    ok(total < MOST_BYTES_IN_ALL, `${total} bytes`);
  });
});
