// Recorded examples as they are committed: ids, moments and keys that differ from run to run are
// replaced by values of the same form, so that the examples still validate.

const UUID = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g;
const NEVER = '0190f3a0-0000-7000-8000-00000000dead';

const SAME_FORM: readonly [pattern: RegExp, replacement: string][] = [
  [/http:\/\/pay\.test/g, 'https://pay.example'],
  [/\/pay\/[A-Za-z0-9_-]{64}/g, `/pay/${'example-'.repeat(8)}`],
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3})?Z/g, '2026-03-05T04:45:00.000Z'],
  [/(?<=")20\d\d-\d\d-\d\d(?=\\*")/g, '2026-03-05'],
  [/(?<=")[0-9a-f]{64}(?=\\*")/g, '5f'.repeat(32)],
  [/(?<="signature": ")[\w-]{86}/g, `${'c2ln'.repeat(21)}c2`],
  [/(?<="public_key": ")[\w-]{43}/g, `${'a2V5'.repeat(10)}a2V`],
];

/** The same id has the same stand-in everywhere, so that who is who can be followed. */
export function exampleText(examples: object): string {
  const ids = new Map<string, string>();
  const standIn = (id: string) => {
    if (id === NEVER) return id;
    const known =
      ids.get(id) ?? `0190f3a0-0000-7000-8000-${String(ids.size + 1).padStart(12, '0')}`;
    ids.set(id, known);
    return known;
  };
  const text = JSON.stringify(examples, null, 1).replace(UUID, standIn);
  const replaced = SAME_FORM.reduce((all, [from, to]) => all.replace(from, to), text);
  return `${replaced}\n`;
}
