import { BoundedMap } from '../bounded-map.ts'

const maxCharacters = 256
const maxEntries = 512

/**
 * Keeps what was parsed last: a request needs its selector for its name, its authorization and its options, and clients
 * ask with the same ones again. Of longer texts the last one is kept: a request needs it once more at once. Nothing is
 * kept of a text that is refused.
 */
export function keepParsed<S>(parse: (text: string) => S): (text: string) => S {
  const parsed = new BoundedMap<string, S>({ maxEntries })
  let last: { readonly text: string; readonly selector: S } | undefined
  return (text) => {
    if (text.length > maxCharacters) {
      if (last?.text !== text) last = { text, selector: parse(text) }
      return last.selector
    }
    let selector = parsed.get(text)
    if (selector === undefined) parsed.set(text, (selector = parse(text)))
    return selector
  }
}
