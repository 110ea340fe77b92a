// What a browser knows of itself: its clock and its zone.

const words = document.body.dataset;
const language = document.documentElement.lang;
const hourFormat = new Intl.DateTimeFormat(navigator.language, { hour: '2-digit', minute: '2-digit' });
const dayFormat = new Intl.DateTimeFormat(language, { weekday: 'long' });
const shortDay = new Intl.DateTimeFormat(language, { weekday: 'short' });
const month = new Intl.DateTimeFormat(language, { month: 'long' });
const shortMonth = new Intl.DateTimeFormat(language, { month: 'short' });

// Times are kept right as time passes. The server writes them in the zone that it was
// told by a cookie.
export const hour = (t) => hourFormat.format(t);

export function day(t) {
  const text = `${dayFormat.format(t)} ${t.getDate()} ${month.format(t)}`;
  return t.getFullYear() === new Date().getFullYear() ? text : `${text} ${t.getFullYear()}`;
}

function short(t) {
  const seconds = (Date.now() - t) / 1000;
  if (seconds < 60) return words.tNow;
  if (seconds < 3600) return words.tMinutes.replace('%', Math.floor(seconds / 60));
  if (seconds < 86400) return words.tHours.replace('%', Math.floor(seconds / 3600));
  if (seconds < 6 * 86400) return shortDay.format(t);
  if (t.getFullYear() === new Date().getFullYear()) return `${t.getDate()} ${shortMonth.format(t)}`;
  return `${shortMonth.format(t)} ${t.getFullYear()}`;
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
