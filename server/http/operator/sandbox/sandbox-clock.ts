// Routes of the operator API that are in the sandbox only: its clock.

import {
  type AdvancedClockBody,
  advanceSandboxClock,
  type SandboxClockBody,
  showSandboxClock,
} from '../../../app/sandbox/advance-clock.ts';
import type { SandboxWork } from '../../../domain/sandbox/sandbox-clock.ts';
import { ADVANCE_CLOCK } from '../../../domain/sandbox/sandbox-requests.ts';
import { strictBodyOf } from '../../schema/request-schema.ts';
import { integer, moment, shape } from '../../schema/shapes.ts';
import { type OperatorRoute, route } from '../route/route.ts';

const CLOCK = {
  now: moment('The sandbox’s time'),
  ahead_seconds: integer('How far it is ahead of the true time'),
};

const ClockSchema = shape<SandboxClockBody>('SandboxClock', CLOCK);

const WorkSchema = shape<Record<SandboxWork, number>>('SandboxWork', {
  payins: integer('Pay-ins that expired'),
  holds: integer('Parts of credits that were released'),
  proposals: integer('Proposals that ended'),
  disputes: integer('Disputes whose deadline passed'),
  callbacks: integer('Callbacks to send, or to try again'),
  endpoint_probes: integer('Probes of failing callback endpoints'),
  bank_answers: integer('Orders that the simulated bank answers'),
});

const AdvancedClockSchema = shape<AdvancedClockBody>('AdvancedSandboxClock', {
  ...CLOCK,
  came_due: WorkSchema,
});

const tag = 'Sandbox';

export const SANDBOX_CLOCK_ROUTES: readonly OperatorRoute[] = [
  route({
    method: 'GET',
    url: '/sandbox/clock',
    operation_id: 'showSandboxClock',
    right: 'settings.read',
    sandbox_only: true,
    tag,
    summary: 'Get the sandbox’s time',
    description: 'In the sandbox only: in live mode there is nothing here.',
    answer: ClockSchema,
    handle: ({ app }) => showSandboxClock(app),
  }),
  route({
    method: 'POST',
    url: '/sandbox/clock/advance',
    operation_id: 'advanceSandboxClock',
    right: 'merchants.change',
    sandbox_only: true,
    tag,
    summary: 'Advance the sandbox’s clock: all timers obey',
    description:
      'It answers after about a second, when every process obeys and what came due in the ' +
      'database is done; callbacks that came due are sent then. Never back, and at most 800 days ' +
      'in all. Sessions, tokens, codes and signatures keep the true time. A repeated request ' +
      'advances again. In the sandbox only: in live mode there is nothing here.',
    body: strictBodyOf(ADVANCE_CLOCK),
    answer: AdvancedClockSchema,
    handle: ({ app, operator, fields }) => advanceSandboxClock(app, operator, fields),
  }),
];
