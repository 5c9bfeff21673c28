/** The prefix of user names: `-` is none, and the default is the issuer's URL and `#`, but none for the claim `email`. */
// upstream: options/authentication.go, ToAuthenticationConfig – usernames of the issuer must not clash with others.
export function usernamePrefixOf(prefix: string, usernameClaim: string, issuerUrl: string): string {
  if (prefix === '-') return ''
  return prefix === '' && usernameClaim !== 'email' ? `${issuerUrl}#` : prefix
}
