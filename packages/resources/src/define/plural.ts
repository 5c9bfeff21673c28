/** The plural of a kind in lower case: widgets, policies, classes, gateways. */
export function pluralOf(kind: string): string {
  const word = kind.toLowerCase()
  if (/(?:s|x|z|ch|sh)$/.test(word)) return `${word}es`
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`
  return `${word}s`
}
