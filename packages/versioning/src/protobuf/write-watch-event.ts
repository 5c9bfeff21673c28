import { ReverseWriter } from './reverse-writer.ts'
import { lengthDelimited } from './wire.ts'

const typeTag = (1 << 3) | lengthDelimited
const objectTag = (2 << 3) | lengthDelimited
const rawTag = (1 << 3) | lengthDelimited
const frameBytes = 4
// The frame, the type, tags and lengths of an event.
const overheadBytes = 64

/**
 * One event of a watch, framed: four bytes of length, the largest first, then a WatchEvent whose object is an object in
 * its envelope.
 */
// upstream: apimachinery/pkg/util/framer/framer.go, NewLengthDelimitedFrameWriter; meta/v1, WatchEvent
export function writeWatchEvent(type: string, envelope: Uint8Array): Uint8Array {
  const writer = new ReverseWriter(envelope.byteLength + overheadBytes)
  writer.bytes(envelope)
  writer.lengthSince(0)
  writer.varint(rawTag)
  writer.lengthSince(0)
  writer.varint(objectTag)
  const end = writer.position
  writer.text(type)
  writer.lengthSince(end)
  writer.varint(typeTag)
  const size = Buffer.alloc(frameBytes)
  size.writeUInt32BE(writer.position)
  writer.bytes(size)
  return writer.take()
}
