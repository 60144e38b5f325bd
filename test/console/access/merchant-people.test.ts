// The people of a merchant in a real browser, on every screen of the console: it has their own
// merchant's things alone, or says that it is forbidden, whatever address they type.
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { roleHas } from '../../../server/domain/access/rights.ts';
import { OPERATOR_ROUTES } from '../../../server/http/operator/routes.ts';
import { axeFindings } from '../../support/browser/page-visit.ts';
import { type ConsoleScene, openConsoleScene } from '../console-scene.ts';
import type { Desk } from '../desk.ts';
import { SCREENS } from '../screens.ts';
import { type Answers, watchAnswers } from './answers.ts';
import { type Companies, openCompanies } from './companies.ts';
import { MERCHANT_VIEW, type OwnScreen } from './merchant-view.ts';

const ROLES = ['merchant_admin', 'merchant_viewer'] as const;
type Role = (typeof ROLES)[number];
type Visitor = Desk & Answers & { role: Role };

let scene: ConsoleScene;
let companies: Companies;
/** One sign-in of each role, for all screens. */
const visitors: Visitor[] = [];

async function visitorOf(role: Role): Promise<Visitor> {
  const { merchant_id } = companies.own;
  const person = { name: 'Ada', email: `${role}@store.example`, role, merchant_id };
  const desk = await scene.signIn(person, { viewport: { width: 1_280, height: 800 } });
  return { ...desk, ...(await watchAnswers(desk.page, scene.url)), role };
}

before(async () => {
  scene = await openConsoleScene();
  companies = await openCompanies(scene);
  for (const role of ROLES) visitors.push(await visitorOf(role));
  for (const { visit } of visitors) await visit(at('/account'));
});
after(() => scene.stop());

/**
 * Buttons that change nothing: they copy, filter, show the same in another way, the id behind a
 * name, or the acts of a row, which the list offers beside them.
 */
const READING = [
  /^(?:Copy |As a table|As a chart|Attempt \d|\d+ earlier attempt|Acts on )/,
  /^(?:Views|Created|Opened|More filters|Columns|(?:.* )?…[\da-f]{8})$/,
];
const isReading = (name: string) => READING.some((pattern) => pattern.test(name));

async function actsOn(page: Page): Promise<string[]> {
  const names = await page
    .getByRole('main')
    .getByRole('button')
    .evaluateAll((buttons) =>
      buttons.map((button) => button.getAttribute('aria-label') ?? button.textContent ?? ''),
    );
  return [...new Set(names.filter((name) => !isReading(name)))].sort();
}

const pathsOf = (answers: readonly { path: string }[]) => answers.map(({ path }) => path);

type Asked = { method: string; path: string };

/** Sends each from within the page, with its cookie. */
async function refusalsOf(page: Page, asked: readonly Asked[]) {
  return await page.evaluate(async (requests) => {
    const me: unknown = await (await fetch('/operator/v1/session')).json();
    const headers = {
      'content-type': 'application/json',
      'x-csrf-token': String(Object(me).csrf_token),
    };
    const found: { status: number; right: unknown }[] = [];
    for (const { method, path } of requests) {
      const body = method === 'DELETE' ? null : '{}';
      const answer = await fetch(`/operator/v1${path}`, { method, headers, body });
      const told: unknown = await answer.json();
      found.push({ status: answer.status, right: Object(told).missing_right });
    }
    return found;
  }, asked);
}

const at = (address: string) => `${scene.url}/console${address}`;

async function seeOwn({ page, role, follow }: Visitor, screen: OwnScreen): Promise<void> {
  const address = screen.address(companies.own);
  const answers = await follow(at(address));
  const shown = page.getByRole('main').getByText(screen.shows(companies.own));
  await shown.filter({ visible: true }).first().waitFor();
  const refused = answers.filter(({ status }) => status >= 400);
  deepEqual(refused, [], `${address} asks for what a ${role} may not have`);
  const offered = [
    ...(screen.anyone ?? []),
    ...(role === 'merchant_admin' ? (screen.acts ?? []) : []),
  ];
  deepEqual(await actsOn(page), offered.sort(), `acts on ${address} for a ${role}`);
  companies.assertOwn(address, await page.locator('body').innerText(), answers);
}

