/** A violation of SPDY by the peer; its connection is closed. */
export class SpdyError extends Error {
  override readonly name = 'SpdyError'
}
