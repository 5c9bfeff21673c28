import { BinaryWriter } from '@bufbuild/protobuf/wire'
import { readAnnotation, readFields, writeAnnotations, type Annotations } from './messages.ts'

/** What the key of a value is made of: a key for AES-GCM, or a seed from which the key of each value is derived. */
export type KeySource = 'key' | 'seed'

/** A value as it is stored: the ciphertext, and the encrypted key that it was encrypted with. */
export interface EncryptedObject {
  readonly encryptedData: Uint8Array
  /** The key of the plugin. */
  readonly keyId: string
  /** The key or the seed, encrypted by the plugin. */
  readonly encryptedSource: Uint8Array
  readonly annotations: Annotations
  readonly source: KeySource
}

// upstream: apiserver/pkg/storage/value/encrypt/envelope/kmsv2/v2/api.proto
const sources: readonly KeySource[] = ['key', 'seed']

export function writeEncryptedObject(object: EncryptedObject): Uint8Array {
  const { encryptedData, keyId, encryptedSource, annotations, source } = object
  const writer = new BinaryWriter().tag(1, 2).bytes(encryptedData).tag(2, 2).string(keyId)
  writer.tag(3, 2).bytes(encryptedSource)
  writeAnnotations(writer, 4, annotations)
  const type = sources.indexOf(source)
  if (type > 0) writer.tag(5, 0).int32(type)
  return writer.finish()
}

/** Throws a TypeError for bytes that are no encrypted object. */
export function readEncryptedObject(bytes: Uint8Array): EncryptedObject {
  let encryptedData: Uint8Array = new Uint8Array()
  let keyId = ''
  let encryptedSource: Uint8Array = new Uint8Array()
  const annotations = new Map<string, Uint8Array>()
  let type = 0
  try {
    readFields(bytes, (number, reader) => {
      if (number === 1) encryptedData = reader.bytes()
      else if (number === 2) keyId = reader.string()
      else if (number === 3) encryptedSource = reader.bytes()
      else if (number === 4) readAnnotation(reader.bytes(), annotations)
      else if (number === 5) type = reader.int32()
      else return false
      return true
    })
  } catch (cause) {
    throw new TypeError('failed to unmarshal', { cause })
  }
  const source = sources[type]
  if (source === undefined) throw new TypeError(`unknown encryptedDEKSourceType: ${type}`)
  if (encryptedData.length === 0) throw new TypeError('encrypted data is empty after unmarshal')
  assertKeyId(keyId)
  assertEncryptedSource(encryptedSource)
  assertAnnotations(annotations)
  return { encryptedData, keyId, encryptedSource, annotations, source }
}

const maxKeyIdBytes = 1024
const maxSourceBytes = 1024
const maxAnnotationBytes = 32 * 1024

// upstream: apiserver/pkg/storage/value/encrypt/envelope/kmsv2/envelope.go, ValidateKeyID and others
export function assertKeyId(keyId: string): void {
  const problem = keyIdProblem(keyId)
  if (problem === 'empty') throw new TypeError('keyID is empty')
  if (problem === 'too_long') {
    const length = Buffer.byteLength(keyId)
    throw new TypeError(`keyID is ${length} bytes, which exceeds the max size of ${maxKeyIdBytes}`)
  }
}

/** Why a key ID cannot be used; undefined for one that can. */
export function keyIdProblem(keyId: string): 'empty' | 'too_long' | undefined {
  if (keyId === '') return 'empty'
  return Buffer.byteLength(keyId) > maxKeyIdBytes ? 'too_long' : undefined
}

export function assertEncryptedSource({ length }: Uint8Array): void {
  if (length === 0) throw new TypeError('encrypted DEK source is empty')
  if (length > maxSourceBytes) {
    throw new TypeError(`encrypted DEK source is ${length} bytes, which exceeds the max size of ${maxSourceBytes}`)
  }
}

export function assertAnnotations(annotations: Annotations): void {
  let total = 0
  for (const [key, value] of annotations) {
    // upstream: validation.IsFullyQualifiedDomainName
    if (!/^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)+$/.test(key)) {
      throw new TypeError(
        `annotations: Invalid value: ${JSON.stringify(key)}: should be a domain with at least one dot`,
      )
    }
    total += Buffer.byteLength(key) + value.length
  }
  if (total > maxAnnotationBytes) {
    throw new TypeError(`total size of annotations is ${total}, which exceeds the max size of ${maxAnnotationBytes}`)
  }
}
