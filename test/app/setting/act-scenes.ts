// For every settings act a request that somebody would make, on records of its own. A second person
// is asked about it if the act asks about anything.
import { randomUUID } from 'node:crypto';
import { linkSecret } from '../../../server/app/access/person-links.ts';
import { sha256Hex } from '../../../server/app/process/ids.ts';
import { changeSetting } from '../../../server/app/setting/change-setting.ts';
import { SETTINGS_ACTS, type SettingsActName } from '../../../server/app/setting/settings-acts.ts';
import { selectCredentialsById } from '../../../server/store/access/people.ts';
import { accepted, OPERATOR } from '../../support/test-app.ts';
import { active, invited } from '../access/people-scene.ts';
import { endedPayout } from '../erasure/erasure-scene.ts';
import { newNumber } from '../scene.ts';
import { FRESH_RECORDS, type Stage } from './act-records.ts';
import { plannedRemoval } from './planned-removal.ts';

const {
  reader,
  hash,
  text,
  fresh,
  merchant,
  account,
  percent,
  rate,
  apiToken,
  operatorToken,
  ownToken,
  feedToken,
  recipient,
  view,
  report,
  version,
  CONDITIONS,
  rule,
  link,
  newcomer,
  settlementAccount,
} = FRESH_RECORDS;

type Acts = typeof SETTINGS_ACTS;
export type RequestOf<Name extends SettingsActName> = Parameters<Acts[Name]['lock']>[1];

const EARLY = { reason: 'asked for', early_reason: 'no business with them' };
const erasure = () => ({ erasure_id: randomUUID(), ...EARLY });

const newEndpoint = ({ merchant_id }: Stage) => ({
  merchant_id,
  changes: { url: `https://shop.example/${newNumber()}` },
  ...fresh(),
});

async function endpoint(stage: Stage) {
  const { app, owner, merchant_id } = stage;
  const added = await changeSetting(app, owner, SETTINGS_ACTS.add_endpoint, newEndpoint(stage));
  const { number, url } = accepted(added);
  return { named: { merchant_id, number, ...fresh() }, url: url ?? '' };
}

async function ruleTried(stage: Stage) {
  const { app, owner } = stage;
  const draft = rule(stage);
  accepted(await changeSetting(app, owner, SETTINGS_ACTS.add_line_rule, draft));
  const { line_rule_id } = draft;
  const tried = { line_rule_id, version: 1, ...version() };
  accepted(await changeSetting(app, owner, SETTINGS_ACTS.try_line_rule, tried));
  return { line_rule_id };
}

async function issuedToken(stage: Stage) {
  const issued = operatorToken(stage);
  const { issue_operator_token } = SETTINGS_ACTS;
  accepted(await changeSetting(stage.app, stage.owner, issue_operator_token, issued));
  return issued.token;
}

async function issuedOwn(stage: Stage) {
  const issued = ownToken(stage);
  accepted(await changeSetting(stage.app, stage.owner, SETTINGS_ACTS.issue_own_token, issued));
  return issued.token;
}

async function issuedFeed(stage: Stage) {
  const issued = feedToken(stage);
  accepted(await changeSetting(stage.app, stage.owner, SETTINGS_ACTS.issue_feed_token, issued));
  return issued.token;
}

async function addedRecipient({ app, owner }: Stage) {
  return accepted(await changeSetting(app, owner, SETTINGS_ACTS.add_recipient, recipient()));
}

async function addedReport({ app, owner }: Stage) {
  const added = accepted(await changeSetting(app, owner, SETTINGS_ACTS.add_report, report()));
  return { scheduled_report_id: added.scheduled_report_id, merchant_id: null };
}

async function keptView(stage: Stage) {
  const kept = view(stage);
  accepted(await changeSetting(stage.app, stage.owner, SETTINGS_ACTS.create_view, kept));
  return { saved_view_id: kept.saved_view_id, reader: reader(stage) };
}

const openidAccount = () => ({ issuer: 'https://id.example', subject: randomUUID() });

