// Generated files: what counts as stale, and that the report says which and how to refresh them.
import { deepEqual, equal, match } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { explainStale, GENERATORS, staleOf } from '../../tools/generate.ts';

const generator = (path: string, text: string) => ({ path, render: () => text });
const reader = (files: Record<string, string>) => (path: string) => files[path] ?? null;

describe('generated files', () => {
  it('are fresh when the committed text is what would be written', async () => {
    const stale = await staleOf([generator('a.md', 'A\n')], reader({ 'a.md': 'A\n' }));
    deepEqual(stale, []);
  });

  it('are stale when another text, or none, is committed', async () => {
    const generators = [generator('a.md', 'A\n'), generator('b.md', 'B\n'), generator('c.md', '')];
    const stale = await staleOf(generators, reader({ 'a.md': 'old\n', 'c.md': '' }));
    deepEqual(stale, [
      { path: 'a.md', committed: 'old\n', fresh: 'A\n' },
      { path: 'b.md', committed: null, fresh: 'B\n' },
    ]);
  });

  it('are waited for', async () => {
    const slow = { path: 'a.md', render: () => Promise.resolve('A\n') };
    equal((await staleOf([slow], reader({})))[0]?.fresh, 'A\n');
  });

  it('are named in the report, with the line and the command that refreshes them', () => {
    const report = explainStale([
      { path: 'a.md', committed: 'one\ntwo\n', fresh: 'one\n2\n' },
      { path: 'b.md', committed: null, fresh: 'B\n' },
      { path: 'c.md', committed: 'one\n', fresh: 'one\ntwo\n' },
    ]);
    match(report, /^a\.md is stale from line 2$/m);
    match(report, /^b\.md is missing$/m);
    match(report, /^c\.md is stale from line 2$/m);
    match(report, /^refresh with: npm run generate$/m);
  });

  it('have one generator each', () => {
    const paths = GENERATORS.map(({ path }) => path);
    deepEqual(paths, [...new Set(paths)]);
  });
});
