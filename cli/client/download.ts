// Downloads a file of the service, to standard output or into a new file.
import type { Query } from './client.ts';
import type { Perform } from './perform.ts';
import { saveFile } from './save-file.ts';
import { record } from './show.ts';

export const OUT = ['--out <file>', 'a new file instead of standard output'] as const;

export function download(perform: Perform, address: string, out: unknown, query: Query = {}) {
  return perform({
    call: async (client) => {
      const answer = await client.operator(address, { query, file: true, patient: true });
      if (answer.kind !== 'body' || typeof out !== 'string') return answer;
      return await saveFile(out, String(answer.body.content), { written: true });
    },
    show: (body, view) => (typeof body.content === 'string' ? body.content : record(body, view)),
  });
}
