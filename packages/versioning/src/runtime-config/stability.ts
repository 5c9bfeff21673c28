/** How much a version promises. */
export type Stability = 'alpha' | 'beta' | 'stable'

/** The level of a version by its name; undefined for a name of another form, which promises nothing. */
// upstream: apiserver/pkg/server/resourceconfig/helpers.go, gaPattern, betaPattern and alphaPattern
export function stabilityOf(version: string): Stability | undefined {
  const match = /^v[0-9]+(?:(alpha|beta)[0-9]+)?$/.exec(version)
  if (match === null) return undefined
  return (match[1] as 'alpha' | 'beta' | undefined) ?? 'stable'
}
