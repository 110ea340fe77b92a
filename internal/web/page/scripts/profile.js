// The profile: zones to choose from, and whether this browser shows notifications.
const zones = document.getElementById('zones');
if (zones) {
  document.getElementById('field-zone').setAttribute('list', 'zones');
  for (const name of Intl.supportedValuesOf?.('timeZone') ?? []) zones.append(new Option('', name));
  showPermission();
}

// Over plain http, on other hosts than this one, browsers have no notifications.
function permission() {
  if (!window.isSecureContext) return 'insecure';
  return window.Notification?.permission ?? 'missing';
}

function showPermission() {
  const place = document.getElementById('permission');
  place.hidden = !document.getElementById('field-desktop').checked;
  const state = permission();
  for (const text of place.querySelectorAll('[data-state]')) text.hidden = text.dataset.state !== state;
}

document.addEventListener('change', (e) => {
  if (!zones || e.target.id !== 'field-desktop') return;
  showPermission();
  if (e.target.checked && permission() === 'default') Notification.requestPermission().then(showPermission);
});
document.addEventListener('click', (e) => {
  if (e.target.closest?.('[data-permit]')) Notification.requestPermission().then(showPermission);
});
document.addEventListener('reset', () => { if (zones) setTimeout(showPermission); });
