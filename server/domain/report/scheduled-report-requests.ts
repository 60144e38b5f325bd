// What may be asked of scheduled reports.
import { parseUuid } from '../../lib/uuid.ts';
import { IN_TIME_ZONE } from '../request/filter-fields.ts';
import { listField } from '../request/list-fields.ts';
import { flagField, integerWithin } from '../request/number-fields.ts';
import {
  ifGiven,
  optionalField,
  refinedField,
  requestShape,
  withDefault,
} from '../request/request-shape.ts';
import { textField, uuidField, webAddressField } from '../request/text-fields.ts';
import { choiceField } from '../request/word-fields.ts';
import { REPORT_CYCLES } from './report-schedule.ts';
import { REPORT_FORMATS } from './scheduled-report.ts';

const NAME_MAX = 60;
export const REPORT_RECIPIENTS_MAX = 20;
const ZONE_MAX = 64;
const HOUR = { min: 0, max: 23 };
const HOUR_DEFAULT = 6;

const name = refinedField(textField(NAME_MAX, 'What people call it'), (given, field, notes) => {
  const trimmed = given.trim();
  if (trimmed === '') notes.wrong(field, 'required', 'is required');
  return trimmed;
});
const view = uuidField(
  'The saved view of trades that it is made of: its filters as they are now, without its days',
);
/** Of how often, as requests and answers tell it. */
export const REPORT_EVERY_TOLD = 'It has the whole day, week or month before';
const every = choiceField(REPORT_CYCLES, REPORT_EVERY_TOLD);
const hour = integerWithin(HOUR, 'Of the day after its days, on the clocks of the time zone');
/** Of a format, as requests and answers tell it. */
export const REPORT_FORMAT_TOLD = '`xlsx`: an Excel workbook; `csv`: a text file';
const format = choiceField(REPORT_FORMATS, REPORT_FORMAT_TOLD);
const callback_url = webAddressField(
  'callback',
  'An address of yours that gets the file as a signed callback',
);

/** Each once. */
const recipients = refinedField(
  listField(REPORT_RECIPIENTS_MAX, {
    description: 'People who get it by e-mail: each must be allowed to export these trades',
    items: { type: 'string', format: 'uuid', description: 'A person' },
  }),
  (given, field, notes) => {
    const ids = given.map((id) => (typeof id === 'string' ? parseUuid(id) : null));
    const wrong = ids.findIndex((id, index) => id === null || ids.indexOf(id) < index);
    if (wrong === -1) return ids.filter((id) => id !== null);
    notes.wrong(`${field}[${wrong}]`, 'format', 'must be the id of a person, once');
    return undefined;
  },
);

export const CREATE_SCHEDULED_REPORT = requestShape('CreateScheduledReport', {
  name,
  saved_view_id: view,
  every,
  hour: withDefault(hour, HOUR_DEFAULT),
  time_zone: IN_TIME_ZONE,
  format: withDefault(
    choiceField(REPORT_FORMATS, `${REPORT_FORMAT_TOLD}; default: \`xlsx\``),
    'xlsx',
  ),
  recipients: optionalField(recipients),
  callback_url: optionalField(callback_url),
});

export const CHANGE_SCHEDULED_REPORT = requestShape('ChangeScheduledReport', {
  name: ifGiven(name),
  saved_view_id: ifGiven(view),
  every: ifGiven(every),
  hour: ifGiven(hour),
  time_zone: ifGiven(textField(ZONE_MAX, 'Whose days they are, as `Asia/Kolkata`')),
  format: ifGiven(format),
  recipients: ifGiven(recipients),
  callback_url: ifGiven(optionalField(callback_url)),
  rotate_secret: withDefault(flagField('A new secret for the address that it has'), false),
  enabled: ifGiven(flagField('False: none is sent')),
});

export const SEND_SCHEDULED_REPORT = requestShape('SendScheduledReport', {
  sending_id: optionalField(
    uuidField('A sending of it that is over: its days again, to its recipient only'),
  ),
});
