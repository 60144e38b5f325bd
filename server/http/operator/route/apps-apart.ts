// The app for the requests of each class: those that read much have a part of the connections.
import type { App } from '../../../app/process/app.ts';
import { type Apart, readsApart } from '../../../app/request/reads-apart.ts';
import { type ClassLimits, REQUEST_CLASSES, type RequestClass } from './request-classes.ts';

export function appsOf(app: App): (name: RequestClass) => App {
  const limits: Readonly<Record<string, ClassLimits>> = REQUEST_CLASSES;
  const parts = new Map<string, Apart>();
  for (const [name, { apart }] of Object.entries(limits)) {
    if (apart !== undefined) parts.set(name, readsApart(app, apart));
  }
  return (name) => parts.get(name)?.() ?? app;
}
