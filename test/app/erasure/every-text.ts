// Where a text stands in the database: in every column of every table, decrypted where it is not
// readable.
import type { OpenApp } from '../../../server/app/open-app.ts';
import {
  columnName,
  placeOf,
  SEALED_COLUMNS,
} from '../../../server/store/encryption/sealed-columns.ts';
import * as scene from '../scene.ts';

async function readableWith(app: OpenApp, text: string): Promise<string[]> {
  const columns = await scene.sql<{ name: string; column: string }>(
    app,
    `select table_name as name, column_name as "column" from information_schema.columns
     where table_schema = current_schema() order by 1, 2`,
  );
  const found: string[] = [];
  for (const { name, column } of columns) {
    const rows = await scene.sql(
      app,
      `select 1 from ${name} where strpos(${column}::text, $$${text}$$) > 0
       or strpos(${column}::text, '${Buffer.from(text).toString('hex')}') > 0 limit 1`,
    );
    if (rows.length > 0) found.push(`${name}.${column}`);
  }
  return found;
}

async function sealedWith(app: OpenApp, text: string): Promise<string[]> {
  const found: string[] = [];
  for (const column of SEALED_COLUMNS) {
    const keys = column.key.map(({ name }) => `${name}::text`).join();
    const rows = await scene.sql<{ key: string[]; sealed: Buffer | string | null }>(
      app,
      `select array[${keys}] as key, ${column.column} as sealed from ${column.table}`,
    );
    const has = rows.some(({ key, sealed }) => {
      if (sealed === null) return false;
      const bytes = typeof sealed === 'string' ? Buffer.from(sealed.slice(7), 'base64url') : sealed;
      const plain = app.store.cipher.tryOpenBytes(bytes, placeOf(column, key));
      return plain !== null && Buffer.from(plain).includes(text);
    });
    if (has) found.push(columnName(column));
  }
  return found;
}

/** The columns that have the text. */
export const columnsWith = async (app: OpenApp, text: string): Promise<string[]> =>
  [...(await readableWith(app, text)), ...(await sealedWith(app, text))].sort();
