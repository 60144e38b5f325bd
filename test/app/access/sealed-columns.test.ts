// The list of encrypted columns is complete: it contains all of the schema's, and says correctly
// how each row was encrypted.
import { deepEqual, ok } from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { columnName, SEALED_COLUMNS } from '../../../server/store/encryption/sealed-columns.ts';
import { openTestApp, type TestApp } from '../../support/test-app.ts';
import { keepCopies } from '../archive/past-scene.ts';
import * as scene from '../scene.ts';
import { everyCiphertext, fill, namesIn, open } from './key-scene.ts';

/** Optional texts that no row of the scene has. */
const UNFILLED = new Set(
  ['trades', 'past_trades'].flatMap((table) => [
    `${table}.return_url`,
    `${table}.description`,
    `${table}.metadata`,
  ]),
);

/** Bytes that no data key encrypted. */
const OTHER_BYTES = [
  'api_tokens.token_hash',
  'approved_evidence.evidence_key',
  'archived_months.file_hash',
  'archived_months.manifest_hash',
  'archived_months.sums_hash',
  'removals.file_hash',
  'audit_entries.hash',
  'audit_head.last_hash',
  'bank_lines.text_hash',
  // Under the master key itself, which a process has before it knows any database.
  'cell_moves.sealed_owner_url',
  'cell_moves.sealed_url',
  'client_payins.client_hash',
  'clients.client_hash',
  'customer_erasures.client_hash',
  'counted_acts.payee_hash',
  'encryption_keys.wrapped',
  'enrolment_links.link_hash',
  'erased_values.value_hash',
  'ledger_books.last_hash',
  'ledger_entries.hash',
  'logos.bytes',
  'openid_requests.link_hash',
  'openid_requests.request_hash',
  'operator_tokens.confirmed_from',
  'operator_tokens.token_hash',
  'passkey_challenges.challenge_hash',
  'passkeys.credential_id',
  'passkeys.public_key',
  'past_trades.client_hash',
  'past_trades.fingerprint',
  'past_trades.trace_context',
  'past_trades.number_hash',
  'payout_files.hash',
  'people.email_hash',
  'people.openid_hash',
  'person_links.link_hash',
  'proof_digests.digests',
  'proof_digests.hash',
  'proof_heads.book_hash',
  'proof_keys.public_key',
  'proofs.leaves',
  'proofs.proof_hash',
  'proofs.signature',
  'proposals.request_hash',
  'receipts.content_hash',
  'receiving_accounts.number_hash',
  'recovery_codes.code_hash',
  'sessions.session_hash',
  'sign_in_tries.key_hash',
  'trades.client_hash',
  'trades.fingerprint',
  'trades.trace_context',
  'trades.number_hash',
  'used_signatures.signature',
  'verify_positions.seal',
];

suite('encrypted columns', () => {
  let service: TestApp;
  before(async () => {
    service = await openTestApp();
    await fill(service.app);
    await keepCopies(service);
  });
  after(() => service.stop());

  test('the list of them has every column of bytes but those that hold something else', async () => {
    const rows = await scene.sql<{ name: string }>(
      service.app,
      `select table_name || '.' || column_name as name from information_schema.columns
       where table_schema = current_schema() and data_type = 'bytea' order by 1`,
    );
    const listed = SEALED_COLUMNS.filter(({ form }) => form === 'bytes').map(columnName);
    deepEqual(
      rows.map(({ name }) => name),
      [...listed, ...OTHER_BYTES].sort(),
    );
  });

  test('the list of them has every text that is encrypted', async () => {
    const rows = await scene.sql<{ table_name: string; column_name: string }>(
      service.app,
      `select table_name, column_name from information_schema.columns
       where table_schema = current_schema() and data_type = 'text'`,
    );
    const found: string[] = [];
    for (const { table_name, column_name } of rows) {
      const text = `select 1 as one from "${table_name}" where "${column_name}" like 'sealed:%'`;
      const name = `${table_name}.${column_name}`;
      if ((await scene.sql(service.app, `${text} limit 1`)).length > 0) found.push(name);
    }
    const listed = SEALED_COLUMNS.filter(({ form }) => form === 'text').map(columnName);
    deepEqual(found.sort(), listed.filter((name) => !UNFILLED.has(name)).sort());
  });

  test('their rows lead with a key and open in their place', async () => {
    const stored = await everyCiphertext(service.app);
    const all = SEALED_COLUMNS.map(columnName);
    const filled = all.filter((name) => !UNFILLED.has(name));
    deepEqual(namesIn(stored), filled.sort());
    for (const one of stored) ok(open(service.app, one).length > 0, columnName(one.column));
  });
});
