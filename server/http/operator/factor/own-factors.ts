// Routes of the operator API about the caller's second factors, and the confirmation of a session.

import { passkeyRequest } from '../../../app/factor/complete-sign-in.ts';
import { type ConfirmedBody, confirmSession } from '../../../app/factor/confirm-session.ts';
import {
  addPasskey,
  namePasskey,
  passkeyCreation,
  removePasskey,
} from '../../../app/factor/enrol-passkey.ts';
import { activateTotp, offerTotp, removeTotp } from '../../../app/factor/enrol-totp.ts';
import { type FactorOwner, factorOwner } from '../../../app/factor/factor-owner.ts';
import {
  type NewRecoveryCodesBody,
  renewRecoveryCodes,
} from '../../../app/factor/recovery-codes.ts';
import { listOwnFactors } from '../../../app/factor/reset-factors.ts';
import type { OperatorCaller } from '../../../app/request/caller.ts';
import {
  ACTIVATE_TOTP,
  ADD_PASSKEY,
  CONFIRM_SESSION,
  RENAME_PASSKEY,
} from '../../../domain/factor/factor-requests.ts';
import { isRefusal, type Refusal } from '../../../domain/service/refusal.ts';
import { strictBodyOf } from '../../schema/request-schema.ts';
import { list, moment, shape, text } from '../../schema/shapes.ts';
import { type OperatorRoute, route } from '../route/route.ts';
import {
  AddedFactorSchema,
  addedBody,
  CreationSchema,
  FactorsSchema,
  OfferedTotpSchema,
  PasskeySchema,
  RequestSchema,
  withQr,
} from './factor-shapes.ts';

const OWN = { right: 'own.use', own_merchant: { caller: true }, tag: 'Session' } as const;

async function asSelf<Value>(
  caller: OperatorCaller,
  work: (owner: FactorOwner) => Promise<Value | Refusal>,
): Promise<Value | Refusal> {
  const owner = factorOwner(caller);
  return isRefusal(owner) ? owner : await work(owner);
}

const CONFIRMATION_ROUTES: readonly OperatorRoute[] = [
  route({
    ...OWN,
    method: 'POST',
    url: '/session/confirm',
    operation_id: 'confirmSession',
    summary: 'Confirm that it is you: opens dangerous acts for five minutes',
    description:
      'In this session, or with this token of your own from this address. With your second ' +
      'factor (of a token: with a code); with your password only if you have none.',
    body: strictBodyOf(CONFIRM_SESSION),
    answer: shape<ConfirmedBody>('ConfirmedSession', {
      confirmed_at: moment('Now'),
      counts_until: moment('Until when dangerous acts are open'),
    }),
    handle: ({ app, operator, fields }) => confirmSession(app, operator, fields),
  }),
  route({
    ...OWN,
    method: 'POST',
    url: '/session/confirm/passkey_options',
    operation_id: 'askForConfirmingPasskey',
    summary: 'Ask for what a browser needs to confirm with a passkey',
    description:
      'The browser has 5 minutes, and its challenge is used up by the first answer, right or ' +
      'wrong. Refused if you have no passkey.',
    answer: RequestSchema,
    handle: ({ app, operator }) =>
      asSelf(operator, (owner) => passkeyRequest(app, 'confirm', owner)),
  }),
];

