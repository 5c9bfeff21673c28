/** A request that a careless or malicious client sends. */
export interface HostileRequest {
  readonly name: string
  readonly method?: string
  readonly path: string
  readonly headers?: readonly (readonly [name: string, value: string])[]
  readonly body?: string | Uint8Array
  /** The bytes of the request, in place of everything above. One character is one byte. */
  readonly raw?: string
  /** Who asks; raw requests are anonymous. @default 'admin' */
  readonly as?: 'admin' | 'viewer' | 'anonymous'
}
