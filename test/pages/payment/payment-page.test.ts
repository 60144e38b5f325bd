// The pages of customers: one golden file per state, and no text that could become markup.
import { deepEqual, equal, ok } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { PAGE_ACTS } from '../../../server/domain/page/page-acts.ts';
import type { PageView } from '../../../server/domain/page/page-view.ts';
import { STATE_REASONS, TRANSITIONS } from '../../../server/domain/record/trade.ts';
import { REFUSAL_CODES } from '../../../server/domain/service/refusal.ts';
import { errorPage } from '../../../server/pages/error-page.ts';
import { escapeHtml } from '../../../server/pages/parts/html.ts';
import type { PagePaths, PageProblem } from '../../../server/pages/parts/page-context.ts';
import { problemKey } from '../../../server/pages/parts/problem-text.ts';
import { paymentPage } from '../../../server/pages/payment/payment-page.ts';
import { ENGLISH } from '../../../server/pages/texts/english.ts';
import { LANGUAGES } from '../../../server/pages/texts/languages.ts';
import { ERROR_KEYS, PROBLEM_KEYS } from '../../../server/pages/texts/texts.ts';
import { NOTHING, PAGE_VIEWS, PAYIN } from './page-views.ts';

const ASSETS = {
  css: '/pay/assets/page.css',
  js: '/pay/assets/page.js',
  icon: '/pay/assets/i.svg',
};
const PATHS: PagePaths = {
  ...ASSETS,
  base: '',
  page: '/pay/token',
  status: '/pay/token/status',
  live: '/pay/token/live',
  utr: '/pay/token/utr',
  paid: '/pay/token/paid',
  receipt: '/pay/token/receipt',
  cancel: '/pay/token/cancel',
  play: '/pay/token/play',
  play_amount: '/pay/token/play-amount',
  assign: '/pay/token/assign',
  dispute: '/pay/token/dispute',
  message: '/pay/token/message',
};

const golden = (name: string) =>
  fileURLToPath(new URL(`../../golden/pages/${name}.html`, import.meta.url));
const asItIs = { serializers: [(value: unknown) => String(value)] };

function render(view: PageView, problem: PageProblem | null = null, texts = ENGLISH): string {
  return paymentPage({ view, texts, paths: PATHS, problem });
}

const tagsOf = (page: string): string[] => page.match(/<[^>]*>/g) ?? [];
const namesOf = (page: string): string[] => tagsOf(page).map((tag) => tag.split(/[\s>]/)[0] ?? '');

