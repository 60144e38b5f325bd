// Schemas of the sandbox's own routes.
import { Type } from 'typebox';
import type { SandboxFaultBody } from '../../app/sandbox/faults.ts';
import type { MagicValueBody, SandboxBody } from '../../app/sandbox/show-sandbox.ts';
import { BANK_ANSWERS } from '../../domain/sandbox/magic-values.ts';
import { SANDBOX_FAULT_NAMES } from '../../domain/sandbox/sandbox-faults.ts';
import { centsOrNull, integer, list, shape, text, textOrNull, uuid, words } from './shapes.ts';

export const SandboxFaultSchema = shape<SandboxFaultBody>('SandboxFault', {
  fault: words(SANDBOX_FAULT_NAMES, 'Which fault'),
  times_left: integer('How often it will still happen'),
});

const MagicValueSchema = shape<MagicValueBody>('MagicValue', {
  kind: words(['payin_amount', 'payout_amount', 'utr'], 'What has this value'),
  amount_cents: centsOrNull('The amount of the order, in any currency; null of a UTR'),
  utr_beginning: textOrNull('How the UTR begins; null of an amount'),
  name: text('A short name of the row'),
  what: text('What the simulated bank does'),
  state: textOrNull('Where the order ends; null if its creation is refused'),
  state_reason: textOrNull('The reason of that state, if it has one'),
  refused: textOrNull('The code of the refusal'),
});

export const SandboxSchema = shape<SandboxBody>('Sandbox', {
  merchant_id: uuid('The merchant whose token it is'),
  bank_answers: words(BANK_ANSWERS, 'Which orders the simulated bank answers by itself'),
  bank_delay_seconds: Type.Number({ description: 'How long it takes for each answer' }),
  magic_values: list(MagicValueSchema, { description: 'Every value that the bank answers' }),
  faults: list(SandboxFaultSchema, { description: 'Asked for with this token' }),
});
