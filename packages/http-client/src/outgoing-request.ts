import type { Awaitable } from '@pinnace/meta'

/** Where to connect. */
export interface ConnectAddress {
  /** A DNS name or an IP address, without brackets. */
  readonly host: string
  readonly port: number
}

/** A body that is sent as it arrives, each chunk when the server has taken the one before. */
export interface StreamedBody {
  /** Read once, and not to its end if the reply ends before. An error breaks the exchange off. */
  readonly chunks: AsyncIterable<Uint8Array>
  /** Sent as `Content-Length`. @default unknown: the body is sent in chunks */
  readonly byteLength?: number | undefined
  /** How long the source may give nothing, or the server take nothing, in milliseconds. */
  readonly idleTimeoutMs: number
}

/** One request. */
export interface OutgoingRequest {
  /** Upper case. */
  readonly method: string
  /** An http or https URL. */
  readonly url: string | URL
  /** Path and query to send as they are. @default those of the URL */
  readonly path?: string
  /** By name; or lines, name and value in turn, sent in this order and with this case, which then include `Host`. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>> | readonly string[]
  readonly body?: string | Uint8Array | StreamedBody | undefined
  /**
   * Connects to this address instead of that of the URL, which still says the server's name. A function is called
   * once, within the time limit; undefined is the default. @default the host and port of the URL
   */
  readonly connectTo?: ConnectAddress | (() => Awaitable<ConnectAddress | undefined>) | undefined
  /** Until the headers of the reply, in milliseconds. @default no limit */
  readonly timeoutMs?: number
  /** Aborts the request and the reading of its reply, which then throw the signal's reason. */
  readonly signal?: AbortSignal | undefined
}
