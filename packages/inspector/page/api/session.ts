/** The key of the token in the session of the tab. */
const key = 'inspector-token'

/**
 * The token of the user: from the fragment of the link that the command prints, which is removed from the address at once,
 * or as it was entered in this tab. It is kept in sessionStorage, never in a cookie.
 */
export function takeToken(): string {
  const given = /^#token=([^&]+)$/.exec(location.hash)?.[1]
  if (given === undefined) return sessionStorage.getItem(key) ?? ''
  const token = decodeURIComponent(given)
  sessionStorage.setItem(key, token)
  history.replaceState(undefined, '', `${location.pathname}#/kinds`)
  return token
}

/** Keeps a token for this tab. */
export function keepToken(token: string): void {
  sessionStorage.setItem(key, token)
}

/** Forgets the token. */
export function dropToken(): void {
  sessionStorage.removeItem(key)
}