const TOTP_ROUTES: readonly OperatorRoute[] = [
  route({
    ...OWN,
    method: 'GET',
    url: '/own_factors',
    operation_id: 'listOwnFactors',
    summary: 'List your second factors',
    description:
      'Recovery codes are counted, not shown. Names of passkeys are those that you gave them.',
    answer: FactorsSchema,
    handle: ({ app, operator }) => asSelf(operator, (owner) => listOwnFactors(app, owner)),
  }),
  route({
    ...OWN,
    method: 'POST',
    url: '/own_factors/totp',
    operation_id: 'offerTotp',
    summary: 'Ask for a new secret for an authenticator app',
    description: 'Nothing changes until its first code is given; the secret waits for 30 minutes.',
    answer: OfferedTotpSchema,
    handle: async ({ app, operator }) => {
      const offered = await asSelf(operator, (owner) => offerTotp(app, owner));
      return isRefusal(offered) ? offered : withQr(offered);
    },
  }),
  route({
    ...OWN,
    method: 'POST',
    url: '/own_factors/totp/activate',
    operation_id: 'activateTotp',
    summary: 'Give the first code of the app: it replaces the one before; other sessions end',
    description:
      'The secret waits 30 minutes for it. Wrong codes are counted, and too many are refused for ' +
      'a while; with the first factor the answer has the recovery codes, shown only now.',
    body: strictBodyOf(ACTIVATE_TOTP),
    answer: AddedFactorSchema,
    handle: async ({ app, operator, fields }) => {
      const added = await activateTotp(app, factorOwner(operator), fields);
      return isRefusal(added) ? added : addedBody(added);
    },
  }),
  route({
    ...OWN,
    method: 'DELETE',
    url: '/own_factors/totp',
    operation_id: 'removeTotp',
    summary: 'Remove your authenticator app; your other sessions end',
    description:
      'Recovery codes go with the last factor. Refused if a factor is needed here and this is ' +
      'the only one; without an app the answer is 404.',
    answer: FactorsSchema,
    handle: ({ app, operator }) => removeTotp(app, operator),
  }),
  route({
    ...OWN,
    method: 'POST',
    url: '/own_factors/recovery_codes',
    operation_id: 'renewRecoveryCodes',
    summary: 'Get new recovery codes; the earlier ones no longer work',
    description:
      'The answer has 10 codes, shown only now; each works once. Refused without a second ' +
      'factor, and a repeated request makes other codes.',
    answer: shape<NewRecoveryCodesBody>('NewRecoveryCodes', {
      recovery_codes: list(text(), { description: 'Shown only now; each works once' }),
    }),
    handle: ({ app, operator }) => renewRecoveryCodes(app, operator),
  }),
];

const PASSKEY_ROUTES: readonly OperatorRoute[] = [
  route({
    ...OWN,
    method: 'POST',
    url: '/own_factors/passkeys/options',
    operation_id: 'offerPasskey',
    summary: 'Ask for what a browser needs to make a passkey',
    description:
      'Nothing changes until the browser’s answer is registered, within 5 minutes. Refused if ' +
      'you have 10 passkeys, or if the service has an address of numbers in place of a host ' +
      'name.',
    answer: CreationSchema,
    handle: ({ app, operator }) => asSelf(operator, (owner) => passkeyCreation(app, owner)),
  }),
  route({
    ...OWN,
    method: 'POST',
    url: '/own_factors/passkeys',
    operation_id: 'addPasskey',
    summary: 'Register a passkey; your other sessions end',
    description:
      'Options are used up by the first answer, right or wrong: a repeated request is refused. ' +
      'With the first factor the answer has the recovery codes, shown only now; your tokens ' +
      'stay.',
    body: strictBodyOf(ADD_PASSKEY),
    answer: AddedFactorSchema,
    handle: async ({ app, operator, fields }) => {
      const added = await addPasskey(app, factorOwner(operator), fields);
      return isRefusal(added) ? added : addedBody(added);
    },
  }),
  route({
    ...OWN,
    method: 'PATCH',
    url: '/own_factors/passkeys/:id',
    operation_id: 'renamePasskey',
    summary: 'Rename a passkey',
    description:
      'Nothing but the name changes, and your sessions go on. Another person’s passkey has the ' +
      'answer 404.',
    body: strictBodyOf(RENAME_PASSKEY),
    answer: PasskeySchema,
    handle: ({ app, operator, params, fields }) =>
      namePasskey(app, operator, { id: params.id, raw: fields }),
  }),
  route({
    ...OWN,
    method: 'DELETE',
    url: '/own_factors/passkeys/:id',
    operation_id: 'removePasskey',
    summary: 'Remove a passkey; your other sessions end',
    description:
      'Recovery codes go with the last factor. Refused if a factor is needed here and this is ' +
      'the only one; your tokens stay.',
    answer: FactorsSchema,
    handle: ({ app, operator, params }) => removePasskey(app, operator, params.id),
  }),
];

export const OWN_FACTOR_ROUTES: readonly OperatorRoute[] = [
  ...CONFIRMATION_ROUTES,
  ...TOTP_ROUTES,
  ...PASSKEY_ROUTES,
];
