import type { Authenticator } from '@pinnace/authn'
import type { Awaitable, PeerCertificate, UserInfo } from '@pinnace/meta'

/** An authenticator, and the requests its promises are tried on. */
export interface AuthenticatorScene {
  /** Creates the authenticator; called anew for every promise. */
  readonly create: () => Awaitable<Authenticator>
  /** Requests with credentials that are accepted, and the user each names. At least one. */
  readonly accepted: readonly AcceptedRequest[]
  /** Requests with credentials that the authenticator is responsible for and does not accept. @default none */
  readonly rejected?: readonly RequestToAuthenticate[]
  /** Requests without credentials that it is responsible for, beside those that the contract tries itself. @default none */
  readonly others?: readonly RequestToAuthenticate[]
  readonly limits?: AuthenticatorLimits
}

/** What a request carries. */
export interface RequestToAuthenticate {
  /** @default 'GET' */
  readonly method?: string
  /** @default '/api' */
  readonly target?: string
  /** Header lines; a list of values is several lines of one name. @default none */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>
  /** The client certificate of the connection, not verified. */
  readonly peerCertificate?: PeerCertificate
}

/** A request and the user it names. */
export interface AcceptedRequest extends RequestToAuthenticate {
  /** The members of the user that are compared. */
  readonly user: Partial<UserInfo> & Pick<UserInfo, 'username'>
}

/** What an authenticator does by its nature. */
export interface AuthenticatorLimits {
  /** It names the anonymous user where there are no credentials. */
  readonly namesAnonymous?: true
  /** The longest time one answer may take, in milliseconds. @default 5000 */
  readonly timeoutMs?: number
}
