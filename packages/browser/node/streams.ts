import { absent } from './absent.ts'

// Streams carry connections and files, of which a page has none.

class Stream {
  readonly source: never = absent('a stream')
}

export class Readable extends Stream {
  static from(): never {
    return absent('a stream')
  }
}
export class Writable extends Stream {}
export class Duplex extends Stream {}

export const pipeline = (): never => absent('a stream')
export const finished = (): never => absent('a stream')
