// A moment in the viewer's own zone; the UTC time is its title and its machine-readable value.

const SHOWN = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });

export function Moment({ at }: { at: string | null }) {
  if (at === null) return null;
  return (
    <time dateTime={at} title={`${at.replace('T', ' ').replace('Z', '')} UTC`}>
      {SHOWN.format(new Date(at))}
    </time>
  );
}
