// Shows the page's times in the viewer's own zone; without a script they are in UTC.

const DAY = { year: 'numeric', month: 'short', day: 'numeric' };
/** With the zone's name, because a receipt may be shown to somebody elsewhere. */
const TIME = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZoneName: 'short' };

/** Digits are 0 to 9 in every language, as in the rest of the page. */
export function showTimes() {
  const locale = `${document.documentElement.lang}-u-nu-latn`;
  const formats = [DAY, TIME].map((parts) => new Intl.DateTimeFormat(locale, parts));
  for (const time of document.querySelectorAll('time:not([title])')) {
    time.title = time.textContent.replace('\n', ' ');
    const at = new Date(time.dateTime);
    [...time.children].forEach((part, index) => {
      part.textContent = formats[index].format(at);
    });
  }
}
