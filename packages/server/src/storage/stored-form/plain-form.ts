const openBrace = 0x7b
const protobufMagic = Buffer.from('k8s\0')

/** The form of a stored value that is not encrypted, by how it begins. */
export function plainFormOf(value: Uint8Array): 'json' | 'protobuf' | 'yaml' {
  if (value[0] === openBrace) return 'json'
  const isProtobuf = protobufMagic.compare(value, 0, Math.min(protobufMagic.length, value.length)) === 0
  return isProtobuf ? 'protobuf' : 'yaml'
}
