// What the sandbox stores in DATA_DIR to print it at each start.
import { deepEqual, equal } from 'node:assert/strict';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { removeFolder, scratchFolder } from '../../bench/harness/scratch-folder.ts';
import { keepNotes, readNotes } from '../../server/programs/sandbox-notes.ts';

type Notes = Parameters<typeof keepNotes>[1];

test('notes of a DATA_DIR that was not there are kept, for their owner only', async () => {
  const folder = await scratchFolder();
  const data_dir = join(folder, 'new', 'data');
  equal(await readNotes(data_dir), null);
  const notes = { owner_password: 'not-one-of-a-person' } as unknown as Notes;
  await keepNotes(data_dir, notes);
  deepEqual(await readNotes(data_dir), notes);
  equal((await stat(join(data_dir, 'sandbox.json'))).mode & 0o777, 0o600);
  await removeFolder(folder);
});
