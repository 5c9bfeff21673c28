import type { LocalTransformer } from '@pinnace/encryption'
import type { Random } from '@pinnace/meta'
import { assertAnnotations, assertEncryptedSource, assertKeyId, type EncryptedObject } from './encrypted-object.ts'
import type { KmsClient } from './kms-client.ts'
import { valueCipher } from './value-ciphers.ts'

/** A seed that values are encrypted with, and what is stored beside them. */
export interface WriteKey extends Omit<EncryptedObject, 'encryptedData'> {
  readonly cipher: LocalTransformer
  /** When it must no longer be used, milliseconds of the monotonic clock. */
  readonly expiresMs: number
}

const seedBytes = 32

/** Makes a seed and has it encrypted by the plugin. Rejects for an answer that cannot be used. */
// upstream: apiserver/pkg/storage/value/encrypt/envelope/kmsv2/envelope.go, GenerateTransformer
export async function createWriteKey(
  { client, random }: { readonly client: KmsClient; readonly random: Random },
  statusKeyId: string,
  expiresMs: number,
): Promise<WriteKey> {
  const seed = random.bytes(seedBytes)
  const { ciphertext, keyId, annotations } = await client.encrypt(seed, random.uid())
  assertEncryptedSource(ciphertext)
  assertKeyId(keyId)
  assertAnnotations(annotations)
  if (keyId !== statusKeyId) throw new TypeError('the key ID of Encrypt is not the one of Status')
  const cipher = valueCipher('seed', seed, random)
  return { cipher, keyId, encryptedSource: ciphertext, annotations, source: 'seed', expiresMs }
}
