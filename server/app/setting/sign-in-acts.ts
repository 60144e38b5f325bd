// Settings acts on how people sign in, and on the keys with which the service encrypts.
import { PASSWORD_LINK_KINDS } from '../../domain/access/person-link.ts';
import {
  type AccountByLink,
  type Connecting,
  type Disconnecting,
  decideAcceptance,
  decideConnecting,
  decideDisconnecting,
} from '../../domain/person/openid-account.ts';
import { decideFactorReset, type FactorReset } from '../../domain/person/reset-factors.ts';
import {
  decideOwnPassword,
  decidePasswordByLink,
  LINK_WRONG,
  type OwnPassword,
  type PasswordByLink,
} from '../../domain/person/set-password.ts';
import { decideKeyRotation, type KeyRotation } from '../../domain/setting/rotate-key.ts';
import {
  removeAccount,
  saveAccount,
  selectAccountHolder,
} from '../../store/access/openid-accounts.ts';
import { lockCredentials, lockPerson, savePassword } from '../../store/access/people.ts';
import { selectPersonLink, usePersonLink } from '../../store/access/person-links.ts';
import { readClock } from '../../store/batch/settings-version.ts';
import { insertKey, lockEncryptionKeys } from '../../store/encryption/data-keys.ts';
import { saveEnrolmentLink } from '../../store/factor/enrolment-links.ts';
import { readFactors, saveSecondFactors } from '../../store/factor/factors.ts';
import { deletePasskeys } from '../../store/factor/passkeys.ts';
import { deleteRecoveryCodes } from '../../store/factor/recovery-codes.ts';
import { deleteTotpSecrets } from '../../store/factor/totp-secrets.ts';
import { endAccess } from './end-access.ts';
import { actOfOne, NOTHING_MORE } from './settings-act.ts';

const useOf = ({ link_hash }: { link_hash: string }) => ({ link_hash, kinds: PASSWORD_LINK_KINDS });

export const SIGN_IN_ACTS = {
  reset_factors: actOfOne({
    action: 'factors_reset',
    locks: ['people'],
    gate: null,
    version: 'save',
    lock: async ({ tx, cipher }, { person_id }: FactorReset) => {
      const found = await lockPerson(tx, cipher, person_id);
      if (found === null) return null;
      const factors = await readFactors(tx, person_id);
      return { person: found.person, factors, clock: await readClock(tx) };
    },
    decide: decideFactorReset,
    save: async ({ tx }, { saved: { link, opening } }) => {
      const { person_id } = link;
      await deleteTotpSecrets(tx, person_id);
      await deletePasskeys(tx, person_id);
      await deleteRecoveryCodes(tx, person_id);
      await saveSecondFactors(tx, person_id, []);
      await saveEnrolmentLink(tx, link, opening);
      const { sessions_ended } = await endAccess(tx, person_id);
      return { sessions_ended };
    },
  }),
  change_own_password: actOfOne({
    action: 'password_changed',
    locks: ['people'],
    gate: null,
    version: 'save',
    lock: ({ tx }, { person_id }: OwnPassword) => lockCredentials(tx, person_id),
    decide: decideOwnPassword,
    save: async ({ tx }, { saved: { person_id, password_hash, session_id } }) => {
      await savePassword(tx, person_id, password_hash);
      return await endAccess(tx, person_id, session_id);
    },
  }),
  set_password_by_link: actOfOne({
    action: 'person_link_used',
    locks: ['people'],
    gate: null,
    version: 'save',
    lock: async ({ tx }, request: PasswordByLink) => {
      const link = await selectPersonLink(tx, useOf(request));
      const person = link === null ? null : await lockCredentials(tx, link.person_id);
      return { link, person };
    },
    decide: decidePasswordByLink,
    save: async ({ tx }, { saved: { person_id, password_hash } }, _facts, request) => {
      if ((await usePersonLink(tx, useOf(request))) === null) return null;
      await savePassword(tx, person_id, password_hash);
      // The link replaces whatever signed the person in before.
      await removeAccount(tx, person_id);
      return await endAccess(tx, person_id);
    },
    overtaken: LINK_WRONG,
  }),
};

export const OPENID_ACTS = {
  accept_by_openid: actOfOne({
    action: 'person_link_used',
    locks: ['people'],
    gate: null,
    version: 'save',
    lock: async ({ tx, cipher }, request: AccountByLink) => {
      const link = await selectPersonLink(tx, useOf(request));
      const person = link === null ? null : await lockCredentials(tx, link.person_id);
      const holder = await selectAccountHolder(tx, cipher, request.account);
      return { link, person, holder };
    },
    decide: decideAcceptance,
    save: async ({ tx, cipher }, { saved }, _facts, request) => {
      if ((await usePersonLink(tx, useOf(request))) === null) return null;
      await saveAccount(tx, cipher, saved, true);
      return await endAccess(tx, saved.person_id);
    },
    overtaken: LINK_WRONG,
  }),
  connect_openid: actOfOne({
    action: 'openid_connected',
    locks: ['people'],
    gate: null,
    version: 'save',
    lock: async ({ tx, cipher }, { person_id, account }: Connecting) => {
      const person = await lockCredentials(tx, person_id);
      const holder = await selectAccountHolder(tx, cipher, account);
      return person === null ? null : { person, holder };
    },
    decide: decideConnecting,
    save: async ({ tx, cipher }, { saved: { person_id, account, session_id } }) => {
      await saveAccount(tx, cipher, { person_id, account }, false);
      return await endAccess(tx, person_id, session_id);
    },
  }),
  disconnect_openid: actOfOne({
    action: 'openid_disconnected',
    locks: ['people'],
    gate: null,
    version: 'save',
    lock: ({ tx }, { person_id }: Disconnecting) => lockCredentials(tx, person_id),
    decide: decideDisconnecting,
    save: async ({ tx }, { saved: { person_id, session_id } }) => {
      await removeAccount(tx, person_id);
      return await endAccess(tx, person_id, session_id);
    },
  }),
};

export const KEY_ACTS = {
  rotate_encryption_key: actOfOne({
    action: 'encryption_key_rotated',
    locks: [],
    gate: null,
    version: 'save',
    lock: ({ tx, cipher }, _rotation: KeyRotation) => lockEncryptionKeys(tx, cipher),
    decide: decideKeyRotation,
    save: async ({ tx, cipher }, { saved }) => {
      await insertKey(tx, cipher, saved);
      return NOTHING_MORE;
    },
  }),
};
