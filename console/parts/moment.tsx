// A moment in the viewer's own zone, or a day as it was given: short in its line, and in full for
// whoever points at it, moves the focus to it, or has it read aloud.
import { Paper } from '@mantine/core';
import {
  createContext,
  type RefObject,
  useContext,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useServiceNow } from './live/service-now.ts';
import { momentText } from './moment-text.ts';

/** In a row of a list a key leads to its moments; elsewhere they are on the way of Tab. */
export const InRow = createContext(false);

type Place = Readonly<Record<'insetInlineStart' | 'insetBlockStart', number>>;

const GAP = 4;

/** Below the moment, or above it if there is no room; never outside of the window. */
function placeOf(moment: HTMLElement, full: HTMLElement): Place {
  const at = moment.getBoundingClientRect();
  const { width, height } = full.getBoundingClientRect();
  const { clientWidth: wide, clientHeight: high } = document.documentElement;
  const is_mirrored = getComputedStyle(moment).direction === 'rtl';
  const start = is_mirrored ? wide - at.right : at.left;
  const below = at.bottom + GAP;
  return {
    insetInlineStart: Math.max(GAP, Math.min(start, wide - width - GAP)),
    insetBlockStart: below + height > high ? Math.max(GAP, at.top - height - GAP) : below,
  };
}

type FullProps = {
  readonly id: string;
  readonly text: string;
  readonly of: RefObject<HTMLElement | null>;
};

function Full({ id, text, of }: FullProps) {
  const own = useRef<HTMLSpanElement>(null);
  const [place, put] = useState<Place>({ insetInlineStart: 0, insetBlockStart: 0 });
  useLayoutEffect(() => {
    if (of.current !== null && own.current !== null) put(placeOf(of.current, own.current));
  }, [of]);
  return (
    <Paper
      ref={own}
      component="span"
      id={id}
      role="tooltip"
      className="moment-full"
      shadow="md"
      style={place}
    >
      {text}
    </Paper>
  );
}

export function Moment({ at }: { at: string | null }) {
  const serviceNow = useServiceNow();
  const is_in_row = useContext(InRow);
  const id = useId();
  const own = useRef<HTMLTimeElement>(null);
  const [is_told, tell] = useState(false);
  if (at === null) return null;
  const { short, full } = momentText(at, { now: serviceNow() });
  return (
    <time
      ref={own}
      className="one-line"
      dateTime={at}
      title={full}
      tabIndex={is_in_row ? -1 : 0}
      {...(is_told ? { 'aria-describedby': id } : {})}
      onFocus={({ currentTarget }) => tell(currentTarget.matches(':focus-visible'))}
      onBlur={() => tell(false)}
      onKeyDown={({ key }) => {
        if (key === 'Escape') tell(false);
      }}
    >
      {short}
      {is_told ? <Full id={id} text={full} of={own} /> : null}
    </time>
  );
}
