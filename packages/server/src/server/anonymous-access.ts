import { acceptsAnonymous, type AnonymousConfiguration } from '@pinnace/authn'
import { allowsEverything, type ServerOptions } from './server-options.ts'

/** For which paths requests without credentials are accepted. Throws a TypeError where the options contradict each other. */
export function anonymousAccess(
  configured: AnonymousConfiguration | undefined,
  options: ServerOptions,
): (path: string) => boolean {
  if (configured === undefined) {
    const isAllowed = options.anonymous ?? takesAnonymous(options)
    return () => isAllowed
  }
  if (options.anonymous !== undefined) {
    throw new TypeError(
      'anonymous: Forbidden: --anonymous-auth flag cannot be set when anonymous field is configured in authentication configuration file',
    )
  }
  return takesAnonymous(options) ? acceptsAnonymous(configured) : () => false
}

// upstream: kubeapiserver/options, ApplyAuthorization – where everything is allowed, users must at least be named.
function takesAnonymous(options: ServerOptions): boolean {
  return options.preset === 'testing' || !allowsEverything(options)
}
