/** One record of a CSV text. */
export interface CsvRecord {
  readonly fields: readonly string[]
  /** The number of its first line, from 1. */
  readonly line: number
}

/**
 * Parses CSV as RFC 4180 has it: quoted fields may contain commas, doubled quotes and line breaks. Blank lines and lines
 * that begin with `#` are skipped. Throws a TypeError with the line number for malformed text.
 */
export function parseCsv(text: string): readonly CsvRecord[] {
  const reader = new CsvReader(text)
  const records: CsvRecord[] = []
  while (!reader.isAtEnd) {
    const { line } = reader
    const fields = reader.readLine()
    if (fields.length > 1 || (fields.length === 1 && fields[0] !== '')) records.push({ fields, line })
  }
  return records
}

class CsvReader {
  readonly #text: string
  #position = 0
  #line = 1

  constructor(text: string) {
    this.#text = text
  }

  get isAtEnd(): boolean {
    return this.#position >= this.#text.length
  }

  /** The number of the line that is read next. */
  get line(): number {
    return this.#line
  }

  /** Reads the fields of a record and its line break; none for a comment. */
  readLine(): string[] {
    const fields: string[] = []
    if (this.#next === '#') this.#skipTo('\n')
    else {
      do fields.push(this.#readField())
      while (this.#take(','))
    }
    this.#take('\r')
    if (this.#take('\n')) this.#line++
    else if (!this.isAtEnd) throw new TypeError(`line ${this.#line}: unexpected text after a quoted field`)
    return fields
  }

  get #next(): string {
    return this.#text.charAt(this.#position)
  }

  #take(character: string): boolean {
    if (this.#next !== character) return false
    this.#position++
    return true
  }

  #skipTo(characters: string): string {
    const from = this.#position
    while (!this.isAtEnd && !characters.includes(this.#next)) this.#position++
    return this.#text.slice(from, this.#position)
  }

  #skipBlanks(): void {
    while (this.#take(' ') || this.#take('\t'));
  }

  #readField(): string {
    this.#skipBlanks()
    if (!this.#take('"')) return this.#skipTo(',\r\n')
    const value = this.#readQuoted()
    this.#skipBlanks()
    return value
  }

  /** Reads a quoted field after its first quote. */
  #readQuoted(): string {
    let value = ''
    for (;;) {
      value += this.#skipTo('"\n')
      if (this.isAtEnd) throw new TypeError(`line ${this.#line}: a quoted field has no end`)
      if (this.#take('\n')) {
        value += '\n'
        this.#line++
      } else {
        this.#position++
        if (!this.#take('"')) return value
        value += '"'
      }
    }
  }
}
