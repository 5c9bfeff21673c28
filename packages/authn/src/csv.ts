/** One record of a CSV text. */
export interface CsvRecord {
  readonly fields: readonly string[]
  /** Where it starts, from 1. */
  readonly line: number
}

/** Reads RFC 4180 text: quoted fields may hold commas, doubled quotes and line ends; blank and `#` lines are left out. */
export function parseCsv(text: string): readonly CsvRecord[] {
  const records: CsvRecord[] = []
  let position = 0
  let line = 1
  while (position < text.length) {
    const start = line
    const fields: string[] = []
    if (text[position] === '#') {
      while (position < text.length && text[position] !== '\n') position++
    } else {
      for (;;) {
        fields.push(readField())
        if (text[position] !== ',') break
        position++
      }
    }
    if (text[position] === '\r') position++
    if (text[position] === '\n') {
      position++
      line++
    } else if (position < text.length) {
      throw new TypeError(`line ${line}: unexpected text after a quoted field`)
    }
    if (fields.length > 1 || (fields.length === 1 && fields[0] !== '')) records.push({ fields, line: start })
  }
  return records

  function readField(): string {
    while (text[position] === ' ' || text[position] === '\t') position++
    if (text[position] !== '"') {
      const from = position
      while (position < text.length && !',\r\n'.includes(text[position]!)) position++
      return text.slice(from, position)
    }
    let value = ''
    position++
    for (;;) {
      if (position >= text.length) throw new TypeError(`line ${line}: a quoted field has no end`)
      if (text[position] === '"') {
        if (text[position + 1] !== '"') break
        position++
      } else if (text[position] === '\n') line++
      value += text[position++]
    }
    position++
    while (text[position] === ' ' || text[position] === '\t') position++
    return value
  }
}
