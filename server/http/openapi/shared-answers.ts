// Error answers that many operations give in the same way stand in the document once, under the
// name of their status; the operations refer to them.
import { STATUS_CODES } from 'node:http';

type Json = Record<string, unknown>;
type Operations = Record<string, Record<string, Json & { responses: Record<string, unknown> }>>;

const FIRST_ERROR = 400;

/** `Not Found` as a client generator names it. */
const nameOf = (status: string): string =>
  (STATUS_CODES[status] ?? `Status ${status}`).replaceAll(/[^A-Za-z0-9]/g, '');

type Given = { status: string; answer: unknown; responses: Record<string, unknown> };

function errorsOf(paths: Operations): Given[] {
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  return operations.flatMap(({ responses }) =>
    Object.entries(responses)
      .filter(([status]) => Number(status) >= FIRST_ERROR)
      .map(([status, answer]) => ({ status, answer, responses })),
  );
}

/** The answer that most operations give with a status, if it is not the only one of its kind. */
function commonest(given: readonly Given[]): readonly Given[] {
  const alike = [...Map.groupBy(given, ({ answer }) => JSON.stringify(answer)).values()];
  const [most = []] = alike.toSorted((a, b) => b.length - a.length);
  return most.length > 1 ? most : [];
}

/** Replaces the repeated answers of the operations, and returns them by name. */
export function shareAnswers(paths: Operations): Json {
  const by_status = Map.groupBy(errorsOf(paths), ({ status }) => status);
  const shared = [...by_status].flatMap(([status, given]) => {
    const most = commonest(given);
    const name = nameOf(status);
    for (const { responses } of most)
      responses[status] = { $ref: `#/components/responses/${name}` };
    return most.slice(0, 1).map(({ answer }) => [name, answer] as const);
  });
  return Object.fromEntries(shared.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
