/** What authenticates a request. */
export interface Credential {
  /** The value of the Authorization header. */
  readonly authorization?: string
  /** Client certificate and key, PEM. Connections that were made with another one are closed. */
  readonly certificate?: { readonly cert: string; readonly key: string }
}

/** A source of credentials. */
export interface Credentials {
  /** The credential to use now. */
  get(signal?: AbortSignal): Promise<Credential>
  /** Called when the server answered 401. True where {@link get} now returns another credential to retry with. */
  rejected(credential: Credential, signal?: AbortSignal): Promise<boolean>
  close(): Promise<void>
}

/** Credentials that never change. */
export function fixedCredentials(credential: Credential): Credentials {
  return { get: async () => credential, rejected: async () => false, close: async () => {} }
}
