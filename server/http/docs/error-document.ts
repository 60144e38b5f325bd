// The page of one error code, in Markdown: cause, fix, and a request that produces it.
import type { RefusalCode } from '../../domain/service/refusal.ts';
import { ERROR_CATALOGUE } from '../error/error-catalogue.ts';

const SPELT: Readonly<Record<'yes' | 'no', string>> = {
  yes: 'The same request may succeed later.',
  no: 'The same request fails again: change it first.',
};

export function errorDocument(code: RefusalCode): string {
  const { status, title, retryable, cause, fix, example } = ERROR_CATALOGUE[code];
  const parts = [
    `# ${title}`,
    `\`${code}\`, status ${status}. ${SPELT[retryable ? 'yes' : 'no']}`,
    '## Cause',
    cause,
    '## Fix',
    fix,
    '## To reproduce it',
    'Set the variables to your own values first.',
    ['```sh', example, '```'].join('\n'),
    'The answer says:',
    ['```json', `"code": "${code}", "status": ${status}`, '```'].join('\n'),
  ];
  return `${parts.join('\n\n')}\n`;
}
