// A page of the console in a browser of its own, with the complaints that it made.
import type { BrowserContext, Page } from 'playwright-core';
import { PATIENCE_MS } from '../support/browser/page-visit.ts';

/** `complaints` are the errors and warnings of the page. */
export type Desk = { page: Page; complaints: string[]; close(): Promise<void> };

function listen(page: Page): string[] {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    // A browser reports each refused request, among them the first look at who is signed in.
    const is_refusal = message.text().startsWith('Failed to load resource');
    if (['error', 'warning'].includes(message.type()) && !is_refusal) {
      complaints.push(message.text());
    }
  });
  return complaints;
}

/**
 * Signs of loading turn and pulse: drawing that takes a fifth of what opening a screen takes. The
 * page's policy refuses elements with styles, not this.
 */
const STAND_STILL = `{
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(
    '*, *::before, *::after { animation: none !important; transition: none !important }',
  );
  document.adoptedStyleSheets = [sheet];
}`;

export async function deskIn(context: BrowserContext): Promise<Desk> {
  context.setDefaultTimeout(PATIENCE_MS);
  await context.addInitScript(STAND_STILL);
  const page = await context.newPage();
  return { page, complaints: listen(page), close: () => context.close() };
}
