import { isObject } from './json-object.ts'

/** The size of a JSON value. */
export interface JsonMeasure {
  /** When it is written compactly, as Go encodes it (`<`, `>` and `&` escaped). */
  readonly bytes: number
  /** Arrays and objects inside each other; 0 for a scalar. */
  readonly levels: number
}

/** Containers that are measured before the work can be interrupted. */
const stepLength = 1_024

/** Measures a JSON value, level by level. */
export function* measureJson(value: unknown): Generator<void, JsonMeasure> {
  let bytes = 0
  let levels = 0
  let count = 0
  let open: object[] = []
  const add = (item: unknown): void => {
    if (typeof item === 'object' && item !== null) open.push(item)
    else bytes += typeof item === 'string' ? textSize(item) : String(item).length
  }
  add(value)
  while (open.length > 0) {
    levels++
    const level = open
    open = []
    for (const container of level) {
      if (Array.isArray(container)) {
        bytes += Math.max(2, container.length + 1)
        for (const item of container) add(item)
      } else if (isObject(container)) {
        const keys = Object.keys(container)
        bytes += keys.length === 0 ? 2 : keys.length + 1
        for (const key of keys) {
          bytes += textSize(key) + 1
          add(container[key])
        }
      }
      if (++count % stepLength === 0) yield
    }
  }
  return { bytes, levels }
}

function textSize(text: string): number {
  let size = Buffer.byteLength(JSON.stringify(text))
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code === 0x3c || code === 0x3e || code === 0x26) size += 5
  }
  return size
}
