// A short torture: service, PostgreSQL and both are killed under load, and nothing that was
// acknowledged is lost.
import { deepEqual, ok } from 'node:assert/strict';
import { it } from 'node:test';
import { runTorture } from '../../bench/torture/run-torture.ts';

it('survives kill -9 of a service, of PostgreSQL and of both under load', async () => {
  // They rest, because a service takes seconds to come back, and would take longer beside them.
  const load = { clients: 24, rest_ms: 600 };
  const report = await runTorture({ rounds: 3, services: 2, ...load, seconds: 1 });
  deepEqual(report.violations, []);
  ok(report.trades > 0 && report.events >= report.trades && report.callbacks >= report.events);
  for (const round of report.rounds) ok(round.acknowledged > 0 && round.unanswered > 0);
});
