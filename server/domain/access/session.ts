// How long a session lives: without use, and at most.

import { MINUTE_MS } from '../../lib/durations.ts';
import { LIMITS } from '../service/limits.ts';

export const SESSION_STAGES = ['second_factor', 'open'] as const;
/** `second_factor`: the password was right, and the second factor is still to come. */
export type SessionStage = (typeof SESSION_STAGES)[number];

/** For each stage: without a request, and from its start. */
export const SESSION_LIFE: Readonly<Record<SessionStage, { idle_ms: number; most_ms: number }>> = {
  second_factor: { idle_ms: 5 * MINUTE_MS, most_ms: 5 * MINUTE_MS },
  open: { idle_ms: LIMITS.session_idle_ms, most_ms: LIMITS.session_life_ms },
};

/** The use of a session is written at most this often. */
export const SEEN_EVERY_MS = 20_000;

export type Session = {
  session_id: string;
  person_id: string;
  stage: SessionStage;
  created_at: number;
  last_seen_at: number;
  confirmed_at: number | null;
  expires_at: number;
  revoked_at: number | null;
  address: string;
  user_agent: string;
};

type Life = Pick<Session, 'stage' | 'last_seen_at' | 'expires_at' | 'revoked_at'>;

/** When it ends if nobody uses it any more. */
export function sessionEnd({ stage, last_seen_at, expires_at, revoked_at }: Life): number {
  const end = Math.min(last_seen_at + SESSION_LIFE[stage].idle_ms, expires_at);
  return revoked_at === null ? end : Math.min(end, revoked_at);
}

export function isSessionOpen(session: Life, now: number): boolean {
  return session.revoked_at === null && now < sessionEnd(session);
}

const USER_AGENT_MAX = 200;

/** The head of what a browser says of itself, as printable text for the list of sessions. */
export function userAgentHead(text: string | undefined): string {
  return (text ?? '').slice(0, USER_AGENT_MAX).replace(/[^\x20-\x7e]/g, '?');
}