/** An act without a scene does not compile. */
export const ACT_SCENES: {
  readonly [Name in SettingsActName]: (stage: Stage) => Promise<RequestOf<Name>>;
} = {
  create_merchant: async () => merchant({ amount_policy: 'accept_actual' }),
  create_house_merchant: async () => merchant({}, true),
  change_merchant: async ({ merchant_id }) => ({
    merchant_id,
    name: null,
    settings: { tolerance_cents: newNumber() + 100 },
  }),
  set_tariffs: async ({ merchant_id }) => ({
    merchant_id,
    tariffs: [{ direction: 'payin', type: null, currency: null, percent: percent(newNumber()) }],
  }),
  set_rates: async () => [rate()],
  set_currencies: async () => ['EUR', 'INR'],
  add_endpoint: async (stage) => newEndpoint(stage),
  change_endpoint: async (stage) => ({
    ...(await endpoint(stage)).named,
    changes: { url: 'https://other.example/' },
  }),
  rotate_secret: async (stage) => (await endpoint(stage)).named,
  remove_endpoint: async (stage) => (await endpoint(stage)).named,
  disable_gone_endpoint: async (stage) => {
    const { named, url } = await endpoint(stage);
    return { merchant_id: named.merchant_id, number: named.number, url, now: named.now };
  },
  issue_token: async (stage) => apiToken(stage),
  revoke_token: async (stage) => {
    const issued = apiToken(stage);
    accepted(await changeSetting(stage.app, stage.owner, SETTINGS_ACTS.issue_token, issued));
    const { merchant_id, token_id } = issued.token;
    return { merchant_id, token_id };
  },
  issue_operator_token: async (stage) => operatorToken(stage),
  rotate_operator_token: async (stage) => {
    const { operator_token_id } = await issuedToken(stage);
    const { person_id } = stage.owner;
    const named = { operator_token_id, person_id, new_token_id: randomUUID() };
    return { ...named, overlap_hours: 1, now: Date.now(), ...text() };
  },
  change_operator_token: async (stage) => ({
    operator_token_id: (await issuedToken(stage)).operator_token_id,
    changes: { allowed_ips: [] },
  }),
  issue_own_token: async (stage) => ownToken(stage),
  revoke_own_token: async (stage) => {
    const { operator_token_id } = await issuedOwn(stage);
    return { operator_token_id, person_id: stage.owner.person_id ?? '', now: Date.now() };
  },
  revoke_operator_token: async (stage) => ({
    operator_token_id: (await issuedToken(stage)).operator_token_id,
    now: Date.now(),
  }),
  issue_feed_token: async (stage) => feedToken(stage),
  change_feed_token: async (stage) => ({
    operator_token_id: (await issuedFeed(stage)).operator_token_id,
    changes: { allowed_ips: [] },
  }),
  revoke_feed_token: async (stage) => ({
    operator_token_id: (await issuedFeed(stage)).operator_token_id,
    now: Date.now(),
  }),
  invite_person: async () => ({ given: newcomer(), link: link() }),
  change_role: async ({ app }) => ({
    person_id: (await active(app)).id,
    terms: { role: 'owner', merchant_id: null },
    reason: 'because',
  }),
  disable_person: async ({ app }) => ({ person_id: (await active(app)).id, reason: 'because' }),
  enable_person: async ({ app, owner }) => {
    const { id: person_id } = await active(app, { role: 'owner' });
    const request = { person_id, reason: 'because' };
    accepted(await changeSetting(app, owner, SETTINGS_ACTS.disable_person, request));
    return request;
  },
  link_person: async ({ app, owner }) => {
    const request = { given: newcomer(), link: link() };
    const made = await changeSetting(app, owner, SETTINGS_ACTS.invite_person, request);
    return { person_id: accepted(made).person.person_id, link: link() };
  },
  untie_people: async ({ app }) => {
    const { person_id } = newcomer();
    const nobody = { ...OPERATOR, is_for_nobody: true } as const;
    const request = { given: { ...newcomer(), person_id }, link: link() };
    accepted(await changeSetting(app, nobody, SETTINGS_ACTS.invite_person, request));
    return { person_id, other: null, reason: 'because' };
  },
  reset_factors: async ({ app }) => ({
    person_id: (await active(app)).id,
    reason: 'because',
    link: link(),
  }),
  change_own_password: async ({ app }) => {
    const { id: person_id } = await active(app);
    const known = await selectCredentialsById(app.store.db, person_id);
    const old_hash = known?.password_hash ?? null;
    return { person_id, password_hash: 'a new hash', old_hash, session_id: randomUUID() };
  },
  set_password_by_link: async ({ app }) => {
    const { link: given } = await invited(app);
    const link_hash = sha256Hex(linkSecret(given.url));
    return { link_hash, password_hash: 'a new hash' };
  },
  accept_by_openid: async ({ app }) => {
    const { link: given } = await invited(app);
    return { link_hash: sha256Hex(linkSecret(given.url)), account: openidAccount() };
  },
  connect_openid: async ({ app }) => {
    const { id: person_id } = await active(app);
    return { person_id, session_id: randomUUID(), account: openidAccount() };
  },
  disconnect_openid: async ({ app, owner }) => {
    const { id: person_id } = await active(app);
    const request = { person_id, session_id: randomUUID() };
    const connecting = { ...request, account: openidAccount() };
    accepted(await changeSetting(app, owner, SETTINGS_ACTS.connect_openid, connecting));
    return request;
  },
  rotate_encryption_key: async () => ({ purpose: 'page', reason: 'because', lead_ms: 60_000 }),
  advance_clock: async () => ({ seconds: 1 }),
  add_receiving_account: async () => account(),
  simulate_account: async () => account({ simulated: true }),
  change_receiving_account: async ({ app, owner }) => {
    const limited = account({ daily_count_limit: 5 });
    accepted(await changeSetting(app, owner, SETTINGS_ACTS.add_receiving_account, limited));
    const { receiving_account_id } = limited;
    return { receiving_account_id, changes: { daily_count_limit: 6 }, now: Date.now() };
  },
  add_line_rule: async (stage) => rule(stage),
  change_line_rule: async (stage) => ({
    ...(await ruleTried(stage)),
    name: 'Other fees',
    act: 'fee',
    conditions: CONDITIONS,
    ...version(),
  }),
  try_line_rule: async (stage) => {
    const draft = rule(stage);
    accepted(await changeSetting(stage.app, stage.owner, SETTINGS_ACTS.add_line_rule, draft));
    return { line_rule_id: draft.line_rule_id, version: 1, ...version() };
  },
  switch_line_rule: async (stage) => ({
    ...(await ruleTried(stage)),
    state: 'on',
    ...version(),
  }),
  change_branding: async ({ merchant_id }) => ({ merchant_id, changes: { footer: 'Ask us' } }),
  set_logo: async ({ merchant_id }) => ({
    merchant_id,
    logo: { hash: hash(), content_type: 'image/png', width: 1, height: 1 },
    bytes: new Uint8Array([1]),
  }),
  remove_logo: async ({ merchant_id }) => ({ merchant_id }),
  set_settlement_account: async ({ merchant_id }) => settlementAccount(merchant_id),
  remove_settlement_account: async ({ app, owner, merchant_id }) => {
    const set = settlementAccount(merchant_id);
    accepted(await changeSetting(app, owner, SETTINGS_ACTS.set_settlement_account, set));
    return { merchant_id };
  },
  change_alert_settings: async () => ({
    times: { raise_after_minutes: 7 },
    kinds: [],
    given: { raise_after_minutes: 7 },
  }),
  add_recipient: async () => recipient(),
  change_recipient: async (stage) => {
    const { alert_recipient_id } = await addedRecipient(stage);
    return { alert_recipient_id, changes: { enabled: false }, secret: null, now: Date.now() };
  },
  remove_recipient: async (stage) => ({
    alert_recipient_id: (await addedRecipient(stage)).alert_recipient_id,
  }),
  add_report: async () => report(),
  change_report: async (stage) => ({
    ...(await addedReport(stage)),
    changes: { enabled: false },
    secret: null,
  }),
  remove_report: addedReport,
  create_view: async (stage) => view(stage),
  share_view: async (stage) => ({ ...(await keptView(stage)), is_shared: true }),
  remove_view: keptView,
  set_retention: async () => ({
    given: [{ kind: 'receipts', days: 199 - (newNumber() % 100) }],
    note: null,
  }),
  erase_customer: async ({ app }) => ({ ...(await endedPayout(app)), ...erasure() }),
  allow_removal: ({ app }) => plannedRemoval(app),
  erase_payer: async ({ app }) => ({ ...(await endedPayout(app)), ...erasure() }),
  set_bands: async () => ({
    given: [{ act: 'pay_out', currency: 'EUR', from_cents: BigInt(newNumber() + 1000) }],
    note: null,
  }),
};
