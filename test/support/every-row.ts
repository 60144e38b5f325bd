// A copy of the whole database as text, to search it for values that must not be there.
import { ok } from 'node:assert/strict';
import type { OpenApp } from '../../server/app/open-app.ts';
import * as scene from '../app/scene.ts';

/** Every row of every table, with bytes in hexadecimal. */
export async function everything(app: OpenApp): Promise<string> {
  const tables = await scene.sql<{ name: string }>(
    app,
    'select tablename as name from pg_tables where schemaname = current_schema() order by 1',
  );
  ok(tables.length > 20);
  const texts: string[] = [];
  for (const { name } of tables) {
    const rows = await scene.sql<{ row: string }>(app, `select t::text as row from "${name}" t`);
    texts.push(...rows.map(({ row }) => row));
  }
  return texts.join('\n');
}
