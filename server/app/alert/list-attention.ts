// Operators read what waits for them: one list with counts, the most urgent first.

import {
  type AttentionItem,
  attentionCommand,
  attentionRoute,
  attentionText,
  byUrgency,
  merchantOf,
} from '../../domain/alert/attention.ts';
import { ATTENTION } from '../../domain/alert/attention-kinds.ts';
import type { App } from '../process/app.ts';
import { gather } from '../process/gather.ts';
import { serviceTime } from '../process/service-time.ts';
import type { Settings } from '../process/settings-cache.ts';
import { type NamedTarget, namesOfTargets } from '../request/target-names.ts';
import { iso } from '../request/views.ts';
import { measureAttention } from './measure-attention.ts';

type Names = { readonly targets: ReadonlyMap<string, NamedTarget>; readonly settings: Settings };

/** Of a merchant, or of a receiving account; an endpoint has the name of its merchant. */
function subjectName({ subject_id }: AttentionItem, { merchants, accounts }: Settings) {
  const id = merchantOf(subject_id ?? '');
  return merchants.get(id)?.name ?? accounts.get(id)?.name ?? null;
}

export function attentionBody(item: AttentionItem, { targets, settings }: Names) {
  const { subject, unit } = ATTENTION[item.kind];
  return {
    kind: item.kind,
    severity: item.severity,
    subject_type: subject,
    subject_id: item.subject_id,
    subject_name: subjectName(item, settings),
    count: item.count,
    has_more: item.has_more,
    oldest_at: item.oldest_at === null ? null : iso(item.oldest_at),
    worst: targets.get(item.worst ?? '') ?? null,
    value: item.value,
    unit,
    threshold: item.threshold,
    is_over: item.is_over,
    text: attentionText(item),
    command: attentionCommand(item),
    route: attentionRoute(item),
  };
}

export type AttentionBody = ReturnType<typeof attentionBody>;

export type AttentionList = { data: AttentionBody[]; over: number; measured_at: string };

async function lookOnce(app: App): Promise<AttentionList> {
  const now = serviceTime(app);
  const measured = await measureAttention(app, now);
  const items = measured.flatMap((kind) => kind.items).toSorted(byUrgency);
  const settings = await app.settings.current();
  const targets = await namesOfTargets(
    app,
    items.flatMap(({ worst }) => worst ?? []),
  );
  return {
    data: items.map((item) => attentionBody(item, { targets, settings })),
    over: items.filter((item) => item.is_over).length,
    measured_at: iso(now),
  };
}

const looks = new WeakMap<App, (nobody: null) => Promise<AttentionList>>();

/**
 * A process looks once at a time, however many people ask: those who ask during a look get the
 * result of the next one, so nobody gets an older state than that of their question.
 */
export function listAttention(app: App): Promise<AttentionList> {
  const look = looks.get(app) ?? gather(() => lookOnce(app));
  looks.set(app, look);
  return look(null);
}
