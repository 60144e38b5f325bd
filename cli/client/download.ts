// Downloads a file of the service, to standard output or into a new file.
import type { Query } from './client.ts';
import { fieldsOf, type Options } from './options.ts';
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

/** Under the name that the service gives it, or as `out` says. */
export function saveNamed(
  perform: Perform,
  address: string,
  out: unknown,
  options: Options,
): Promise<void> {
  return perform({
    call: async (client) => {
      const answer = await client.file(address, fieldsOf(options));
      if (answer.kind !== 'file') return answer;
      const { bytes, name } = answer;
      const file = typeof out === 'string' ? out : name;
      return await saveFile(file, bytes, { size_bytes: bytes.length });
    },
    show: record,
  });
}

export const XLSX = ['--xlsx', 'an Excel workbook, saved under its name or as --out says'] as const;

/** A table of the service, which has it as CSV and as a workbook. `address`: without its end. */
export const downloadTable = (
  perform: Perform,
  address: string,
  { xlsx, out, ...options }: Options,
): Promise<void> =>
  xlsx === true
    ? saveNamed(perform, `${address}.xlsx`, out, options)
    : download(perform, `${address}.csv`, out, fieldsOf(options));
