// When a bank booked a line: a moment in the viewer's zone, or a day as the bank gave it.
import { Moment } from '../../parts/moment.tsx';

const DAY_LENGTH = 10;

export function Booked({ at }: { at: string }) {
  return at.length === DAY_LENGTH ? <time dateTime={at}>{at}</time> : <Moment at={at} />;
}
