// What a browser knows of itself: its clock and its zone.

const words = document.body.dataset;
const language = document.documentElement.lang;
// By the profile; what this browser does not know is its own zone.
const known = (timeZone) => {
  try {
    new Intl.DateTimeFormat(language, { timeZone });
    return timeZone;
  } catch {
    return undefined;
  }
};
const timeZone = known(words.zone || undefined);
const format = (options, locale = language) => new Intl.DateTimeFormat(locale, { timeZone, ...options });
const hourFormat = format({ hour: 'numeric', minute: '2-digit' }, navigator.language);
const dayFormat = format({ weekday: 'long' });
const shortDay = format({ weekday: 'short' });
const month = format({ month: 'long' });
const shortMonth = format({ month: 'short' });
const dateFormat = format({ day: 'numeric' }, 'en');
const yearFormat = format({ year: 'numeric' }, 'en');
const date = (t) => dateFormat.format(t);
const year = (t) => yearFormat.format(t);

// Times are kept right as time passes. The server writes them in the zone that it was
// told by a cookie.
export const hour = (t) => hourFormat.format(t);

export function day(t) {
  const text = `${dayFormat.format(t)} ${date(t)} ${month.format(t)}`;
  return year(t) === year(new Date()) ? text : `${text} ${year(t)}`;
}

function short(t) {
  const seconds = (Date.now() - t) / 1000;
  if (seconds < 60) return words.tNow;
  if (seconds < 3600) return words.tMinutes.replace('%', Math.floor(seconds / 60));
  if (seconds < 86400) return words.tHours.replace('%', Math.floor(seconds / 3600));
  if (seconds < 6 * 86400) return shortDay.format(t);
  if (year(t) === year(new Date())) return `${date(t)} ${shortMonth.format(t)}`;
  return `${shortMonth.format(t)} ${year(t)}`;
}

export function writeTimes(root = document) {
  for (const at of root.querySelectorAll('time[data-f]')) {
    const t = new Date(at.dateTime);
    const exact = words.tExact.replace('%d', day(t)).replace('%t', hour(t));
    const text = { hour: hour(t), exact }[at.dataset.f] ?? short(t);
    if (at.textContent !== text) at.textContent = text;
    if (at.title !== exact) at.title = exact;
  }
}

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
if (zone) document.cookie = `svcx_zone=${zone}; path=/app; max-age=31536000; samesite=lax`;
setInterval(writeTimes, 30000);
