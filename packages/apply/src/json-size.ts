import { isObject } from './json-object.ts'

/** Bytes of a JSON value when it is written compactly, as Go encodes it (`<`, `>` and `&` escaped). */
export function jsonSize(value: unknown): number {
  if (Array.isArray(value)) {
    let size = Math.max(2, value.length + 1)
    for (const item of value) size += jsonSize(item)
    return size
  }
  if (isObject(value)) {
    const keys = Object.keys(value)
    let size = keys.length === 0 ? 2 : keys.length + 1
    for (const key of keys) size += textSize(key) + 1 + jsonSize(value[key])
    return size
  }
  return typeof value === 'string' ? textSize(value) : String(value).length
}

function textSize(text: string): number {
  let size = Buffer.byteLength(JSON.stringify(text))
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code === 0x3c || code === 0x3e || code === 0x26) size += 5
  }
  return size
}
