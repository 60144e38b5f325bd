// Commands that act as a merchant in the sandbox: with the merchant's token, and never with that of
// a live service.
import { type Client, type Json, ownProblem, type Problem, type ServiceAnswer } from './client.ts';
import { EXIT } from './exit-code.ts';
import type { Perform } from './perform.ts';
import { readMerchantToken } from './settings.ts';
import type { View } from './show.ts';
import type { Terminal } from './terminal.ts';

type Call = (client: Client, token: string) => Promise<ServiceAnswer>;

/** Commands ask the sandbox whose token it is if nobody says it. */
export const OF_MERCHANT = [
  '--merchant-id <id>',
  'the merchant whose token it is (default: the token’s)',
] as const;

export type MerchantTask = {
  call: Call;
  show: (body: Json, view: View) => string;
  hint?: (problem: Problem) => string | null;
};

export type MerchantOptions = { merchantTokenFile?: string };

export type AsMerchant = (options: MerchantOptions, task: MerchantTask) => Promise<void>;

/** The answer to a token of a live service; null for any other token. */
export function refuseLiveToken(command: string, token: string): ServiceAnswer | null {
  if (!token.startsWith('live_')) return null;
  const detail = `${command} is for the sandbox only, and this token is of a live service.`;
  return { kind: 'problem', problem: { status: 0, code: 'live_token', detail } };
}

/** The given id, or whose token it is; another answer if nobody can say. */
export async function merchantOfToken(
  client: Client,
  token: string,
  given: string | undefined,
): Promise<string | ServiceAnswer> {
  if (given !== undefined) return given;
  const answer = await client.merchant('/sandbox', token);
  if (answer.kind !== 'body') return answer;
  const { merchant_id } = answer.body;
  if (typeof merchant_id === 'string') return merchant_id;
  return ownProblem('older_service', 'This service does not say whose token it is: --merchant-id.');
}

/** Another merchant's id and a service in live mode have the same answer. */
const usualHint = ({ status }: Problem): string | null =>
  status === 401 || status === 404
    ? 'Is the merchant token this merchant’s, and the service a sandbox?'
    : null;

/** Needs no operator token. `command` is the word that messages use. */
export function sandboxMerchant(
  command: string,
  perform: Perform,
  terminal: Terminal,
  end: (exit_code: number) => void,
): AsMerchant {
  return async ({ merchantTokenFile }, { call, show, hint }) => {
    const token = readMerchantToken(merchantTokenFile, terminal);
    if (typeof token === 'object') {
      terminal.err(`${token.wrong}\n`);
      return end(EXIT.usage);
    }
    await perform({
      call: async (client) => refuseLiveToken(command, token) ?? (await call(client, token)),
      show,
      hint: (problem) => hint?.(problem) ?? usualHint(problem),
      open: true,
    });
  };
}
