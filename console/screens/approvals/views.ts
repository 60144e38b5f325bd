// The parts of the list of proposals, and what each asks the service for.
import type { Asked } from '../../api/client.ts';

export type View = 'for_you' | 'by_you' | 'all_waiting' | 'decided';

type Query = NonNullable<Asked<'listApprovals'>['query']>;

export const QUERIES: Readonly<Record<View, Query>> = {
  for_you: { state: 'waiting', mine: 'to_decide' },
  by_you: { mine: 'made' },
  all_waiting: { state: 'waiting' },
  decided: { decided: true },
};

export const isView = (text: string): text is View => text in QUERIES;
