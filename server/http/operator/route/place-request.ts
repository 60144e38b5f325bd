// The use cases for an operator's request of a service with several cells, with the part of the
// cell's connections that requests of its class may use.
import type { FastifyRequest } from 'fastify';
import type { ServedCells } from '../../../app/cell/cells.ts';
import type { App } from '../../../app/process/app.ts';
import { isRefusal, type Refusal } from '../../../domain/service/refusal.ts';
import { appsOf } from './apps-apart.ts';
import { type AskedOfCells, cellOfRequest } from './cell-of-request.ts';
import type { RequestClass } from './request-classes.ts';

/** Null: the control cell. */
export type PlaceRequest = (
  request_class: RequestClass,
  request: Pick<FastifyRequest, 'headers'>,
  asked: Omit<AskedOfCells, 'cell'>,
) => Promise<App | Refusal | null>;

export function placeRequests(cells: ServedCells): PlaceRequest {
  const parts = new WeakMap<App, ReturnType<typeof appsOf>>();
  const partsOf = (app: App) => {
    const made = parts.get(app) ?? appsOf(app);
    parts.set(app, made);
    return made;
  };
  return async (request_class, { headers }, asked) => {
    const header = headers['x-cell'];
    const cell = header === undefined ? undefined : String(header);
    const app = await cellOfRequest(cells, { ...asked, cell });
    return app === null || isRefusal(app) ? app : partsOf(app)(request_class);
  };
}
