const openBrace = 0x7b
// The beginning of a protobuf envelope.
const protobufMagic = Buffer.from([0x6b, 0x38, 0x73, 0x00])

/** The form of a stored value that is not encrypted, by how it begins. */
export function plainFormOf(value: Uint8Array): 'json' | 'protobuf' | 'yaml' {
  if (value[0] === openBrace) return 'json'
  const isProtobuf = protobufMagic.compare(value, 0, Math.min(protobufMagic.length, value.length)) === 0
  return isProtobuf ? 'protobuf' : 'yaml'
}
