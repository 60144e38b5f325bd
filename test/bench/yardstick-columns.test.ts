// The yardsticks write every column of the rows of an order: none is cheaper than the service's.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { suite, test } from 'node:test';
import { COLUMNS, type Table } from '../../bench/yardstick/order-rows.ts';

const read = (path: string) => readFile(new URL(`../../${path}`, import.meta.url), 'utf8');

const TABLES = Object.keys(COLUMNS) as Table[];
const sorted = (columns: Iterable<string>) => [...columns].sort();

function columnsOfSchema(schema: string, table: Table): string[] {
  const found = new RegExp(`create table public\\.${table} \\(\\n([^;]*?)\\n\\)`).exec(schema);
  const lines = found?.[1]?.split('\n') ?? [];
  return lines.map((line) => line.trim().split(' ')[0] ?? '');
}

function columnsOfScript(script: string, table: Table): string[] | null {
  const found = new RegExp(`insert into ${table} \\(([^)]*)\\)`).exec(script);
  return found?.[1]?.split(',').map((column) => column.trim()) ?? null;
}

suite('columns of the yardsticks', () => {
  for (const table of TABLES) {
    test(`${table}: all that the schema has`, async () => {
      const schema = await read('migrations/schema.sql');
      assert.deepEqual(sorted(COLUMNS[table]), sorted(columnsOfSchema(schema, table)));
    });
  }

  const written = {
    payin: ['trades', 'reservations', 'account_days', 'event_heads', 'events'],
    payout: ['trades', 'ledger_entries', 'event_heads', 'events'],
  } as const;
  for (const [kind, tables] of Object.entries(written)) {
    test(`pgbench's ${kind}s: the same tables and columns as the driver's`, async () => {
      const script = await read(`bench/yardstick/${kind}.pgbench.sql`);
      for (const table of tables) {
        const columns = columnsOfScript(script, table) ?? [];
        assert.deepEqual(sorted(columns), sorted(COLUMNS[table]), table);
      }
    });
  }
});
