// Requests to the operators' API written down with their answers, each held against the reference.
import assert from 'node:assert/strict';
import { Value } from 'typebox/value';
import { OPERATOR_ROUTES } from '../../../server/http/operator/routes.ts';
import {
  type Ask,
  createNormaliser,
  type OperatorService,
  type Reply,
} from './operator-service.ts';

const HIDDEN = ['title', 'request_id'];

/** Where the answer is not as the reference describes it. */
function deviations(method: string, path: string, body: unknown): object[] {
  const pathname = path.split('?')[0] ?? '';
  const route = OPERATOR_ROUTES.find((one) => {
    const pattern = new RegExp(`^${one.url.replace(/:\w+/g, '[^/]+')}$`);
    return one.method === method && pattern.test(pathname);
  });
  assert.ok(route !== undefined, `${method} ${path} has no route`);
  return Value.Errors(route.answer, body);
}

/** Asks, and writes down what was asked and answered; errors without what every error says. */
export function createScript(service: OperatorService) {
  const written: object[] = [];
  const normalise = createNormaliser();
  return {
    async ask(method: string, path: string, request: Ask = {}): Promise<Reply> {
      const reply = await service.ask(method, path, request);
      if (reply.status < 400) assert.deepEqual(deviations(method, path, reply.body), []);
      const shown = Object.entries(reply.body).filter(
        ([name]) => reply.status < 400 || !HIDDEN.includes(name),
      );
      const { body, headers } = request;
      written.push({
        request: `${method} ${path}`,
        ...(headers === undefined ? {} : { headers }),
        ...(body === undefined ? {} : { body }),
        status: reply.status,
        answer: Object.fromEntries(shown),
      });
      return reply;
    },
    text: () => `${normalise(written)}\n`,
  };
}

export type Script = ReturnType<typeof createScript>;
