import { parseJson } from '@pinnace/meta'
import { endOfObject } from '../storage/end-of-object.ts'

/** The metadata of a stored object, whose JSON begins at `start`. */
export function readStoredMetadata(json: Uint8Array, start: number): unknown {
  const { buffer, byteOffset } = json
  return parseJson(Buffer.from(buffer, byteOffset + start, endOfObject(json, start) - start)).value
}