describe('the payment page', () => {
  for (const [name, view] of Object.entries(PAGE_VIEWS)) {
    it(`shows ${name} as written in its golden file`, (t) => {
      t.assert.fileSnapshot(render(view), golden(name), asItIs);
    });
  }

  it('shows a refused UTR in place as written in its golden file', (t) => {
    const page = render(PAYIN, { key: 'utr_format', utr: '12 34' });
    t.assert.fileSnapshot(page, golden('payin-pending-wrong-utr'), asItIs);
  });

  it('says how to reach the merchant once, right below the words that say to', () => {
    const { branding } = PAGE_VIEWS['payin-canceled-contact'] ?? PAYIN;
    for (const [name, view] of Object.entries(PAGE_VIEWS)) {
      const page = render({ ...view, branding });
      equal(page.split('href="mailto:help@shop.example"').length, 2, name);
      equal(page.split('href="tel:+14155550123"').length, 2, name);
      equal(page.split('href="https://shop.example/help"').length, 2, name);
      const [before = '', after = ''] = page.split('<p class="contact"><span>');
      const others = before + after.slice(after.indexOf('</span>'));
      const is_said = /[Cc]ontact <bdi>|<\/bdi> can help/.test(others);
      equal(before.includes('<div class="amount'), !is_said, name);
    }
    ok(!render(PAYIN).includes('class="contact"'));
  });

  it('has a case for every state that a trade can have', () => {
    const shown = new Set(
      Object.values(PAGE_VIEWS).map((view) => `${view.direction} ${view.state}`),
    );
    const states = TRANSITIONS.flatMap(({ direction, to }) =>
      to.map((state) => `${direction} ${state}`),
    );
    deepEqual(
      [...new Set(states)].filter((state) => !shown.has(state)),
      [],
    );
  });

  for (const reason of STATE_REASONS) {
    it(`explains ${reason} in every state without naming it`, () => {
      for (const view of Object.values(PAGE_VIEWS)) {
        ok(!render({ ...view, state_reason: reason }).includes(reason));
      }
    });
  }

  it('escapes everything that others have written', () => {
    const evil = `<script>"'&`;
    const texts = { merchant_name: evil, order_id: evil, reference: evil, utr: evil, type: evil };
    const payment = { name: evil, number: evil, bare_number: evil, bank_name: evil };
    for (const [name, view] of Object.entries(PAGE_VIEWS)) {
      const harmless = { merchant_name: 'x', order_id: 'x', reference: 'x', utr: 'x', type: 'x' };
      const plain = { name: 'x', number: 'x', bare_number: 'x', bank_name: 'x' };
      const page = render({ ...view, ...texts, payment }, { key: 'utr_locked', utr: evil });
      const same = render(
        { ...view, ...harmless, payment: plain },
        { key: 'utr_locked', utr: 'x' },
      );
      deepEqual(namesOf(page), namesOf(same), name);
      ok(!page.includes(evil) && page.includes('&lt;script&gt;&quot;&#39;&amp;'), name);
    }
  });

  it('asks who has paid on a shared amount for the UTR at once, and not after paying', () => {
    const said = PAGE_VIEWS['payin-pending-said-paid'] ?? PAYIN;
    const page = render({ ...said, exclusive: false });
    ok(page.includes(ENGLISH.utr.heading) && page.includes(ENGLISH.utr.needed));
    equal(page.includes(ENGLISH.utr.heading_needed), false);
    ok(page.indexOf('id="utr"') < page.indexOf('class="account"'));
  });

  it('needs no inline script or style and names no other host', () => {
    for (const [name, view] of Object.entries(PAGE_VIEWS)) {
      const page = render(view);
      ok(!/\son\w+=|\sstyle=|javascript:|<style|<script(?! type="module" src=)/.test(page), name);
      const hosts = tagsOf(page).filter(
        (tag) => /https?:/.test(tag) && !/^<a .*shop\.example/s.test(tag),
      );
      deepEqual(hosts, [], name);
    }
  });

  for (const return_url of [
    'javascript:alert(1)',
    'data:text/html,x',
    '//evil.example',
    'nonsense',
  ]) {
    it(`offers no way to ${return_url}`, () => {
      const page = render({ ...PAYIN, return_url });
      ok(!page.includes('data-return'));
      ok(!page.includes(return_url));
    });
  }

  it('returns by itself only from states after which nothing is expected', () => {
    const returning = Object.entries(PAGE_VIEWS)
      .filter(([, view]) => render(view).includes('data-return-seconds'))
      .map(([, view]) => view.state);
    deepEqual([...new Set(returning)].sort(), ['canceled', 'completed', 'expired', 'failed']);
  });

  it('never leaves by itself while the payer can give evidence or ask', () => {
    for (const state of ['completed', 'failed', 'canceled', 'expired'] as const) {
      for (const act of PAGE_ACTS.filter((one) => one !== 'assign' && one !== 'cancel')) {
        const view = { ...PAYIN, state, can: { ...NOTHING, [act]: true } };
        equal(render(view).includes('data-return-seconds'), false, `${state} ${act}`);
      }
    }
  });

  it('says that money came only if it did', () => {
    for (const state_reason of ['paid_late', 'paid_after_cancel'] as const) {
      const view = { ...PAYIN, state: 'verifying' as const, state_reason, utr: '412345678901' };
      for (const texts of LANGUAGES) {
        const shown = render({ ...view, received_amount_cents: 0n }, null, texts);
        ok(shown.includes(escapeHtml(texts.unpaid_reasons[state_reason])), texts.lang);
        ok(!shown.includes(escapeHtml(texts.reasons[state_reason] ?? '')), texts.lang);
        const paid = render({ ...view, received_amount_cents: 1n }, null, texts);
        ok(paid.includes(escapeHtml(texts.reasons[state_reason] ?? '')), texts.lang);
      }
    }
  });

  it('never shows where to pay unless it is time to pay', () => {
    for (const [name, view] of Object.entries(PAGE_VIEWS)) {
      if (view.direction === 'payout') continue;
      equal(
        render(view).includes('411111'),
        view.state === 'pending' && view.type === 'card',
        name,
      );
    }
  });
});

describe('problems', () => {
  for (const code of REFUSAL_CODES) {
    it(`has words for the refusal ${code}`, () => {
      ok(ENGLISH.problems[problemKey({ code })].length > 0);
    });
  }

  for (const key of PROBLEM_KEYS) {
    it(`tells ${key} beside the UTR, and above everything where there is no form`, () => {
      const beside = render(PAYIN, { key, utr: '123' });
      ok(beside.includes('id="utr-error"') && beside.includes('>\n123</textarea>'));
      equal(beside.includes('role="alert"'), false);
      const above = render(
        { ...PAYIN, can: { ...PAYIN.can, attach_utr: false } },
        { key, utr: '1' },
      );
      ok(above.includes('role="alert"') && !above.includes('id="utr-error"'));
    });
  }
});

describe('pages without a trade', () => {
  for (const key of ERROR_KEYS) {
    it(`shows ${key} as written in its golden file`, (t) => {
      const page = errorPage({ key, texts: ENGLISH, assets: ASSETS, back: null });
      t.assert.fileSnapshot(page, golden(`error-${key.replaceAll('_', '-')}`), asItIs);
    });
  }
});
