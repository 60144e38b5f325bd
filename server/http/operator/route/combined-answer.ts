// How the answers of several cells become one answer, for operations that are no lists in pages:
// counts are added up, and what waits or was found stands together.
import type { TSchema } from 'typebox';
import { Type } from 'typebox';
import { askAll, type CellAnswer, type CellPart } from '../../../app/cell/ask-all.ts';
import { isRefusal, type Refusal } from '../../../domain/service/refusal.ts';
import { cellsAway } from '../../error/reply.ts';
import { LineAnswer } from './line-stream.ts';
import { LiveAnswer } from './live-answer.ts';
import { AWAY_MEMBER, rowsOfCells } from './merged-schema.ts';
import type { Call, CombinedAnswer, OperatorRoute } from './route.ts';

type Answers<Body> = readonly [CellAnswer<Body>, ...CellAnswer<Body>[]];

type Definition<Body extends object> = Pick<CombinedAnswer, 'rows' | 'is_file' | 'begin'> & {
  /** Without it each cell gives the answer of the route. */
  ask?(call: Call): Promise<Body | Refusal>;
  join(answers: Answers<Body>, call: Call, away: readonly string[]): object | Promise<object>;
};

/** The names of the cells do not matter. */
export const bodiesOf = <Body>([first, ...others]: Answers<Body>): readonly [Body, ...Body[]] => [
  first.answer,
  ...others.map(({ answer }) => answer),
];

/** Infers what the cells answer from what joins it. */
export const combined = <Body extends object>(definition: Definition<Body>): CombinedAnswer =>
  definition;

/** What each cell answers is added up, whatever its name. */
export const added = <Body extends object>(
  add: (bodies: readonly [Body, ...Body[]]) => object,
): CombinedAnswer => combined<Body>({ join: (answers) => add(bodiesOf(answers)) });

/** The schema of the answer, with what is there only if several cells gave it. */
export function withCellsOf({ rows = [], is_file }: CombinedAnswer, answer: TSchema): TSchema {
  if (is_file === true) return answer;
  const { title, properties }: { title?: unknown; properties?: Record<string, TSchema> } = answer;
  const named = rows.map((name) => [name, rowsOfCells(properties?.[name])]);
  return Type.Object(
    { ...properties, ...Object.fromEntries(named), ...AWAY_MEMBER },
    { title: String(title) },
  );
}

/** Asks all cells the same, and joins what they answer. */
export async function combinedAnswer(
  cells: readonly CellPart[],
  { join, ask, begin, is_file }: CombinedAnswer,
  route: Pick<OperatorRoute, 'handle'>,
  call: Call,
): Promise<object | Refusal> {
  // A file has no place that would say what is missing in it; nor is it noted as exported.
  const known_away = cells.flatMap(({ name, app }) => (app === null ? [name] : []));
  if (is_file === true && known_away.length > 0) return cellsAway(known_away);
  const same = begin === undefined ? call : await begin(call);
  if (isRefusal(same)) return same;
  const askOne = ask ?? ((own: Call) => route.handle(own));
  const asked = await askAll(cells, (app) => askOne({ ...same, app }));
  if (asked === null) return cellsAway(cells.map(({ name }) => name));
  if (isRefusal(asked)) return asked;
  const [first, ...others] = asked.answers;
  if (first === undefined) throw new Error('No cell has answered');
  if (is_file === true) {
    return asked.away.length > 0 ? cellsAway(asked.away) : await join([first, ...others], same, []);
  }
  const joined = await join([first, ...others], same, asked.away);
  const is_stream = joined instanceof LineAnswer || joined instanceof LiveAnswer;
  // A stream tells it in its lines.
  return is_stream ? joined : { cells_away: asked.away, ...joined };
}
