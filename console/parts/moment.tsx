// A moment in the viewer's own zone, or a day as it was given: short in its line, in full as title.
import { useServiceNow } from './live/service-now.ts';
import { momentText } from './moment-text.ts';

export function Moment({ at }: { at: string | null }) {
  const serviceNow = useServiceNow();
  if (at === null) return null;
  const { short, full } = momentText(at, { now: serviceNow() });
  return (
    <time className="one-line" dateTime={at} title={full}>
      {short}
    </time>
  );
}
