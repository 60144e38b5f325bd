// Routes of the operator API: who receives alerts.

import {
  changeRecipient,
  createRecipient,
  type ListedRecipientBody,
  listRecipients,
  type RecipientBody,
  removeRecipient,
} from '../../../app/alert/recipients.ts';
import { type TestBody, testRecipient } from '../../../app/alert/test-recipient.ts';
import { ALERT_CHANNELS } from '../../../domain/alert/alert-notice.ts';
import { ATTENTION_KINDS, SEVERITIES } from '../../../domain/alert/attention-kinds.ts';
import {
  ALERT_CHANNEL_TOLD,
  CHANGE_RECIPIENT,
  CREATE_RECIPIENT,
} from '../../../domain/alert-setting/alert-requests.ts';
import { strictBodyOf } from '../../schema/request-schema.ts';
import {
  flag,
  integer,
  integerOrNull,
  list,
  MERCHANT_NAME,
  moment,
  momentOrNull,
  request,
  settingVersionText,
  shape,
  text,
  textOrNull,
  uuid,
  uuidOrNull,
  words,
} from '../../schema/shapes.ts';
import { type OperatorRoute, route } from '../route/route.ts';

const tag = 'Alerts';

const RECIPIENT = {
  id: uuid('The recipient'),
  channel: words(ALERT_CHANNELS, ALERT_CHANNEL_TOLD),
  name: text('What people call it'),
  merchant_id: uuidOrNull('Whose person it is: told of this merchant only; null: the house’s'),
  address: textOrNull('Where notices go, shortened; null: it cannot be decrypted'),
  min_severity: words(SEVERITIES, '`critical`: nothing else'),
  kinds: list(words(ATTENTION_KINDS), { description: 'Empty: all' }),
  enabled: flag('False: nothing is sent'),
  created_at: moment('When it was made'),
  last_delivered_at: momentOrNull('When a notice last arrived'),
  failing_since: momentOrNull('Since when none has arrived; null: the last one did'),
  last_problem: textOrNull('Why the last attempt failed'),
  waiting_notices: integer('Notices on their way'),
  previous_secret_until: momentOrNull('Until when the secret before signs as well'),
  secret: textOrNull('Of a callback, when it is made or rotated; shown only now'),
  version: settingVersionText(),
};

const RecipientSchema = shape<RecipientBody>('AlertRecipient', RECIPIENT);
const ListedSchema = shape<ListedRecipientBody>('ListedRecipient', {
  ...RECIPIENT,
  merchant_name: textOrNull(MERCHANT_NAME),
});

export const RECIPIENT_ROUTES: readonly OperatorRoute[] = [
  route({
    method: 'GET',
    url: '/alert_recipients',
    operation_id: 'listAlertRecipients',
    tag,
    right: 'alerts.read',
    summary: 'List who is told of alerts, and how their last notice went',
    description:
      'All in one answer, the oldest first. Secrets are not shown; `last_problem` says why the ' +
      'last notice was not delivered.',
    answer: shape<{ data: ListedRecipientBody[] }>('AlertRecipients', {
      data: list(ListedSchema, { description: 'The oldest first' }),
    }),
    handle: ({ app }) => listRecipients(app),
  }),
  route({
    method: 'POST',
    url: '/alert_recipients',
    operation_id: 'createAlertRecipient',
    tag,
    right: 'alerts.change',
    summary: 'Add an address for signed callbacks, or an e-mail address',
    description: 'Callbacks are signed as those to merchants are (Standard Webhooks).',
    body: strictBodyOf(CREATE_RECIPIENT),
    status: 201,
    answer: RecipientSchema,
    handle: ({ app, operator, fields }) => createRecipient(app, operator, fields),
  }),
  route({
    method: 'PATCH',
    url: '/alert_recipients/:id',
    operation_id: 'changeAlertRecipient',
    takes_version: true,
    tag,
    right: 'alerts.change',
    summary: 'Change a recipient, or rotate its secret; the rest stays',
    description: 'After a rotation the secret before signs as well for 24 hours.',
    body: strictBodyOf(CHANGE_RECIPIENT),
    answer: RecipientSchema,
    handle: ({ app, operator, params, fields }) =>
      changeRecipient(app, operator, params.id, fields),
  }),
  route({
    method: 'DELETE',
    url: '/alert_recipients/:id',
    operation_id: 'removeAlertRecipient',
    tag,
    right: 'alerts.change',
    summary: 'Remove a recipient, with the notices on their way to it',
    description:
      'It cannot be undone: the same address, added again, gets another secret. Alerts ' +
      'themselves stay.',
    answer: RecipientSchema,
    handle: ({ app, operator, params }) => removeRecipient(app, operator, params.id),
  }),
  route({
    method: 'POST',
    url: '/alert_recipients/:id/test',
    operation_id: 'testAlertRecipient',
    tag,
    right: 'alerts.change',
    summary: 'Send a test, and say what happened',
    description: 'It takes the same way as alerts do; the answer may take as long as the attempt.',
    body: request('TestAlertRecipient', {}),
    body_optional: true,
    answer: shape<TestBody>('AlertTest', {
      outcome: words(['delivered', 'failed', 'waiting'], '`waiting`: not sent in time'),
      status: integerOrNull('Of the receiver’s or mail server’s answer'),
      problem: textOrNull('Why it failed'),
    }),
    handle: ({ app, operator, params }) => testRecipient(app, operator, params.id),
  }),
];
