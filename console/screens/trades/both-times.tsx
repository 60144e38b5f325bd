// A moment in the viewer's zone and in UTC beside each other: what people say to each other, and
// what exports and the bank's files have.
import { ZONE } from '../../parts/list/periods.ts';
import { Moment } from '../../parts/moment.tsx';

const UTC = new Intl.DateTimeFormat(undefined, {
  dateStyle: 'short',
  timeStyle: 'medium',
  timeZone: 'UTC',
});

export function BothTimes({ at }: { at: string | null }) {
  if (at === null) return null;
  return (
    <>
      <Moment at={at} />
      {ZONE === 'UTC' ? ' UTC' : ` (${UTC.format(new Date(at))} UTC)`}
    </>
  );
}
