// htmx fits the policy and the pages: nothing is evaluated or styled inline, no page is kept in the
// browser's storage, and answers that refuse something are shown. Without a delay what was swapped
// in is htmx's at once; with the default of 20 ms, a key in between sent a form as a browser does,
// and loaded the page. This runs before htmx begins, which waits for the page.
Object.assign(window.htmx.config, {
  allowEval: false,
  allowScriptTags: false,
  includeIndicatorStyles: false,
  selfRequestsOnly: true,
  historyCacheSize: 0,
  refreshOnHistoryMiss: true,
  scrollIntoViewOnBoost: false,
  defaultSettleDelay: 0,
  attributesToSettle: ['class', 'width', 'height'], // a style that a script has set is not copied: the policy refuses the attribute
  defaultSwapStyle: 'outerHTML',
  timeout: 30000,
  responseHandling: [
    { code: '204', swap: false },
    { code: '[23]..', swap: true },
    { code: '422', swap: true, error: false },
    { code: '...', swap: false, error: true },
  ],
});

// swap 'whole' puts a conversation in the place of another. 'outerHTML' would dispatch two events to
// each element of the old one, about 900 of them, which took 20 ms of 45, and would look for what has
// autofocus, all of it in pickers that are closed, which styled the page before it was to be painted.
// Nothing in a conversation listens to what is outside it, so there is nothing to clean up.
window.htmx.defineExtension('whole', {
  handleSwap(style, target, fragment, settling) {
    if (style !== 'whole') return false;
    const fresh = [...fragment.children];
    target.replaceWith(...fresh);
    settling.elts = [...settling.elts.filter((one) => one !== target), ...fresh];
    settling.tasks.push(() => { for (const one of fresh) window.htmx.process(one); });
    return true;
  },
});
