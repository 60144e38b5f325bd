// The schema of the error body, and the error answers that an operation documents.
import { type TSchema, Type } from 'typebox';
import {
  type ErrorMember,
  FIELD_ERROR_CODES,
  REFUSAL_CODES,
} from '../../domain/service/refusal.ts';

const text = (description: string) => Type.String({ description });
const integer = (description: string) => Type.Integer({ description });

/** What some codes add; a member without a row does not compile. */
const MEMBERS: Readonly<Record<ErrorMember, TSchema>> = {
  retry_after: integer('After how many seconds it may succeed, as in the header'),
  reason: text('Why no receiving account fits, or why the payment page refuses'),
  id: text('What exists already: the order with this order_id, or the record that is in the way'),
  act: text('The act that is not allowed'),
  state: text('The present state, which does not allow the act'),
  sequence: integer('The present version, if the request named another one'),
  limit: integer('The limit that is reached'),
  refundable_cents: integer('What is left to refund, in minor units'),
  archived_month: text('The month, YYYY-MM, whose archive has the pay-in'),
  changed_act: text('The last change, if it may be the cause'),
  changed_by: text('Who made the last change'),
  changed_at: text('When the last change was made'),
  missing_right: text('The right that the caller has not'),
  changed: text('The fields that have changed since the proposal was made'),
  end_to_end_id: text('The reference of the attempt that is under way'),
  attempt_state: text('The state of the attempt that is under way'),
  sum_of: text('Whose sum of 24 hours is reached: `person`, `payee`, `merchant` or `account`'),
  sum_cents: integer('What that sum would be with the act, in minor units'),
  sum_from_cents: integer('From which sum on two people are needed'),
};

const members = Object.fromEntries(
  Object.entries(MEMBERS).map(([name, schema]) => [name, Type.Optional(schema)]),
);

export const ErrorSchema = Type.Object(
  {
    type: Type.String({ format: 'uri', description: 'The page that explains this error' }),
    title: Type.String({ description: 'What happened, the same for every error of this code' }),
    status: Type.Integer({ description: 'The status of the answer' }),
    detail: Type.String({ description: 'One sentence about this request' }),
    code: Type.String({
      enum: [...REFUSAL_CODES],
      description: 'What programs decide by; codes may be added',
    }),
    retryable: Type.Boolean({ description: 'The same request may succeed later' }),
    request_id: Type.String({ description: 'Also in the header X-Request-Id' }),
    errors: Type.Array(
      Type.Object(
        {
          field: Type.String({ description: 'Dotted and indexed, as in lines[0].amount_cents' }),
          code: Type.String({ enum: [...FIELD_ERROR_CODES], description: 'What is wrong with it' }),
          message: Type.String({ description: 'A text to read after the field’s name' }),
        },
        { title: 'FieldError' },
      ),
      { description: 'All wrong fields at once, in the order of the fields; otherwise empty' },
    ),
    ...members,
  },
  { title: 'Error', additionalProperties: true },
);

/** The responses of an operation: the success, and the statuses with the error body. */
export function responses(
  status: number,
  schema: TSchema,
  ...errors: readonly number[]
): Record<number, TSchema> {
  return Object.fromEntries([
    [status, schema],
    ...errors.map((error): [number, TSchema] => [error, ErrorSchema]),
  ]);
}
