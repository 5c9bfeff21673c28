/** Splits a command as a shell does: at blanks, except within '…' and "…". Nothing is expanded. */
export function splitWords(command: string): string[] {
  const words: string[] = []
  let word: string | undefined
  let quote = ''
  for (const character of command) {
    if (quote !== '') {
      if (character === quote) quote = ''
      else word += character
    } else if (character === "'" || character === '"') {
      quote = character
      word ??= ''
    } else if (/\s/.test(character)) {
      if (word !== undefined) words.push(word)
      word = undefined
    } else word = (word ?? '') + character
  }
  if (quote !== '') throw new Error(`a quote is left open: ${command}`)
  if (word !== undefined) words.push(word)
  return words
}
