// `clock`: the sandbox's time, and how to let it pass.
import { type Command, InvalidArgumentError } from 'commander';
import type { Json } from '../../client/client.ts';
import { examples } from '../../client/options.ts';
import type { Perform } from '../../client/perform.ts';
import { momentText, record, type View } from '../../client/show.ts';

const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 };

/** `90s`, `15m`, `24h` or `30d`, in seconds. */
function duration(text: string): number {
  const [, count = '', unit = ''] = /^(\d{1,9})([smhd])$/.exec(text) ?? [];
  const seconds = SECONDS[unit];
  if (seconds === undefined || Number(count) === 0) {
    throw new InvalidArgumentError('It must be a number with its unit: 90s, 15m, 24h or 30d.');
  }
  return Number(count) * seconds;
}

/** `3 d 1 h 5 min 20 s`, without what is 0. */
function lengthText(seconds: number): string {
  const parts: [number, string][] = [
    [Math.floor(seconds / 86_400), 'd'],
    [Math.floor(seconds / 3_600) % 24, 'h'],
    [Math.floor(seconds / 60) % 60, 'min'],
    [seconds % 60, 's'],
  ];
  const shown = parts.filter(([count]) => count > 0);
  return shown.length === 0 ? '0 s' : shown.map(([count, unit]) => `${count} ${unit}`).join(' ');
}

function show({ now, ahead_seconds, ...more }: Json, view: View): string {
  const time = momentText(String(now), view);
  return record({ now: time, ahead: lengthText(Number(ahead_seconds)), ...more }, view);
}

export function addClockCommand(program: Command, perform: Perform): void {
  const clock = program.command('clock').description('the sandbox’s time');
  clock
    .command('show')
    .description('the sandbox’s time, and how far it is ahead')
    .action(() => perform({ call: (client) => client.operator('/sandbox/clock'), show }));
  const advance = clock
    .command('advance')
    .description('let time pass: every timer obeys, in all processes')
    .argument('<duration>', 'such as 90s, 15m, 24h or 30d', duration)
    .action((seconds: number) =>
      perform({
        call: (client) =>
          client.operator('/sandbox/clock/advance', { method: 'POST', fields: { seconds } }),
        show,
      }),
    );
  examples(advance, ['clock advance 15m', 'clock advance 30d --json']);
}
