// A look at commands that are not carried out: of every kind, it waits for nobody who acts
// meanwhile, and nobody waits for it.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { foreseeCommands } from '../../../server/app/request/foresee-commands.ts';
import type { Command } from '../../../server/domain/batch/command.ts';
import { foreseenRefusals } from '../../../server/domain/foresee.ts';
import * as scene from '../../app/scene.ts';
import { openTestApp, type TestApp } from '../../support/test-app.ts';
import { KINDS, scenesOf } from './lock-scenes.ts';
import { openStage, type Scene, type Stage } from './lock-stage.ts';

let service: TestApp;
let stage: Stage;
let tables: string;
before(async () => {
  service = await openTestApp({ max_connections: 16 });
  stage = await openStage(service.app);
  const rows = await scene.sql<{ name: string }>(
    service.app,
    `select c.relname as name from pg_class c
     where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace
       and has_table_privilege(c.oid, 'update, delete')`,
  );
  tables = rows.map(({ name }) => name).join(', ');
});
after(async () => {
  await service.stop();
});

/** While the work runs, rows can be read by everybody, and locked or changed by nobody else. */
async function whileAllIsLocked<Value>(work: () => Promise<Value>): Promise<Value> {
  const { db } = service.app.store;
  return await db.transaction(async (tx) => {
    await tx.query('', `lock table ${tables} in exclusive mode`, []);
    return await work();
  });
}

/** Looks at the commands of a scene together, and then carries them out; returns their kinds. */
async function looked({ count, work }: Scene): Promise<string[]> {
  const { app } = service;
  const { writer } = app;
  const commands: Command[] = [];
  const all = Promise.withResolvers<void>();
  app.writer = {
    ...writer,
    submit: async (command) => {
      commands.push(command);
      if (commands.length === count) {
        const look = () =>
          foreseeCommands(app, commands, (world) => foreseenRefusals(world, commands));
        await whileAllIsLocked(look).then(() => all.resolve(), all.reject);
      }
      await all.promise;
      return await writer.submit(command);
    },
  };
  try {
    await work();
  } finally {
    app.writer = writer;
  }
  return commands.map(({ kind }) => kind);
}

suite('a look', () => {
  for (const kind of KINDS) {
    test(`at ${kind} locks no row and writes none`, async () => {
      for await (const one of scenesOf(stage, kind)) {
        const kinds = await looked(one);
        assert.deepEqual([...new Set(kinds)], [kind]);
      }
    });
  }
});
