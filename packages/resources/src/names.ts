import { isDns1035Label, isDns1123Label, isDns1123Subdomain, isPathSegmentName } from '@pinnace/meta'

/** Refuses names a kind cannot have; with `prefix`, text that generateName will add to. Returns messages. */
export type ValidateName = (name: string, prefix: boolean) => readonly string[]

// upstream: apimachinery/pkg/api/validation/generic.go – a prefix may end in a dash.
function maskTrailingDash(name: string): string {
  return name.length > 1 && name.endsWith('-') ? `${name.slice(0, -2)}a` : name
}

export const nameIsDnsSubdomain: ValidateName = (name, prefix) =>
  isDns1123Subdomain(prefix ? maskTrailingDash(name) : name)

export const nameIsDnsLabel: ValidateName = (name, prefix) => isDns1123Label(prefix ? maskTrailingDash(name) : name)

export const nameIsDns1035Label: ValidateName = (name, prefix) => isDns1035Label(prefix ? maskTrailingDash(name) : name)

export const nameIsPathSegment: ValidateName = (name, prefix) => isPathSegmentName(prefix ? `${name}a` : name)
