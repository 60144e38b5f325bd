// What a person asks of a token of their own: what it is for, until when, and which rights.
import { RIGHT_SCOPES } from '../access/roles.ts';
import { listField } from '../request/list-fields.ts';
import { integerWithin } from '../request/number-fields.ts';
import {
  optionalField,
  refinedField,
  requestShape,
  withDefault,
} from '../request/request-shape.ts';
import { textField } from '../request/text-fields.ts';
import { TOKEN_LIST_MAX } from '../request/token-fields.ts';
import { RESERVED_NAME } from './change-operator-token.ts';
import { OWN_TOKEN_DAYS } from './change-own-token.ts';

const NAME_MAX = 64;

const { min, max, usual } = OWN_TOKEN_DAYS;

export const ISSUE_OWN_TOKEN = requestShape('IssueOwnToken', {
  name: refinedField(textField(NAME_MAX, 'To tell it from others'), (given, field, notes) => {
    const name = given.trim();
    const message = 'is the name of the token in the settings';
    if (name === RESERVED_NAME) notes.wrong(field, 'not_allowed', message);
    return name;
  }),
  days: withDefault(
    integerWithin(OWN_TOKEN_DAYS, `When it ends: after ${min} to ${max} days; default ${usual}`),
    usual,
  ),
  scopes: optionalField(
    listField(TOKEN_LIST_MAX, {
      items: { type: 'string', enum: RIGHT_SCOPES },
      minItems: 1,
      description: 'Only these groups of your rights; `own` always; default: all that you have',
    }),
  ),
});
