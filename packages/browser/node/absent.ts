/** Throws: what Node has, and a browser has not. */
export function absent(what: string): never {
  throw new Error(`${what} is not available in a browser`)
}
