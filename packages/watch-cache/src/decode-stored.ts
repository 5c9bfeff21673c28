import { freezeJson, parseJson, type ApiObject } from '@pinnace/meta'

/** Parses the stored bytes of an object. The object is deeply frozen. */
export function decodeStored({ buffer, byteOffset, byteLength }: Uint8Array): ApiObject {
  return freezeJson(parseJson(Buffer.from(buffer, byteOffset, byteLength)).value as ApiObject)
}
