// How long sessions live, and what is kept of a browser's own words.
import { equal } from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  isSessionOpen,
  SESSION_LIFE,
  SESSION_STAGES,
  sessionEnd,
  userAgentHead,
} from '../../../server/domain/access/session.ts';

const START = 1_800_000_000_000;
const HOUR_MS = 3_600_000;

describe('a session', () => {
  it('ends 15 minutes after its last use, and 12 hours after its start', () => {
    equal(SESSION_LIFE.open.idle_ms, 15 * 60_000);
    equal(SESSION_LIFE.open.most_ms, 12 * HOUR_MS);
  });

  for (const stage of SESSION_STAGES) {
    const { idle_ms, most_ms } = SESSION_LIFE[stage];
    const fresh = { stage, last_seen_at: START, expires_at: START + most_ms, revoked_at: null };

    it(`of stage ${stage} ends when it is idle`, () => {
      equal(isSessionOpen(fresh, START + idle_ms - 1), true);
      equal(isSessionOpen(fresh, START + idle_ms), false);
    });

    it(`of stage ${stage} ends at its limit, however busy it is`, () => {
      const busy = { ...fresh, last_seen_at: START + most_ms };
      equal(isSessionOpen(busy, START + most_ms - 1), true);
      equal(isSessionOpen(busy, START + most_ms), false);
    });

    it(`of stage ${stage} is closed once it is revoked`, () => {
      const revoked = { ...fresh, revoked_at: START + 5 };
      equal(isSessionOpen(revoked, START + 5), false);
      equal(sessionEnd(revoked), START + 5);
    });
  }
});

describe("a browser's name", () => {
  it('is kept as at most 200 printable characters', () => {
    equal(userAgentHead('Firefox/128\r\nSet-Cookie: x\u202e'), 'Firefox/128??Set-Cookie: x?');
    equal(userAgentHead('x'.repeat(5_000)).length, 200);
    equal(userAgentHead(undefined), '');
  });
});
