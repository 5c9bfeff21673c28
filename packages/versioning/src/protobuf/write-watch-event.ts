import { BinaryWriter } from '@bufbuild/protobuf/wire'
import { lengthDelimited } from './wire.ts'

const typeTag = (1 << 3) | lengthDelimited
const objectTag = (2 << 3) | lengthDelimited
const rawTag = (1 << 3) | lengthDelimited
const frameBytes = 4

/**
 * One event of a watch, framed: four bytes of length, the largest first, then a WatchEvent whose object is an object in
 * its envelope.
 */
// upstream: apimachinery/pkg/util/framer/framer.go, NewLengthDelimitedFrameWriter; meta/v1, WatchEvent
export function writeWatchEvent(type: string, envelope: Uint8Array): Uint8Array {
  const writer = new BinaryWriter()
  writer.raw(new Uint8Array(frameBytes)).uint32(typeTag).string(type)
  writer.uint32(objectTag).fork().uint32(rawTag).bytes(envelope).join()
  const frame = writer.finish()
  new DataView(frame.buffer, frame.byteOffset).setUint32(0, frame.byteLength - frameBytes)
  return frame
}
