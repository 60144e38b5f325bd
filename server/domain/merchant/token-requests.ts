// What a merchant's new token may be asked to be.

import { listField, textsIn } from '../request/list-fields.ts';
import { flagField, integerWithin } from '../request/number-fields.ts';
import {
  optionalField,
  refinedField,
  requestShape,
  withDefault,
} from '../request/request-shape.ts';
import { expiryField, networksField, notEmpty, TOKEN_LIST_MAX } from '../request/token-fields.ts';
import { choiceField } from '../request/word-fields.ts';
import { isScope, SCOPES } from '../service/api-token.ts';
import { LIMITS } from '../service/limits.ts';
import { TOKEN_MODES } from '../service/token.ts';

/** Of a token, as requests and answers tell it. */
export const TOKEN_RATE = 'Requests per second; 0: no limit; null: the limit of the service';

const scopes = refinedField(
  listField(TOKEN_LIST_MAX, {
    items: { type: 'string', enum: SCOPES },
    minItems: 1,
    description: 'Default: all',
  }),
  (given, name, notes) => {
    const rule = `must be one of: ${SCOPES.join(', ')}`;
    const read = textsIn(given, { name, notes, rule }, isScope);
    return read === undefined ? undefined : notEmpty(read, 'must name at least one', name, notes);
  },
);

const most = LIMITS.token_rate_limit_max;

export const ISSUE_TOKEN = requestShape('IssueToken', {
  mode: withDefault(choiceField(TOKEN_MODES, 'Default: `token`'), 'token'),
  scopes: withDefault(scopes, SCOPES),
  allowed_ips: withDefault(
    networksField('From where it may be used; absent, null or empty: from anywhere'),
    [],
  ),
  expires_at: optionalField(expiryField('With a zone, in the future')),
  require_signature: withDefault(flagField('Every request must carry X-Signature'), false),
  rate_limit_per_second: optionalField(
    integerWithin({ min: 0, max: most, rule: `must be from 0 (no limit) to ${most}` }, TOKEN_RATE),
  ),
});
