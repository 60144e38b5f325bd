// How long the texts of answers are and which characters they have, by the names of their members:
// what is stored came in through the rules of a request or was cut, and the rest is made here.
import { BRANDING_LIMITS } from '../../../domain/merchant/branding.ts';
import { MESSAGE_MAX_LENGTH } from '../../../domain/record/dispute-message.ts';
import { CURSOR_PATTERN } from '../../../domain/request/page-fields.ts';
import { TOLD_NETWORK } from '../../../domain/request/token-fields.ts';
import { TOLD_CURRENCY, TOLD_LAYOUT, TOLD_TYPE } from '../../../domain/request/word-fields.ts';
import { CELL_NAME } from '../../../domain/service/cell-identity.ts';
import { LIMITS } from '../../../domain/service/limits.ts';
import { ANY_PATTERN, LINE_PATTERN } from '../../../domain/values/text.ts';
import { URL_MAX_LENGTH } from '../../../domain/values/web-address.ts';
import { HTTP_LIMITS } from '../../transport/http-limits.ts';

export type TextBounds = { readonly maxLength: number; readonly pattern: string };

/** The longest text that JavaScript can hold: an answer that would be longer is a bug. */
const LONGEST = 2 ** 29 - 24;

/** With several lines or of a stranger’s making, but stored: PostgreSQL stores no NUL. */
const WITHOUT_NUL = String.raw`^[^\x00]*$`;

const line = (maxLength: number): TextBounds => ({ maxLength, pattern: LINE_PATTERN });
const form = (maxLength: number, pattern: string): TextBounds => ({ maxLength, pattern });

/** A canonical text may have thrice the characters that were sent: see Unicode’s NFC. */
const canonical = (maxLength: number) => line(3 * maxLength);

const { maxLength: code_length, pattern: code_pattern } = TOLD_CURRENCY;
const CURRENCY = form(code_length, code_pattern);
const TYPE = form(TOLD_TYPE.maxLength, TOLD_TYPE.pattern);
const LAYOUT = form(TOLD_LAYOUT.maxLength, TOLD_LAYOUT.pattern);
const NETWORK = form(TOLD_NETWORK.maxLength, TOLD_NETWORK.pattern);

/** Of closed lists that grow: clients take them as texts. */
const WORD = form(64, '^[a-z0-9][a-z0-9_.*]*$');
const UTR = form(LIMITS.utr_max_length, '^[0-9A-Z]+$');
const HASH = form(64, '^[0-9a-f]{64}$');
const DAY = form(10, '^[0-9]{4}-[0-9]{2}-[0-9]{2}$');
const CLOCK = form(5, '^[0-9]{2}:[0-9]{2}$');
const COLOUR = form(7, '^#[0-9a-f]{6}$');
/** An id, or two with what is between them. */
const ID = line(128);
const NOTE = line(500);
/** Also with the end of an account’s number behind it. */
const NAME = line(160);
const ZONE = line(64);
const VERSION = line(1_000);
const ADDRESS = line(2 * URL_MAX_LENGTH);
const SECRET = form(256, '^[!-~]+$');
/** A made sentence quotes at most one request. */
const SENTENCE = form(2 * LIMITS.body_max_bytes, WITHOUT_NUL);
const QUOTED = form(LIMITS.body_max_bytes, ANY_PATTERN);
/** Of banks: references, and codes of any list. */
const BANK_WORD = line(140);
const BANK_TEXT = line(1_000);
/** Sent back in an address. */
const CURSOR = form(HTTP_LIMITS.maxHeaderSize, CURSOR_PATTERN);
const JSON_TEXT = form(LONGEST, WITHOUT_NUL);

const of = (bounds: TextBounds, names: string): Record<string, TextBounds> =>
  Object.fromEntries(
    names
      .trim()
      .split(/\s+/)
      .map((name) => [name, bounds]),
  );

