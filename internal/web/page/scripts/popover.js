// A browser that cannot place popovers by itself has them in the middle of the window: here they
// are placed beside their buttons.
const gap = 4;
const edge = 8;

function place(pop) {
  const button = [...document.querySelectorAll(`[popovertarget="${pop.id}"]`)].find((one) => one.checkVisibility());
  if (!button) return;
  const at = button.getBoundingClientRect();
  const { width, height } = pop.getBoundingClientRect();
  const below = at.bottom + gap + height <= innerHeight - edge || at.top - gap - height < edge;
  const top = below ? at.bottom + gap : at.top - gap - height;
  const left = at.left + width <= innerWidth - edge ? at.left : at.right - width;
  pop.style.inset = `${Math.max(Math.min(top, innerHeight - edge - height), edge)}px auto auto ${Math.max(left, edge)}px`;
  pop.style.margin = '0';
}

if (!CSS.supports('position-area', 'bottom')) {
  for (const kind of ['beforetoggle', 'toggle']) {
    document.addEventListener(kind, (e) => {
      if (!e.target.matches('.pop')) return;
      if (e.newState !== 'open') {
        if (kind === 'toggle') e.target.removeAttribute('style');
        return;
      }
      e.target.style.opacity = kind === 'toggle' ? '' : '0'; // it is not seen where it is not to be
      if (kind === 'toggle') place(e.target);
    }, true);
  }
}
