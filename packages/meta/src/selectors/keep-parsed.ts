import { BoundedMap } from '../bounded-map.ts'

const maxCharacters = 256
const maxEntries = 512

/**
 * Keeps what was parsed last: a request needs its selector for its name, its authorization and its options, and clients
 * ask with the same ones again. Longer texts are parsed each time, and nothing is kept of one that is refused.
 */
export function keepParsed<S>(parse: (text: string) => S): (text: string) => S {
  const parsed = new BoundedMap<string, S>({ maxEntries })
  return (text) => {
    if (text.length > maxCharacters) return parse(text)
    let selector = parsed.get(text)
    if (selector === undefined) parsed.set(text, (selector = parse(text)))
    return selector
  }
}
