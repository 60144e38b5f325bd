// The use cases for an operator's request of a service with several cells, with the part of the
// cell's connections that requests of its class may use.
import type { FastifyRequest } from 'fastify';
import type { CellPart } from '../../../app/cell/ask-all.ts';
import type { ServedCells } from '../../../app/cell/cells.ts';
import { mergedPage } from '../../../app/cell/merged-page.ts';
import type { App } from '../../../app/process/app.ts';
import { isRefusal, type Refusal } from '../../../domain/service/refusal.ts';
import { cellsAway } from '../../error/reply.ts';
import { appsOf } from './apps-apart.ts';
import { type AskedOfCells, cellOfRequest } from './cell-of-request.ts';
import { combinedAnswer } from './combined-answer.ts';
import { MERGED_LISTS } from './merged-lists.ts';
import type { RequestClass } from './request-classes.ts';
import type { Call, OperatorRoute } from './route.ts';

/** A list, or another answer, over all cells: each is asked by the route's own use case. */
export class OverCells {
  readonly #parts: readonly CellPart[];

  constructor(parts: readonly CellPart[]) {
    this.#parts = parts;
  }

  async answer(route: OperatorRoute, call: Call): Promise<object | Refusal> {
    if (route.combined !== undefined) {
      return await combinedAnswer(this.#parts, route.combined, route, call);
    }
    const list = MERGED_LISTS.get(route.operation_id);
    if (list === undefined) throw new Error(`${route.operation_id} is not in MERGED_LISTS`);
    const page = await mergedPage(this.#parts, {
      query: call.query,
      order: list.orderOf(call.query),
      beside: (answers) => list.beside?.(answers) ?? {},
      list: (app, query) => route.handle({ ...call, app, query }),
    });
    return page ?? cellsAway(this.#parts.map(({ name }) => name));
  }
}

/** Null: the control cell. */
export type PlaceRequest = (
  request_class: RequestClass,
  request: Pick<FastifyRequest, 'headers'>,
  asked: Omit<AskedOfCells, 'cell'>,
) => Promise<App | OverCells | Refusal | null>;

export function placeRequests(cells: ServedCells): PlaceRequest {
  const parts = new WeakMap<App, ReturnType<typeof appsOf>>();
  const partOf = (app: App, request_class: RequestClass): App => {
    const made = parts.get(app) ?? appsOf(app);
    parts.set(app, made);
    return made(request_class);
  };
  return async (request_class, { headers }, asked) => {
    const header = headers['x-cell'];
    const cell = header === undefined ? undefined : String(header);
    const place = await cellOfRequest(cells, { ...asked, cell });
    if (place === null || isRefusal(place)) return place;
    if (!('kind' in place)) return partOf(place, request_class);
    return new OverCells(
      cells.all.map(({ name, app: appOf }) => {
        const app = appOf();
        return { name, app: app === null ? null : partOf(app, request_class) };
      }),
    );
  };
}
