// Route of the operator API: the counts that open pages show, once or as they change.

import { type TSchema, Type } from 'typebox';
import {
  type LiveBody,
  type LiveSource,
  type LiveView,
  liveSourceOf,
  readLive,
} from '../../../app/alert/live-counts.ts';
import type { OnePersonBody } from '../../../app/approval/one-person.ts';
import { joinLive, liveSourceOfCells } from '../../../app/cell/live-cells.ts';
import type { OperatorCaller } from '../../../app/request/caller.ts';
import { missingRight, type Right } from '../../../domain/access/rights.ts';
import { COUNTED_MOST } from '../../../domain/alert/attention-kinds.ts';
import { isRefusal } from '../../../domain/service/refusal.ts';
import {
  integer,
  list,
  momentOrNull,
  optional,
  shape,
  text,
  textOrNull,
  uuid,
} from '../../schema/shapes.ts';
import { approvalAct } from '../../schema/shared-members.ts';
import { combined } from '../route/combined-answer.ts';
import { LiveAnswer } from '../route/live-answer.ts';
import { type Call, type OperatorRoute, route } from '../route/route.ts';
import { StateCountSchema } from '../trade/trade-counts.ts';
import { AttentionOfCellsSchema } from './attention.ts';

/** The caller's rights decide which parts they get. */
function viewOf(operator: OperatorCaller, merchant_id: string | undefined): LiveView {
  const may = (right: Right) =>
    operator.merchant_id === null && missingRight(operator, right) === null;
  return {
    merchant_id: merchant_id?.toLowerCase() ?? null,
    attention: may('alerts.read'),
    payouts: may('payouts.read'),
    one_person: operator.merchant_id === null,
  };
}

/** As it is now, or that and each change. */
function answerOf(read: LiveBody, source: LiveSource, { live, operator, query }: Call) {
  if (live === null) return read;
  let body = read;
  return new LiveAnswer('counts', (changed) => {
    const end = live.watch(source, viewOf(operator, query.merchant_id), (now) => {
      body = now;
      changed();
    });
    return { message: () => body, end };
  });
}

const orNothing = (schema: TSchema, description: string) =>
  Type.Union([schema, Type.Null()], { description });

const OnePersonSchema = shape<OnePersonBody>('OnePerson', {
  rules: list(
    shape<OnePersonBody['rules'][number]>('OpenedRule', {
      act: approvalAct,
      currency: textOrNull('Null: every currency without a band of its own'),
    }),
    { description: 'The rules that are switched off: one person alone may do these acts' },
  ),
  switched_off_at: momentOrNull('When the latest of them was; null: the audit trail has none'),
  switched_off_by: textOrNull('Who asked for it'),
  approved_by: textOrNull('The second person; null if the rule for bands was off before'),
  text: text('The same as a sentence'),
});

export const LIVE_ROUTES: readonly OperatorRoute[] = [
  route({
    method: 'GET',
    url: '/live',
    operation_id: 'getLive',
    right: 'trades.read',
    own_merchant: { query: 'merchant_id' },
    background: true,
    tag: 'Alerts',
    summary: 'The counts that open pages show, now or as they change',
    description:
      'Parts that the caller may not read are null. With `Accept: text/event-stream` the answer ' +
      'stays open and sends an event `counts` with the same body when something has changed, and ' +
      'every 25 seconds; at most 6 for one person. It does not keep a session open, and ends with it.',
    query: { merchant_id: optional(uuid('The trades of one merchant only')) },
    answer: shape<LiveBody>('LiveCounts', {
      trades: list(StateCountSchema, { description: 'Every state' }),
      attention: orNothing(
        AttentionOfCellsSchema,
        'What needs a decision; null: the caller may not read it',
      ),
      payouts: orNothing(
        shape<NonNullable<LiveBody['payouts']>>('PayoutCounts', {
          taken: integer(`Taken and not sent; at most ${COUNTED_MOST} are counted`),
          unconfirmed: integer('Handed to the bank, without an answer; counted in the same way'),
        }),
        'Pay-outs that somebody has taken; null: the caller may not read them',
      ),
      one_person: orNothing(
        OnePersonSchema,
        'Acts for which nobody asks a second person; null: there are none, this is a sandbox, ' +
          'or the caller is of a merchant',
      ),
      sandbox_ahead_seconds: integer('How far the sandbox’s clock is ahead; 0 in live mode'),
    }),
    combined: combined({
      ask: ({ app, operator, query }) => readLive(app, viewOf(operator, query.merchant_id)),
      join: (answers, call, away) =>
        call.cells === null
          ? joinLive(answers, away)
          : answerOf(joinLive(answers, away), liveSourceOfCells(call.cells), call),
    }),
    handle: async (call) => {
      const { app, operator, query } = call;
      const read = await readLive(app, viewOf(operator, query.merchant_id));
      return isRefusal(read) ? read : answerOf(read, liveSourceOf(app), call);
    },
  }),
];
