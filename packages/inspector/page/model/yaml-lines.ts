import { isObject } from './json.ts'

/** A line of an object as YAML. */
export interface YamlLine {
  /** The text with its indentation. */
  readonly text: string
  /** Where the key ends in the text; 0 without a key. */
  readonly keyEnd: number
  /** The member or item that the line shows, as a JSON pointer. */
  readonly pointer: string
}

/** The lines of a JSON value as YAML. Every line knows which part of the value it shows. */
export function yamlLines(value: unknown): readonly YamlLine[] {
  const lines: YamlLine[] = []
  write(lines, value, { indent: '', lead: '', pointer: '' })
  return lines
}

/** A JSON value as YAML text. */
export function toYaml(value: unknown): string {
  return yamlLines(value)
    .map(({ text }) => `${text}\n`)
    .join('')
}

/** The pointer of a member or an item. */
export function pointerTo(parent: string, name: string | number): string {
  return `${parent}/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`
}

interface Place {
  /** Before lines that follow the first. */
  readonly indent: string
  /** Before the first line, after the indentation: `- `, or `key:`. */
  readonly lead: string
  readonly pointer: string
}

function write(lines: YamlLine[], value: unknown, place: Place): void {
  if (isObject(value) && Object.keys(value).length > 0) writeMembers(lines, Object.entries(value), place)
  else if (Array.isArray(value) && value.length > 0) writeItems(lines, value, place)
  else writeScalar(lines, value, place)
}

function writeMembers(lines: YamlLine[], members: readonly (readonly [string, unknown])[], place: Place): void {
  const isItem = place.lead.endsWith('- ')
  if (!isItem && place.lead !== '') lines.push(lineOf(place, ''))
  const inner = isItem || place.lead !== '' ? `${place.indent}  ` : place.indent
  for (const [index, [name, value]] of members.entries()) {
    const before = isItem && index === 0 ? place.lead : ''
    const indent = before === '' ? inner : place.indent
    const pointer = pointerTo(place.pointer, name)
    const key = `${before}${keyText(name)}:`
    if (isNested(value)) {
      lines.push({ text: indent + key, keyEnd: indent.length + key.length, pointer })
      const list = Array.isArray(value)
      write(lines, value, { indent: list ? inner : `${inner}  `, lead: '', pointer })
    } else writeScalar(lines, value, { indent, lead: key, pointer })
  }
}

function writeItems(lines: YamlLine[], items: readonly unknown[], { indent, pointer }: Place): void {
  for (const [index, item] of items.entries()) {
    const below = pointerTo(pointer, index)
    if (Array.isArray(item) && item.length > 0) {
      lines.push({ text: `${indent}-`, keyEnd: 0, pointer: below })
      write(lines, item, { indent: `${indent}  `, lead: '', pointer: below })
    } else write(lines, item, { indent, lead: '- ', pointer: below })
  }
}

function isNested(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : isObject(value) && Object.keys(value).length > 0
}

function writeScalar(lines: YamlLine[], value: unknown, place: Place): void {
  if (typeof value === 'string' && isBlock(value)) {
    const ending = value.endsWith('\n') ? '|' : '|-'
    lines.push(lineOf(place, ending))
    const body = (value.endsWith('\n') ? value.slice(0, -1) : value).split('\n')
    const indent = place.lead.startsWith('- ') && place.lead.endsWith(':') ? `${place.indent}    ` : `${place.indent}  `
    for (const text of body) {
      lines.push({ text: text === '' ? '' : `${indent}${text}`, keyEnd: 0, pointer: place.pointer })
    }
  } else lines.push(lineOf(place, scalarText(value)))
}

function lineOf({ indent, lead, pointer }: Place, value: string): YamlLine {
  const separator = value === '' || lead === '' || lead.endsWith(' ') ? '' : ' '
  const keyEnd = lead.endsWith(':') ? indent.length + lead.length : 0
  return { text: `${indent}${lead}${separator}${value}`, keyEnd, pointer }
}

// A block scalar keeps every character only if no line is special.
function isBlock(text: string): boolean {
  return /^[^\n\s][^\n]*\n/.test(text) && !/\n\n$|[^\n\t\u0020-\uD7FF\uE000-\uFFFD]|[ \t]\n|[ \t]$/.test(text)
}

const plainText = /^[A-Za-z_./][\w ./@+=-]*$/
const reserved = /^(?:true|false|yes|no|on|off|y|n|null|~|\.inf|\.nan)$/i

function scalarText(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value) ?? 'null'
  const isPlain = plainText.test(value) && !value.endsWith(' ') && !reserved.test(value) && !/^[.\d]/.test(value)
  return isPlain ? value : JSON.stringify(value)
}

function keyText(name: string): string {
  return plainText.test(name) && !reserved.test(name) && !name.endsWith(' ') ? name : JSON.stringify(name)
}
