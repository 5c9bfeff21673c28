/** Reads the fields of one part of a kwok `Stage` object; a TypeError names a field of a wrong type. */
export interface StageFields {
  text(name: string): string | undefined
  number(name: string): number | undefined
  /** False if absent. */
  flag(name: string): boolean
  /** A list of texts, empty if absent. */
  list(name: string): readonly string[]
  /** A map of texts, empty if absent. */
  texts(name: string): Readonly<Record<string, string>>
  section(name: string, known: readonly string[]): StageFields | undefined
  required(name: string, known: readonly string[]): StageFields
  sections(name: string, known: readonly string[]): readonly StageFields[]
  error(reason: string): TypeError
}

/** The fields of a value. A TypeError names a field that is not among the known ones. */
export function readFieldsOf(value: unknown, where: string, known: readonly string[]): StageFields {
  const error = (reason: string): TypeError => new TypeError(`${where}: ${reason}`)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw error('not an object')
  const fields = value as Readonly<Record<string, unknown>>
  const unknown = Object.keys(fields).find((name) => !known.includes(name))
  if (unknown !== undefined) throw error(`${JSON.stringify(unknown)} is not supported`)

  const read = <T>(name: string, type: string, isType: (field: unknown) => field is T): T | undefined => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (field === undefined || field === null) return undefined
    if (!isType(field)) throw error(`${name} must be ${type}`)
    return field
  }
  const section = (name: string, inner: readonly string[]): StageFields | undefined => {
    const field = read(name, 'an object', isRecord)
    return field === undefined ? undefined : readFieldsOf(field, `${where}, ${name}`, inner)
  }
  return {
    error,
    section,
    text: (name) => read(name, 'a text', isText),
    number: (name) => read(name, 'a number', isNumber),
    flag: (name) => read(name, 'true or false', isFlag) ?? false,
    list: (name) => read(name, 'a list of texts', isTexts) ?? [],
    texts: (name) => read(name, 'a map of texts', isTextMap) ?? {},
    required(name, inner) {
      const found = section(name, inner)
      if (found === undefined) throw error(`${name} is required`)
      return found
    },
    sections: (name, inner) =>
      (read(name, 'a list', isList) ?? []).map((item, index) =>
        readFieldsOf(item, `${where}, ${name}[${index}]`, inner),
      ),
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value)
}

function isFlag(value: unknown): value is boolean {
  return typeof value === 'boolean'
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value)
}

function isTexts(value: unknown): value is readonly string[] {
  return isList(value) && value.every(isText)
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isTextMap(value: unknown): value is Readonly<Record<string, string>> {
  return isRecord(value) && Object.values(value).every(isText)
}
