package refold

// PageRows is how many rows a page has.
const PageRows = pageRows
