// Which strings are an HTTP-date (RFC 9110, section 5.6.7). Date.parse takes far more, so it is not asked.

const DAY = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)';
const LONG_DAY = '(?:Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)';
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const MONTH = `(?<month>${MONTHS.join('|')})`;
const TIME = '(?<hour>[0-9]{2}):(?<minute>[0-9]{2}):(?<second>[0-9]{2})';

/** IMF-fixdate, RFC 850, asctime. The weekday is not compared with the date: it carries no time. */
const FORMS: readonly RegExp[] = [
  new RegExp(`^${DAY}, (?<day>[0-9]{2}) ${MONTH} (?<year>[0-9]{4}) ${TIME} GMT$`),
  new RegExp(`^${LONG_DAY}, (?<day>[0-9]{2})-${MONTH}-(?<year>[0-9]{2}) ${TIME} GMT$`),
  new RegExp(`^${DAY} ${MONTH} (?<day>[0-9]{2}| [0-9]) ${TIME} (?<year>[0-9]{4})$`),
];

/** Epoch milliseconds; null for anything that is not an HTTP-date. `nowMs` settles the century of a two-digit year. */
export function parseHttpDate(text: string, nowMs: number): number | null {
  const parts = FORMS.map((form) => form.exec(text)?.groups).find((groups) => groups !== undefined);
  if (parts === undefined) return null;
  const { year = '', month = '', day, hour, minute, second } = parts;
  const at = (fullYear: number) =>
    instant(fullYear, MONTHS.indexOf(month), Number(day), Number(hour), Number(minute), Number(second));
  return year.length === 2 ? nearestCentury(Number(year), at, nowMs) : at(Number(year));
}

/** RFC 9110: a two-digit year more than 50 years ahead means the most recent past year with the same digits. */
function nearestCentury(twoDigits: number, at: (year: number) => number | null, nowMs: number): number | null {
  const limit = new Date(nowMs);
  limit.setUTCFullYear(limit.getUTCFullYear() + 50);
  const century = limit.getUTCFullYear() - (limit.getUTCFullYear() % 100);
  const candidate = at(century + twoDigits);
  return candidate !== null && candidate <= limit.getTime() ? candidate : at(century - 100 + twoDigits);
}

/** null when the calendar has no such moment. Second 60 is a leap second: the next minute's first. */
function instant(year: number, month: number, day: number, hour: number, minute: number, second: number) {
  if (hour > 23 || minute > 59 || second > 60) return null;
  const date = new Date(0);
  date.setUTCFullYear(year, month, day); // Date.UTC would read the years 0 to 99 as 1900 to 1999
  // A day that the month does not have is another day of another month.
  if (date.getUTCDate() !== day) return null;
  return date.setUTCHours(hour, minute, second);
}
