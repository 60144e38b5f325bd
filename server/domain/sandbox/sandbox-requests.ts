// What is asked of the sandbox: of its simulated bank, its faults and its clock.

import { amountField, integerWithin } from '../request/number-fields.ts';
import { optionalField, requestShape, withDefault } from '../request/request-shape.ts';
import { uuidField } from '../request/text-fields.ts';
import { choiceField } from '../request/word-fields.ts';
import { MERCHANT_ID } from '../trade/create-requests.ts';
import { SANDBOX_ACT_ROWS, SANDBOX_ACTS } from './sandbox-acts.ts';
import { SANDBOX_ADVANCE_MAX_S } from './sandbox-clock.ts';
import { FAULT_TIMES_MAX, SANDBOX_FAULT_NAMES, SANDBOX_FAULTS } from './sandbox-faults.ts';

const explained = (rows: readonly (readonly [string, string])[]) =>
  rows.map(([name, what]) => `\`${name}\`: ${what}`).join(' ');

export const PLAY_ORDER = requestShape(
  'PlayOrder',
  {
    merchant_id: MERCHANT_ID,
    id: uuidField('The id of the order'),
    act: choiceField(
      SANDBOX_ACTS,
      explained(SANDBOX_ACTS.map((act) => [act, SANDBOX_ACT_ROWS[act].what])),
    ),
    amount_cents: optionalField(
      amountField('Of the transfer, for the acts that say so, in minor units'),
    ),
  },
  ({ act, amount_cents }, notes) => {
    if (act === undefined || amount_cents === null || SANDBOX_ACT_ROWS[act].takes_amount) return;
    notes.wrong('amount_cents', 'not_allowed', `is not possible with ${act}`);
  },
);

const TIMES = {
  min: 0,
  max: FAULT_TIMES_MAX,
  rule: `must be from 0 (no longer) to ${FAULT_TIMES_MAX}`,
};

export const SET_FAULT = requestShape('SetFault', {
  merchant_id: MERCHANT_ID,
  fault: choiceField(SANDBOX_FAULT_NAMES, explained(Object.entries(SANDBOX_FAULTS))),
  times: withDefault(integerWithin(TIMES, 'How often; 0: no longer', { default: 1 }), 1),
});

export const ADVANCE_CLOCK = requestShape('AdvanceSandboxClock', {
  seconds: integerWithin(
    { min: 1, max: SANDBOX_ADVANCE_MAX_S },
    'By how much the sandbox’s clock goes forward from where it is',
    { examples: [900] },
  ),
});
