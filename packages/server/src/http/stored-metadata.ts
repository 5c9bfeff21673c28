import { parseJson } from '@pinnace/meta'
import { endOfJson } from '../storage/json-end.ts'

/** The metadata of a stored object, whose JSON begins at `start`. */
export function readStoredMetadata(json: Uint8Array, start: number): unknown {
  const { buffer, byteOffset } = json
  return parseJson(Buffer.from(buffer, byteOffset + start, endOfJson(json, start) - start)).value
}
