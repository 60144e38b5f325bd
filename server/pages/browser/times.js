// Shows the page's times in the viewer's own zone; without a script they are in UTC.

/** With the zone's name, because a receipt may be shown to somebody elsewhere. */
const MOMENT_FORMAT = {
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZoneName: 'short',
};

/** Digits are 0 to 9 in every language, as in the rest of the page. */
export function showTimes() {
  const { lang } = document.documentElement;
  const format = new Intl.DateTimeFormat(`${lang}-u-nu-latn`, MOMENT_FORMAT);
  for (const time of document.querySelectorAll('time:not([title])')) {
    time.title = time.textContent;
    time.textContent = format.format(new Date(time.dateTime));
  }
}
