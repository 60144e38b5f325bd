// The parts of the list of disputes, and what each asks the service for.
import type { QueryOf } from '../../api/client.ts';

type View = 'open' | 'overdue' | 'mine' | 'yours' | 'decided' | 'closed' | 'all';
type Query = QueryOf<'listDisputes'>;

export const DISPUTES: Readonly<Record<View, (me: string | undefined) => Query>> = {
  open: () => ({ open: true }),
  overdue: () => ({ open: true, overdue: true }),
  mine: (me) => ({ open: true, ...(me === undefined ? {} : { assigned_to: me }) }),
  yours: () => ({ state: 'waiting_for_merchant' }),
  decided: () => ({ state: 'decided' }),
  closed: () => ({ open: false }),
  all: () => ({}),
};

export const isDisputeView = (text: string): text is View => text in DISPUTES;
