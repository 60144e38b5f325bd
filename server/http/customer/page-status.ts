// What the page's script learns about a trade, by its stream or by polling.
import type { State } from '../../domain/record/trade.ts';
import { secondsLeft, timeLeft } from '../../pages/parts/moment.ts';
import type { PageTexts } from '../../pages/texts/texts.ts';

export type Standing = { state: State; sequence: number; expires_at: number | null };

export function statusBody(
  { state, sequence, expires_at }: Standing,
  at: number,
  texts: PageTexts,
) {
  const seconds_left = state === 'pending' ? secondsLeft(expires_at, at) : null;
  const time_left = seconds_left === null ? null : timeLeft(seconds_left, texts);
  return { state, sequence, seconds_left, time_left };
}
