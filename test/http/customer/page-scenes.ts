// The pictures of the payment page that the guide shows: which facts, on which screen, how far.
import type { BrowserContextOptions, Page } from 'playwright-core';
import { NO_BRANDING, pageBranding } from '../../../server/domain/merchant/branding.ts';
import type { PageView } from '../../../server/domain/page/page-view.ts';
import { PAGE_VIEWS, PAYIN } from '../../pages/payment/page-views.ts';

export type Scene = {
  name: string;
  view: PageView;
  lang: string;
  screen: BrowserContextOptions & { viewport: { width: number; height: number } };
  /** What the visitor does before the picture is taken. */
  act?: (page: Page) => Promise<void>;
  /** Cut off where the window ends; else the window is as high as the page. */
  is_cut?: true;
};

const PHONE: Scene['screen'] = { viewport: { width: 390, height: 600 }, hasTouch: true };
const SMALL: Scene['screen'] = { viewport: { width: 320, height: 480 }, hasTouch: true };
const DESKTOP: Scene['screen'] = { viewport: { width: 1_040, height: 600 } };
const DARK: Scene['screen'] = { ...DESKTOP, colorScheme: 'dark' };
const PAPER: Scene['screen'] = { viewport: { width: 794, height: 600 } };
const ZOOMED: Scene['screen'] = { viewport: { width: 320, height: 256 }, deviceScaleFactor: 2 };

const viewOf = (name: string): PageView => {
  const view = PAGE_VIEWS[name];
  if (view === undefined) throw new Error(`no view ${name}`);
  return view;
};

const BRANDED: PageView = {
  ...viewOf('payin-pending-upi'),
  merchant_name: 'Chai & Company',
  branding: pageBranding('Chai & Company', {
    ...NO_BRANDING,
    color: '#0f766e',
    footer: 'Questions? Call us on weekdays from 9 to 18 h.',
  }),
};

const look = (name: string, of: string, screen: Scene['screen'], lang = 'en'): Scene => ({
  name,
  view: viewOf(of),
  lang,
  screen,
});

const LOOKS: readonly Scene[] = [
  look('look-desktop', 'payin-pending', DESKTOP),
  look('look-dark', 'payin-pending-upi', DARK),
  { ...look('look-brand', 'payin-pending-upi', DESKTOP), view: BRANDED },
  look('look-320', 'payin-pending-iban', SMALL),
  look('look-hindi', 'payin-pending-upi', PHONE, 'hi'),
  look('look-spanish', 'payin-pending', PHONE, 'es'),
  look('look-portuguese', 'payin-expired', PHONE, 'pt'),
  look('look-russian', 'payin-verifying-mismatch', PHONE, 'ru'),
  look('look-arabic', 'payin-pending', PHONE, 'ar'),
  look('look-arabic-desktop', 'payin-pending', DESKTOP, 'ar'),
  {
    ...look('look-languages', 'payin-pending', PHONE),
    act: (page) => page.click('.languages summary'),
    is_cut: true,
  },
  {
    ...look('look-copied', 'payin-pending', PHONE),
    act: async (page) => {
      await page.click('.account .copy >> nth=0');
      await page.locator('#announcer.shown').waitFor();
    },
    is_cut: true,
  },
  {
    ...look('look-wrong-utr', 'payin-pending', PHONE),
    act: async (page) => {
      await page.click('text=Send UTR');
      await page.locator('#utr-error').waitFor();
    },
  },
  {
    ...look('look-connection-lost', 'payin-verifying', PHONE),
    act: async (page) => {
      await page.evaluate('document.getElementById("connection-lost").hidden = false');
    },
    is_cut: true,
  },
  { ...look('look-zoom', 'payin-pending', ZOOMED), is_cut: true },
  look('look-no-script', 'payin-pending', { ...DESKTOP, javaScriptEnabled: false }),
  {
    ...look('look-print', 'payout-completed', PAPER),
    act: (page) => page.emulateMedia({ media: 'print' }),
  },
];

export const SCENES: readonly Scene[] = [
  ...Object.keys(PAGE_VIEWS).map((name) => look(name, name, PHONE)),
  ...LOOKS,
  { name: 'not-found', view: PAYIN, lang: 'en', screen: PHONE },
];
