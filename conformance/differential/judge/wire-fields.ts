/** A value of protobuf without its type: a number, text, or the fields of a message in their order. */
export type Field = number | string | readonly (readonly [number: number, value: Field])[]

/**
 * The fields of a message, read without its type; undefined where the bytes are no message. Bytes are text where every
 * character can be printed, else a message where they can be read as one. Two servers that send the same bytes get the
 * same fields.
 */
export function readFields(bytes: Buffer): readonly (readonly [number, Field])[] | undefined {
  const fields: (readonly [number, Field])[] = []
  const reader = { bytes, at: 0 }
  if (bytes.subarray(0, envelope.length).equals(envelope)) reader.at = envelope.length
  while (reader.at < bytes.length) {
    const tag = readVarint(reader)
    if (tag === undefined || tag < 8 || tag > 8 * 1000) return undefined
    const value = readValue(reader, tag & 7)
    if (value === undefined) return undefined
    fields.push([tag >>> 3, value])
  }
  return fields
}

const envelope = Buffer.from([0x6b, 0x38, 0x73, 0])

interface Reader {
  readonly bytes: Buffer
  at: number
}

function readValue(reader: Reader, wireType: number): Field | undefined {
  if (wireType === 0) return readVarint(reader)
  if (wireType === 1) return readFixed(reader, 8)
  if (wireType === 5) return readFixed(reader, 4)
  if (wireType !== 2) return undefined
  const length = readVarint(reader)
  if (length === undefined || reader.at + length > reader.bytes.length) return undefined
  const content = reader.bytes.subarray(reader.at, reader.at + length)
  reader.at += length
  const text = content.toString('utf8')
  // A message of one byte or more begins with a tag, most of which cannot be printed.
  if (/^[\x20-\x7e\u00a1-\uffff]*$/.test(text) && !text.includes('\ufffd')) return text
  return readFields(content) ?? (text.includes('\ufffd') ? content.toString('hex') : text)
}

/** The number, which may be negative; undefined where the bytes end before it does. */
function readVarint(reader: Reader): number | undefined {
  let value = 0n
  for (let shift = 0n; shift < 70n; shift += 7n) {
    const byte = reader.bytes[reader.at++]
    if (byte === undefined) return undefined
    value |= BigInt(byte & 0x7f) << shift
    if (byte < 0x80) return Number(BigInt.asIntN(64, value))
  }
  return undefined
}

function readFixed(reader: Reader, length: number): string | undefined {
  if (reader.at + length > reader.bytes.length) return undefined
  reader.at += length
  return reader.bytes.subarray(reader.at - length, reader.at).toString('hex')
}
