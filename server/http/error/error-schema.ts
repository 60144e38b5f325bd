// The schema of the error body, and the error answers that an operation documents.
import { type TSchema, Type } from 'typebox';
import { FIELD_ERROR_CODES, REFUSAL_CODES } from '../../domain/service/refusal.ts';

export const ErrorSchema = Type.Object(
  {
    type: Type.String({ format: 'uri', description: 'The page that explains this error' }),
    title: Type.String(),
    status: Type.Integer(),
    detail: Type.String({ description: 'One sentence about this request' }),
    code: Type.String({ enum: [...REFUSAL_CODES] }),
    retryable: Type.Boolean({ description: 'The same request may succeed later' }),
    request_id: Type.String({ description: 'Also in the header X-Request-Id' }),
    errors: Type.Array(
      Type.Object(
        {
          field: Type.String({ description: 'Dotted and indexed, as in lines[0].amount_cents' }),
          code: Type.String({ enum: [...FIELD_ERROR_CODES] }),
          message: Type.String({ description: 'A text to read after the field’s name' }),
        },
        { title: 'FieldError' },
      ),
    ),
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
