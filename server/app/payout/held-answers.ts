// A file of a bank's answers as the claim of whoever gives it: a rejection gives money back to its
// merchant that may have left. What completes a pay-out moves only what two people agreed to.
import { givesBack } from '../../domain/payout/payout-answer.ts';
import { answerKind } from '../../domain/record/payout-answer-kind.ts';
import { type Refusal, refuse } from '../../domain/service/refusal.ts';
import type { BankAnswer } from '../../formats/payout-file/pain002.ts';
import { holdFile, readHeldFile } from '../../store/approval/evidence.ts';
import type { GivenEvidence } from '../approval/claim-evidence.ts';
import {
  type EvidenceAccount,
  type EvidenceLine,
  firstShown,
  type TradeShown,
} from '../approval/evidence-shown.ts';
import type { App } from '../process/app.ts';
import { idFrom } from '../process/ids.ts';
import { serviceTime } from '../process/service-time.ts';
import type { AimedAnswer, AimedAnswers } from './aim-answers.ts';

export type AnswersFile = { answers: readonly BankAnswer[]; hash: string };

/** Each once, whatever the file repeats. */
function rejectionsOf({ aimed }: AimedAnswers): AimedAnswer[] {
  const rejecting = aimed.filter(
    ({ answer: { status, reason }, of }) => answerKind(status, reason, of) === 'rejected',
  );
  return [...new Map(rejecting.map((one) => [one.attempt.payout_attempt_id, one])).values()];
}

/** Whether it would give the money back now. */
const isNew = ({ answer, attempt, of }: AimedAnswer): boolean =>
  givesBack({ kind: 'rejected', ...answer, of_file: of === 'file' }, attempt);

const shownLine = ({ answer, attempt }: AimedAnswer): EvidenceLine => ({
  amount_cents: attempt.amount_cents,
  booked_at: attempt.sent_at ?? attempt.created_at,
  utr: attempt.utr,
  text: [attempt.end_to_end_id, answer.status, answer.reason, answer.text]
    .filter((part) => part !== null)
    .join(' '),
});

async function measureRejections(app: App, rejections: readonly AimedAnswer[]) {
  const { accounts } = await app.settings.current();
  const by_account = Map.groupBy(
    rejections,
    ({ attempt: { receiving_account_id, currency } }) => `${receiving_account_id}/${currency}`,
  );
  return [...by_account.values()].flatMap((own): EvidenceAccount[] => {
    const [first] = own;
    if (first === undefined) return [];
    const { receiving_account_id, currency } = first.attempt;
    const lines = own.filter(isNew).map(shownLine);
    return [
      {
        kind: 'answers',
        account: accounts.get(receiving_account_id ?? '') ?? null,
        currency,
        lines: lines.length,
        in_cents: lines.reduce((sum, { amount_cents }) => sum + amount_cents, 0n),
        out_cents: 0n,
        opening_cents: null,
        closing_cents: null,
        ...firstShown(lines),
      },
    ];
  });
}

const MOST_TRADES = 50;

const tradesOf = (rejections: readonly AimedAnswer[]): TradeShown[] =>
  rejections
    .filter(isNew)
    .toSorted((a, b) => (a.attempt.amount_cents > b.attempt.amount_cents ? -1 : 1))
    .slice(0, MOST_TRADES)
    .map(({ attempt: { merchant_id, trade_id } }) => ({
      merchant_id,
      trade_id,
      state_before: 'processing',
      state_after: 'failed',
    }));

/** The whole file as one claim, whose size is what its rejections give back. */
export function evidenceOfAnswers(app: App, file: AnswersFile, aimed: AimedAnswers): GivenEvidence {
  const { db, cipher } = app.store;
  const lines_text = `payout_answers/${JSON.stringify(file.answers)}`;
  const rejections = rejectionsOf(aimed);
  const totals = new Map<string, bigint>();
  for (const { attempt } of rejections) {
    const { currency, amount_cents } = attempt;
    totals.set(currency, (totals.get(currency) ?? 0n) + amount_cents);
  }
  return {
    lines_text,
    note: `Bank’s answers: ${file.answers.length}, of which ${rejections.length} reject pay-outs`,
    totals,
    trades: tradesOf(rejections),
    measure: () => measureRejections(app, rejections),
    hold: async () => {
      const held_file_id = idFrom(`held/${lines_text}`);
      const content = JSON.stringify(file);
      await holdFile(db, cipher, { held_file_id, content, at: serviceTime(app) });
      return { held_file_id };
    },
  };
}

/** The answers of a file that waited for its approval. */
export async function openHeldAnswers(
  app: App,
  held_file_id: string,
): Promise<AnswersFile | Refusal> {
  const content = await readHeldFile(app.store.db, app.store.cipher, held_file_id);
  if (content === null)
    return refuse('not_found', 'The file is not kept any more: upload it again.');
  return JSON.parse(content);
}
