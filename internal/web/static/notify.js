// placeholder
export function hear() {}
export function notify() {}
export function wasRead() {}