/** By the member’s name; with the schema’s title before it where another one has the name too. */
export const TEXT_BOUNDS: Readonly<Record<string, TextBounds>> = {
  ...of(CURRENCY, 'currency amount_currency balance_currency trade_currency settlement_currency'),
  ...of(CURRENCY, 'blocked_currency currencies[] Limits.code'),
  ...of(TYPE, 'Trade.type ListedTrade.type Limits.type BatchPayout.type ReportRow.type'),
  ...of(LAYOUT, 'profile Statement.format'),
  ...of(NETWORK, 'allowed_ips[] AuditOrigin.address Session.address'),
  ...of(
    WORD,
    `act action attempt_state changed_act code event event_types[] missing_right state state_after
    state_before state_reason sum_of type utr_class transports[]`,
  ),
  ...of(WORD, 'MagicValue.name MagicValue.refused UnconfirmedLine.status'),
  ...of(UTR, 'utr'),
  ...of(HASH, 'hash last_hash file_sha256'),
  ...of(DAY, 'EvidenceLine.day MadeProof.day SeriesRow.day StatementBalance.day proof_day'),
  ...of(DAY, 'UnconfirmedLine.day first_day last_day execution_on from to BooksProof.since'),
  ...of(CLOCK, 'quiet_from quiet_to'),
  ...of(COLOUR, 'accent on_accent color'),
  ...of(
    ID,
    `id subject_id closed_by changed_by assigned_to author_id opener_id taken_by approved_by
    switched_off_by book account event_id request_id message_id batch_message_id`,
  ),
  ...of(canonical(LIMITS.order_id_max_length), 'order_id client_id'),
  ...of(
    NAME,
    `name merchant_name person_name bank_name book_name closed_by_name changed_by_name token_name
    assigned_name author_name opener_name account_name receiving_account_name report_name view_name
    provider_name display_name payee_name subject_name house sheet`,
  ),
  ...of(
    NOTE,
    `note decision_note acknowledged_note reason description footer rate_source source command route
    last_error error last_problem`,
  ),
  ...of(ZONE, 'time_zone'),
  ...of(VERSION, 'version'),
  ...of(
    ADDRESS,
    `url callback_url return_url callback_address address contact_url redirect_uri issuer public_url
    sent_to frame_ancestors[] otpauth_uri`,
  ),
  ...of(SECRET, 'secret token csrf_token signing_secret recovery_codes[]'),
  ...of(
    SENTENCE,
    `detail message explanation title words why why_not what meaning question doubts[] problem
    problems[] changed reject approve withdraw one_person utr_rule not_checked[] ends stays copy
    Alert.text AttentionItem.text OnePerson.text operation`,
  ),
  ...of(QUOTED, 'field bank_line_id ApprovalResult.id'),
  ...of(
    BANK_WORD,
    `bank_id bank_reason bank_reference bank_status counterparty_name counterparty_number
    end_to_end_id purpose return_reason payee_bank number payee_number not_understood[]
    PayoutAnswer.reason PayoutAnswer.status given written`,
  ),
  ...of(BANK_TEXT, 'bank_text BankLine.text WaitingLine.text EvidenceLine.text GuessedLine.text'),
  ...of(line(200), 'target user_agent LineRule.text LineRule.counterparty'),
  ...of(line(255), 'file_name contact_email email subject'),
  ...of(CURSOR, 'next_cursor'),
  ...of(form(32, '^[0-9A-Za-z.+-]+$'), 'Service.version utr_beginning'),
  ...of(form(43, '^[A-Za-z0-9_-]{43}$'), 'public_key'),
  ...of(form(86, '^[A-Za-z0-9_-]{86}$'), 'signature'),
  ...of(form(7, '^[0-9]{4}-[0-9]{2}$'), 'month archived_month archived_until'),
  ...of(CELL_NAME, 'cell Cell.name CheckedCell.name'),
  ...of(line(64), 'contact_phone column columns[] days changed_at ServiceDatabase.version'),
  ...of(form(LIMITS.metadata_value_max_length, LINE_PATTERN), 'metadata'),
  ...of(form(MESSAGE_MAX_LENGTH, LINE_PATTERN), 'DisputeMessage.text DisputeNote.text'),
  ...of(form(BRANDING_LIMITS.footer_max_length, LINE_PATTERN), 'Branding.footer'),
  ...of(form(LIMITS.callback_reply_stored_bytes, ANY_PATTERN), 'reply_head'),
  // As a bank line says when it was booked: a day, or a time with its zone.
  ...of(form(24, '^[0-9]{4}-[0-9]{2}-[0-9]{2}(?:T[0-9:.]+Z)?$'), 'booked_at'),
  ...of(form(LIMITS.body_max_bytes, WITHOUT_NUL), 'body value'),
  ...of(form(262_144, '^<svg'), 'qr_svg'),
  ...of(JSON_TEXT, 'leaf statement leaves[] settings_before settings_after seen'),
};
