// What the pages do with scripts. Everything works without them; see pages.go.
document.documentElement.classList.add('js');
