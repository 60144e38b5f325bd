// Alerts as a rule: any history of values raises, reminds and recovers in this order, once for each
// cause, and never about a value that only touched its threshold.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import {
  type Alert,
  type AlertEvent,
  type AlertTiming,
  foldEvents,
  isQuiet,
  lookAgain,
  maySay,
} from '../../../server/domain/alert/alert-rule.ts';
import { attentionItem } from '../../../server/domain/alert/attention.ts';
import { fc } from '../../support/property.ts';

const TIMING: AlertTiming = { raise_after_ms: 20, recover_after_ms: 30, remind_after_ms: 100 };
const STEP_MS = 10;
const THRESHOLD = 80;

type Told = { at: number; event: AlertEvent; alert_id: string };

/** Looks every 10 ms at the share; null: nothing is found. */
function play(
  shares: readonly (number | null)[],
  acknowledged_at = Number.POSITIVE_INFINITY,
  off_from = Number.POSITIVE_INFINITY,
) {
  let alert: Alert | null = null;
  const told: Told[] = [];
  const states: (Alert | null)[] = [];
  for (const [index, percent] of shares.entries()) {
    const now = 1_000 + index * STEP_MS;
    const enabled = index < off_from;
    const found = { subject_id: null, count: 1, oldest_at: null };
    const thresholds = { disk_filling: { threshold: THRESHOLD, enabled } };
    const item =
      percent === null
        ? null
        : attentionItem('disk_filling', { ...found, percent }, thresholds, now);
    const open: Alert | null = alert;
    const step = lookAgain({ alert: open, item, enabled, new_id: `id-${index}`, now }, TIMING);
    if (step.event !== null && step.alert !== null) {
      told.push({ at: index, event: step.event, alert_id: step.alert.alert_id });
    }
    states.push(step.alert);
    alert = step.alert?.state === 'recovered' ? null : step.alert;
    if (alert?.state === 'raised' && now >= acknowledged_at) {
      alert = { ...alert, acknowledged_at: now };
    }
  }
  return { told, states };
}

const said = (...looks: Parameters<typeof play>) =>
  play(...looks).told.map(({ at, event }) => `${event} ${at}`);
const times = <Value>(count: number, value: Value): Value[] => Array(count).fill(value);

suite('an alert', () => {
  test('is raised once its value has been over for long enough', () => {
    assert.deepEqual(said([80, 80]), []);
    assert.deepEqual(said([80, 80, 80]), ['raised 2']);
    assert.deepEqual(said([79, 80, 99, 80]), ['raised 3']);
    assert.deepEqual(said([80, 80, 79, 80, 80]), []);
  });

  test('is not over until its value has been clearly below for long enough', () => {
    const on = [80, 80, 80];
    assert.deepEqual(said([...on, 79, 76, 75, 75, 75, 75]), ['raised 2']);
    assert.deepEqual(said([...on, 74, 74, 74, 75, 74, 74, 74]), ['raised 2']);
    assert.deepEqual(said([...on, 74, 74, 74, 74]), ['raised 2', 'recovered 6']);
    assert.deepEqual(said([...on, null, null, null, null, 80, 80, 80]), [
      'raised 2',
      'recovered 6',
      'raised 9',
    ]);
  });

  test('is said again while nobody has acknowledged it', () => {
    assert.deepEqual(said(times(25, 90)), ['raised 2', 'reminder 12', 'reminder 22']);
    assert.deepEqual(said(times(25, 90), 1_050), ['raised 2']);
    assert.deepEqual(said([...times(25, 90), 1, 1, 1, 1], 1_050), ['raised 2', 'recovered 28']);
  });

  test('of a kind that was switched off recovers', () => {
    assert.deepEqual(said(times(9, 90), undefined, 0), []);
    assert.deepEqual(said(times(9, 90), undefined, 4), ['raised 2', 'recovered 7']);
  });

  test('keeps what was last seen', () => {
    const { states } = play([80, 81, 95, 70]);
    assert.deepEqual(
      states.map((alert) => alert?.sight.value),
      [80, 81, 95, 95],
    );
  });
});

const history = fc.array(
  fc.oneof(fc.constant(null), fc.integer({ min: 70, max: 90 }), fc.constant(90)),
  { maxLength: 150 },
);

test('any history: raised, perhaps reminded, recovered; and again under a new id', () => {
  fc.assert(
    fc.property(history, (shares) => {
      const by_id = Map.groupBy(play(shares).told, ({ alert_id }) => alert_id);
      for (const events of by_id.values()) {
        const names = events.map(({ event }) => event).join(' ');
        assert.match(names, /^raised( reminder)*( recovered)?$/);
      }
      const order = play(shares).told.filter(({ event }) => event !== 'reminder');
      for (const [index, { event }] of order.entries()) {
        assert.equal(event, index % 2 === 0 ? 'raised' : 'recovered');
      }
    }),
  );
});

test('any history: nothing is raised without three looks over, none recovers without being clear', () => {
  fc.assert(
    fc.property(history, (shares) => {
      for (const { at, event } of play(shares).told) {
        if (event === 'raised') {
          const last = shares.slice(at - 2, at + 1);
          assert.ok(last.every((share) => (share ?? 0) >= THRESHOLD) && last.length === 3);
        }
        if (event === 'recovered') {
          assert.ok(shares.slice(at - 3, at + 1).every((share) => (share ?? 0) < THRESHOLD - 5));
        }
      }
    }),
  );
});

test('any history: reminders are as far apart as they should be', () => {
  fc.assert(
    fc.property(history, (shares) => {
      const { told } = play(shares);
      for (const [index, { at, event, alert_id }] of told.entries()) {
        if (event !== 'reminder') continue;
        const before = told[index - 1];
        assert.ok(before !== undefined && before.alert_id === alert_id);
        assert.ok((at - before.at) * STEP_MS >= TIMING.remind_after_ms);
      }
    }),
  );
});

test('quiet hours: also over midnight, and equal times mean none', () => {
  const hours = (from: number, to: number) => ({ from_minute: from * 60, to_minute: to * 60 });
  fc.assert(
    fc.property(fc.nat(23), fc.nat(23), fc.nat(1_439), (from, to, minute) => {
      // Counted minute by minute from the beginning, as a clock would.
      let [at, quiet] = [from * 60, false];
      while (at !== to * 60) {
        if (at === minute) quiet = true;
        at = (at + 1) % 1_440;
      }
      assert.equal(isQuiet(hours(from, to), minute), quiet);
    }),
  );
});

test('in quiet hours only what is critical is said', () => {
  assert.deepEqual(
    [
      maySay('critical', true),
      maySay('warning', true),
      maySay('critical', false),
      maySay('warning', false),
    ],
    [true, false, true, true],
  );
});

test('after quiet hours each alert is told of once, with what it came to', () => {
  const events = (text: string) =>
    text.split(' ').map((word) => {
      const [alert_id = '', event] = word.split(':');
      return { alert_id, event: event as AlertEvent };
    });
  const folded = (text: string) =>
    foldEvents(events(text)).map(
      ({ alert_id, event, was_told }) => `${alert_id}:${event}${was_told ? ' known' : ''}`,
    );
  assert.deepEqual(folded('a:raised b:raised a:reminder'), ['a:raised', 'b:raised']);
  assert.deepEqual(folded('a:raised a:recovered'), ['a:recovered']);
  assert.deepEqual(folded('a:reminder a:reminder'), ['a:reminder known']);
  assert.deepEqual(folded('a:reminder a:recovered'), ['a:recovered known']);
});
