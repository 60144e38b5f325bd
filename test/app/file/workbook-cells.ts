// Cells of workbooks in tests, and the profile that the service proposes for a workbook.
import assert from 'node:assert/strict';
import { guessStatement } from '../../../server/app/statement/guess-statement.ts';
import { mappingProfile } from '../../../server/formats/statement/csv/statement-mapping.ts';
import { accepted } from '../../support/test-app.ts';
import type { Cell } from '../../support/xlsx/workbook-writer.ts';
import { profileNamed, TODAY } from './read-file.ts';

/** The number of a day as spreadsheets count. */
export const serialOf = (day: string, system: 1900 | 1904 = 1900) => {
  const days = Date.parse(`${day}T00:00:00Z`) / 86_400_000;
  return String(days - Date.UTC(system, 0, 1) / 86_400_000 + (system === 1900 ? 2 : 0));
};
export const dayCell = (text: string, format = 'dd/mm/yyyy'): Cell => ({
  number: serialOf(text),
  format,
});
export const amountCell = (number: string): Cell => ({ number, format: '#,##0.00' });

export async function guessedProfile(archive: Buffer) {
  const { profile, mapping } = accepted(await guessStatement(archive, TODAY));
  if (profile !== null) return profileNamed(profile);
  const made = mappingProfile(mapping ?? {});
  assert.ok('profile' in made, JSON.stringify(made));
  return made.profile;
}
