// The style of settlement documents, inlined so that a saved file prints the same. It contains no
// characters that HTML escapes, so it passes through the template unchanged.

export const SETTLEMENT_CSS = `
@page {
  size: A4;
  margin: 16mm 14mm 18mm;
  @bottom-right { content: counter(page); font: 8pt system-ui, sans-serif; }
}
* { box-sizing: border-box; }
html { font: 10pt/1.4 system-ui, Segoe UI, Roboto, Helvetica Neue, sans-serif; }
body { color: #1a1a1a; background: #fff; margin: 0 auto; max-width: 62rem; padding: 2rem 1.5rem; }
h1 { font-size: 1.6rem; line-height: 1.2; margin: 0 0 .25rem; }
h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; break-after: avoid; }
p { margin: .25rem 0; }
header { display: flex; flex-wrap: wrap; gap: 1rem 3rem; justify-content: space-between; }
.state { border: 1px solid #595959; border-radius: .25rem; padding: .1rem .5rem; }
.facts { display: grid; grid-template-columns: auto auto; gap: .1rem 1rem; margin: 0; }
.facts dt { color: #595959; }
.facts dd { margin: 0; text-align: right; }
.columns { display: flex; flex-wrap: wrap; gap: 0 3rem; }
.columns section { flex: 1 1 20rem; break-inside: avoid; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th { text-align: left; font-weight: 400; }
th, td { padding: .2rem .5rem .2rem 0; vertical-align: top; border-bottom: 1px solid #d9d9d9; }
th:last-child, td:last-child { padding-right: 0; }
.number { text-align: right; white-space: nowrap; }
.total th, .total td { font-weight: 700; border-bottom: 2px solid #1a1a1a; }
.lines { font-size: .8rem; min-width: 46rem; }
.lines thead { display: table-header-group; }
.lines tr { break-inside: avoid; }
.lines thead th { border-bottom: 1px solid #1a1a1a; color: #595959; }
.lines .kind { break-after: avoid; }
.lines .total { break-before: avoid; }
.lines .kind th { font-size: .95rem; font-weight: 600; padding-top: .9rem; }
.code { overflow-wrap: anywhere; }
.lines .time { white-space: nowrap; }
.lines .code { min-width: 5.5rem; }
.lines .code + .code { min-width: 8.5rem; }
.about { color: #595959; font-size: .8rem; margin-top: 2rem; }
.scroll { overflow-x: auto; }
@media print {
  body { max-width: none; padding: 0; }
  .scroll { overflow: visible; }
  .lines { min-width: 0; }
}
`;
