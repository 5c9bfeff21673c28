/** What a request proves who it is from with. */
export interface Credential {
  /** The value of the Authorization header. */
  readonly authorization?: string
  /** PEM; connections made with another one are closed. */
  readonly certificate?: { readonly cert: string; readonly key: string }
}

/** Where credentials come from. */
export interface Credentials {
  /** The credential to use now. */
  get(signal?: AbortSignal): Promise<Credential>
  /** The server answered 401 to this one. True where {@link get} has another now, so that trying again makes sense. */
  rejected(credential: Credential, signal?: AbortSignal): Promise<boolean>
  close(): Promise<void>
}

/** Credentials that stay what they are. */
export function fixedCredentials(credential: Credential): Credentials {
  return { get: async () => credential, rejected: async () => false, close: async () => {} }
}
