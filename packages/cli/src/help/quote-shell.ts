/** A word as a POSIX shell reads it back: quoted if a character of it is special. */
export function quoteShell(word: string): string {
  if (/^[\w@%+=:,./-]+$/.test(word)) return word
  return `'${word.replaceAll("'", `'\\''`)}'`
}
