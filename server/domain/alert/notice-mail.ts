// A notice as an e-mail: a subject that says what matters most, and a text that says what to do.
import type { NoticeAlert, NoticeContent } from './alert-notice.ts';

export type NoticeMail = { subject: string; text: string };

const WIDTH = 76;

/** Breaks at blanks; a longer word gets a line of its own. */
export function wrapText(text: string, indent = ''): string {
  const lines: string[] = [];
  let line = indent;
  for (const word of text.split(' ')) {
    const longer = line === indent ? indent + word : `${line} ${word}`;
    if (longer.length > WIDTH && line !== indent) {
      lines.push(line);
      line = indent + word;
    } else line = longer;
  }
  return [...lines, line].join('\n');
}

/** `2026-03-05 14:20 UTC` */
const timeText = (iso: string): string => `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;

const withoutStop = (text: string): string => text.replace(/\.$/, '');

const isOver = (alert: NoticeAlert): boolean => alert.event === 'recovered';

function subjectOf({ alerts, more }: NoticeContent): string {
  const [first] = alerts;
  const on = alerts.filter((alert) => !isOver(alert));
  if (first !== undefined && alerts.length === 1 && more === 0) {
    const words = { raised: '', reminder: 'Still: ', recovered: 'Recovered: ' }[first.event];
    const critical = first.severity === 'critical' && !isOver(first) ? '[critical] ' : '';
    return `${critical}${words}${withoutStop(first.problem)}`;
  }
  const critical = on.filter((alert) => alert.severity === 'critical').length;
  const parts = [
    on.length + more === 0 ? '' : `${on.length + more} alerts`,
    critical === 0 ? '' : `${critical} of them critical`,
    alerts.length === on.length ? '' : `${alerts.length - on.length} recovered`,
  ];
  return `${critical === 0 ? '' : '[critical] '}${parts.filter((part) => part !== '').join(', ')}`;
}

function paragraph(alert: NoticeAlert): string {
  if (isOver(alert)) {
    const until = alert.recovered_at === null ? '' : ` until ${timeText(alert.recovered_at)}`;
    return [
      wrapText(`Last seen: ${alert.problem}`),
      wrapText(`It lasted from ${timeText(alert.raised_at)}${until}.`),
    ].join('\n');
  }
  return [
    wrapText(alert.problem),
    wrapText(alert.remedy),
    ...(alert.command === '' ? [] : [`  payment-orders ${alert.command}`]),
    `Raised at ${timeText(alert.raised_at)}.`,
  ].join('\n');
}

const SECTIONS: readonly { title: string; has(alert: NoticeAlert): boolean }[] = [
  {
    title: 'CRITICAL',
    has: (alert) => alert.severity === 'critical' && alert.event === 'raised',
  },
  { title: 'NEW', has: (alert) => alert.severity !== 'critical' && alert.event === 'raised' },
  { title: 'STILL ON', has: (alert) => alert.event === 'reminder' },
  { title: 'RECOVERED', has: isOver },
];

const TEST: NoticeMail = {
  subject: 'Test of alerts',
  text: 'This is a test. Somebody wanted to see whether alerts arrive here: they do.\n',
};

/** `service` is the address of the service, by which people tell installations apart. */
export function noticeMail(content: NoticeContent, service: string): NoticeMail {
  if (content.purpose === 'test') return { ...TEST, text: `${TEST.text}\n-- \n${service}\n` };
  const sections = SECTIONS.flatMap(({ title, has }) => {
    const mine = content.alerts.filter(has);
    return mine.length === 0 ? [] : [title, ...mine.map(paragraph)];
  });
  const is_house = content.merchant_id === undefined;
  const list = is_house ? ': payment-orders alerts list --state raised' : '.';
  const more = content.more === 0 ? [] : [wrapText(`And ${content.more} more${list}`)];
  const acknowledge = [
    'An alert that you acknowledge is not sent again:',
    '  payment-orders alerts ack ID',
  ];
  const end = [...(is_house ? acknowledge : []), `-- \n${service}`].join('\n');
  return { subject: subjectOf(content), text: `${[...sections, ...more, end].join('\n\n')}\n` };
}
