// Draws the frames of the README's picture: a terminal with commands that ran, the payment page.
import type { Page } from 'playwright-core';
import type { TestBrowser } from '../support/browser/browser.ts';
import { decodePng, type Pixels } from '../support/browser/png.ts';

export const FRAME = { width: 960, height: 550 } as const;
export const PAYMENT_PAGE = { width: 330, height: 470 } as const;

export type Shown = {
  caption: string;
  /** Lines that begin with $ were typed, the others were answered. */
  terminal: readonly string[];
  /** A screenshot of the payment page. */
  page: Buffer | null;
};

const STYLE = `
  * { box-sizing: border-box; margin: 0; }
  body { background: #eef1f5; font: 15px/1.4 system-ui, sans-serif; }
  h1 { font-size: 21px; padding: 14px 20px 0; color: #14213d; height: 54px; }
  main { display: flex; gap: 16px; padding: 0 20px; }
  pre { flex: 1; height: ${PAYMENT_PAGE.height}px; border-radius: 10px; background: #14213d;
    color: #b9c6dc; font: 13px/1.55 'DejaVu Sans Mono', monospace; padding: 16px;
    white-space: pre-wrap; overflow-wrap: anywhere; overflow: hidden; }
  b { color: #fff; font-weight: normal; }
  aside { width: ${PAYMENT_PAGE.width}px; height: ${PAYMENT_PAGE.height}px; border-radius: 10px;
    background: #dfe4ec; overflow: hidden; }`;

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const isTyped = (line: string) => line.startsWith('$ ') || line.startsWith('    ');

function documentOf({ caption, terminal, page }: Shown): string {
  const lines = terminal.map((line) => (isTyped(line) ? `<b>${escaped(line)}</b>` : escaped(line)));
  const picture =
    page === null ? '' : `<img alt="" src="data:image/png;base64,${page.toString('base64')}">`;
  return `<!doctype html><style>${STYLE}</style><h1>${escaped(caption)}</h1>
    <main><pre>${lines.join('\n')}</pre><aside>${picture}</aside></main>`;
}

export type DrawFrame = (shown: Shown) => Promise<Pixels>;

/** One page draws all of them, so that what stays is the same to the pixel. */
export async function openDrawer(browser: TestBrowser): Promise<DrawFrame> {
  const page: Page = await browser.newPage({ viewport: FRAME });
  return async (shown) => {
    await page.setContent(documentOf(shown));
    return decodePng(await page.screenshot());
  };
}
