import { BinaryReader, BinaryWriter } from '@bufbuild/protobuf/wire'

/** Data of a plugin that belongs to a ciphertext. */
export type Annotations = ReadonlyMap<string, Uint8Array>

/** The answer to Status. */
export interface StatusResponse {
  readonly version: string
  /** `ok`, or what is wrong. */
  readonly healthz: string
  /** The key that the plugin encrypts with. */
  readonly keyId: string
}

/** The answer to Encrypt. */
export interface EncryptResponse {
  readonly ciphertext: Uint8Array
  readonly keyId: string
  readonly annotations: Annotations
}

/** The request of Decrypt. */
export interface DecryptRequest {
  readonly ciphertext: Uint8Array
  readonly uid: string
  readonly keyId: string
  readonly annotations: Annotations
}

// upstream: kms/apis/v2/api.proto
export const statusRequest: Uint8Array = new Uint8Array()

export function readStatusResponse(bytes: Uint8Array): StatusResponse {
  const response = { version: '', healthz: '', keyId: '' }
  readFields(bytes, (number, reader) => {
    if (number === 1) response.version = reader.string()
    else if (number === 2) response.healthz = reader.string()
    else if (number === 3) response.keyId = reader.string()
    else return false
    return true
  })
  return response
}

export function writeEncryptRequest(plaintext: Uint8Array, uid: string): Uint8Array {
  return new BinaryWriter().tag(1, 2).bytes(plaintext).tag(2, 2).string(uid).finish()
}

export function readEncryptResponse(bytes: Uint8Array): EncryptResponse {
  let ciphertext: Uint8Array = new Uint8Array()
  let keyId = ''
  const annotations = new Map<string, Uint8Array>()
  readFields(bytes, (number, reader) => {
    if (number === 1) ciphertext = reader.bytes()
    else if (number === 2) keyId = reader.string()
    else if (number === 3) readAnnotation(reader.bytes(), annotations)
    else return false
    return true
  })
  return { ciphertext, keyId, annotations }
}

export function writeDecryptRequest({ ciphertext, uid, keyId, annotations }: DecryptRequest): Uint8Array {
  const writer = new BinaryWriter().tag(1, 2).bytes(ciphertext).tag(2, 2).string(uid).tag(3, 2).string(keyId)
  writeAnnotations(writer, 4, annotations)
  return writer.finish()
}

/** The plaintext of an answer to Decrypt. */
export function readDecryptResponse(bytes: Uint8Array): Uint8Array {
  let plaintext: Uint8Array = new Uint8Array()
  readFields(bytes, (number, reader) => {
    if (number !== 1) return false
    plaintext = reader.bytes()
    return true
  })
  return plaintext
}

/** Writes a map of bytes, sorted by key. */
export function writeAnnotations(writer: BinaryWriter, number: number, annotations: Annotations): void {
  for (const [key, value] of [...annotations].sort(([a], [b]) => (a < b ? -1 : 1))) {
    writer.tag(number, 2).fork().tag(1, 2).string(key).tag(2, 2).bytes(value).join()
  }
}

/** Adds an entry of a map of bytes. */
export function readAnnotation(bytes: Uint8Array, target: Map<string, Uint8Array>): void {
  let key = ''
  let value: Uint8Array = new Uint8Array()
  readFields(bytes, (number, reader) => {
    if (number === 1) key = reader.string()
    else if (number === 2) value = reader.bytes()
    else return false
    return true
  })
  target.set(key, value)
}

/** Calls `read` for each field; a field it does not know (false) is skipped. */
export function readFields(bytes: Uint8Array, read: (number: number, reader: BinaryReader) => boolean): void {
  const reader = new BinaryReader(bytes)
  while (reader.pos < reader.len) {
    const [number, wireType] = reader.tag()
    if (!read(number, reader)) reader.skip(wireType, number)
  }
}