/** An address of another merchant's thing; or of one's own list, cut to another merchant. */
async function typeForeign({ page, visit }: Visitor, screen: OwnScreen): Promise<void> {
  const { own, other } = companies;
  const typed = screen.address(other);
  const is_thing =
    screen.is_thing === true || (typed !== screen.address(own) && !typed.includes('?'));
  const address = is_thing ? typed : `${screen.address(own)}?merchant_id=${other.merchant_id}`;
  const answers = await visit(at(address));
  if (is_thing) {
    const alert = page.getByRole('alert');
    await alert.waitFor();
    match(await alert.innerText(), /somebody sent it to you/, address);
    deepEqual(await actsOn(page), ['Try again'], address);
  }
  companies.assertOwn(address, await page.locator('body').innerText(), answers);
}

async function seeForbidden({ page, follow }: Visitor, path: string): Promise<void> {
  const answers = await follow(at(companies.addresses.get(path) ?? path));
  const heading = page.getByRole('heading', { level: 1 });
  equal(await heading.innerText(), 'Your role does not allow this', path);
  match(await page.getByRole('alert').innerText(), /ask whoever invited you/, path);
  deepEqual(await actsOn(page), [], path);
  // Each refusal would be noted in the audit trail.
  deepEqual(pathsOf(answers), [], `${path} asks the service`);
  companies.assertOwn(path, await page.locator('body').innerText(), answers);
}

describe('the people of a merchant', () => {
  it('have a row for every screen, and for no other', () => {
    deepEqual(Object.keys(MERCHANT_VIEW).sort(), SCREENS.map(({ path }) => path).sort());
  });

  for (const [path, view] of Object.entries(MERCHANT_VIEW)) {
    it(`${path} is ${view === 'forbidden' ? 'forbidden' : 'cut to their merchant'}`, async () => {
      for (const visitor of visitors) {
        const is_closed =
          view === 'forbidden' || (view.admins_only === true && visitor.role !== 'merchant_admin');
        if (is_closed) await seeForbidden(visitor, path);
        else {
          await seeOwn(visitor, view);
          await typeForeign(visitor, view);
        }
      }
    });
  }

  it('are led only to screens that are theirs', async () => {
    for (const { page, visit, role } of visitors) {
      await visit(at('/'));
      const links = page.getByRole('navigation').first().getByRole('link');
      const places = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
      ok(places.length > 5);
      const closed = places
        .map((place) => place?.replace('/console', '').replace(/^$/, '/') ?? '')
        .filter((place) => typeof MERCHANT_VIEW[place] !== 'object');
      deepEqual(closed, [], role);
    }
  });

  it('are refused every act that their role lacks, with the session of the page too', async () => {
    for (const { page, role } of visitors) {
      const lacked = OPERATOR_ROUTES.filter(
        ({ method, right }) => method !== 'GET' && !roleHas(role, right),
      ).map(({ method, url, right }) => ({ method, path: url.replace(/:\w+/g, 'x'), right }));
      ok(lacked.length > 50);
      const answers = await refusalsOf(page, lacked);
      deepEqual(
        answers,
        lacked.map(({ right }) => ({ status: 403, right })),
        role,
      );
    }
  });

  it('see a forbidden screen that is clean for axe, and the console complains of nothing', async () => {
    for (const { page, visit, complaints } of visitors) {
      deepEqual(pathsOf(await visit(at('/bank'))), ['/session']);
      deepEqual(await axeFindings(page), []);
      deepEqual(complaints, []);
    }
  });
});
