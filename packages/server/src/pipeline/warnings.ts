const maxWarningLength = 256
const maxWarningsLength = 4096

/**
 * The warnings a client receives: duplicates and control characters removed, at most 4,096 characters in total. If they
 * are longer, each is truncated to 256 characters, and warnings beyond the total are dropped.
 */
// upstream: endpoints/filters/warning.go
export function limitWarnings(texts: readonly string[]): readonly string[] {
  if (texts.length === 0) return texts
  const distinct = new Set(texts)
  if (isSendable(distinct)) return distinct.size === texts.length ? texts : [...distinct]
  const printable = [...distinct].map((text) => [...text].filter((character) => !/\p{Cc}/u.test(character)))
  const total = printable.reduce((sum, characters) => sum + characters.length, 0)
  const kept: string[] = []
  let length = 0
  for (const characters of printable) {
    const cut = total > maxWarningsLength ? characters.slice(0, maxWarningLength) : characters
    length += cut.length
    if (length > maxWarningsLength) break
    kept.push(cut.join(''))
  }
  return kept
}

/** True for warnings that are sent as they are: most. */
function isSendable(texts: ReadonlySet<string>): boolean {
  let length = 0
  for (const text of texts) {
    if (/\p{Cc}/u.test(text)) return false
    length += text.length
  }
  // A character is one or two UTF-16 units.
  return length <= maxWarningsLength
}
