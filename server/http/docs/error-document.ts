// The page of one error code, in Markdown: cause, fix, and a request that produces it.
import type { RefusalCode } from '../../domain/service/refusal.ts';
import { ERROR_CATALOGUE } from '../error/error-catalogue.ts';
import { NOT_SHOWN } from '../error/error-entry.ts';

const SPELT: Readonly<Record<'yes' | 'no', string>> = {
  yes: 'The same request may succeed later.',
  no: 'The same request fails again: change it first.',
};

/** The commands and their answer; or why there are none. */
function seen(code: RefusalCode, guide: string): string[] {
  const { status, example } = ERROR_CATALOGUE[code];
  if (typeof example !== 'string') return [NOT_SHOWN[example.not_shown]];
  return [
    `In a sandbox, after [the first commands](${guide}/errors.md#see-an-error):`,
    ['```sh', example, '```'].join('\n'),
    'The answer says:',
    ['```json', `"code": "${code}", "status": ${status}`, '```'].join('\n'),
  ];
}

/** `guide` is the way from the page to the guide's folder. */
export function errorDocument(code: RefusalCode, guide: string): string {
  const { status, title, retryable, cause, fix } = ERROR_CATALOGUE[code];
  const parts = [
    `# ${title}`,
    `\`${code}\`, status ${status}. ${SPELT[retryable ? 'yes' : 'no']}`,
    '## Cause',
    cause,
    '## Fix',
    fix,
    '## To see it',
    ...seen(code, guide),
  ];
  return `${parts.join('\n\n')}\n`;
}
