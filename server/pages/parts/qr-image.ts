// A QR code as an SVG element: one path and no style, so that the strictest content policy allows
// it.
import { encodeQR } from 'qr';
import { html, type SafeHtml } from './html.ts';

/** The empty border that readers need around a code. */
const QUIET_CELLS = 4;

/** Level M survives damage to a seventh of the code: scratches, a finger, a poor print. */
const OPTIONS = { ecc: 'medium', border: QUIET_CELLS } as const;

export function qrImage(text: string, label: string): SafeHtml {
  const rows = encodeQR(text, 'raw', OPTIONS);
  const edge = rows.length;
  return html`<svg class="code-image" role="img" aria-label="${label}" viewBox="0 0 ${edge} ${edge}"
 shape-rendering="crispEdges"><path d="M0 0h${edge}v${edge}H0z" fill="#fff"/><path
 d="${rows.map(rowLines).join('')}" stroke="#000"/></svg>`;
}

/** A stroked line for every run of dark cells: half as long in SVG as squares would be. */
function rowLines(cells: readonly boolean[], row: number): string {
  let path = '';
  let end = 0;
  for (let left = cells.indexOf(true); left !== -1; left = cells.indexOf(true, end)) {
    const light = cells.indexOf(false, left);
    const right = light === -1 ? cells.length : light;
    const run = right - left;
    path += end === 0 ? `M${left} ${row}.5h${run}` : `m${left - end} 0h${run}`;
    end = right;
  }
  return path;
}
