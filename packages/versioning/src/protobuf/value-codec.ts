import type { BinaryReader } from '@bufbuild/protobuf/wire'
import type { ReverseWriter } from './reverse-writer.ts'

/** How the values of one type stand on the wire. */
export interface ValueCodec {
  /** The wire type of a value's tag; values that are not length-delimited may be packed in a list. */
  readonly wireType: number
  /** What is written for a field that is absent and no pointer; `undefined` where nothing is. */
  readonly zero: unknown
  /** The zero value is left out of JSON by `omitempty`: true for scalars, false for structs. */
  readonly isScalar: boolean
  /** Reads a value, its length first where it has one, as JSON has it. `end` is where the message around it ends. */
  read(reader: BinaryReader, end: number, depth: number, earlier: unknown): unknown
  /** Writes a value, and then its length where it has one. */
  write(writer: ReverseWriter, value: unknown): void
}
