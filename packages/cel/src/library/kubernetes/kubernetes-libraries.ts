import { lists } from '../extensions/lists.ts'
import { optionals } from '../extensions/optionals.ts'
import { sets } from '../extensions/sets.ts'
import { strings } from '../extensions/strings.ts'
import { twoVariableComprehensions } from '../extensions/two-variable-comprehensions.ts'
import type { Macro } from '../../macros/macro.ts'
import type { Library } from '../library.ts'
import { authz, authzSelectors } from './authz/authz.ts'
import { cidr } from './cidr.ts'
import { format } from './format.ts'
import { ip } from './ip.ts'
import { listFunctions } from './list-functions.ts'
import { quantity } from './quantity.ts'
import { regex } from './regex.ts'
import { semver } from './semver.ts'
import { urls } from './urls.ts'

interface VersionedLibrary {
  /** The minor version of Kubernetes that the library came with. */
  readonly since: number
  /** The first minor version without it. */
  readonly until?: number
  readonly create: () => Library
}

// upstream: apiserver/pkg/cel/environment/base.go
const versioned: readonly VersionedLibrary[] = [
  { since: 0, create: () => ({ name: 'macros', macros: [withoutAlias] }) },
  { since: 0, create: urls },
  { since: 0, create: regex },
  { since: 0, create: listFunctions },
  { since: 0, until: 29, create: () => strings({ version: 0 }) },
  { since: 27, create: authz },
  { since: 28, create: optionals },
  { since: 28, create: quantity },
  { since: 29, create: () => strings({ version: 2 }) },
  { since: 29, create: sets },
  { since: 30, create: ip },
  { since: 30, create: cidr },
  { since: 31, create: format },
  { since: 31, create: authzSelectors },
  { since: 32, create: twoVariableComprehensions },
  { since: 33, create: semver },
  { since: 34, create: () => lists({ version: 3 }) },
]

/** `existsOne` has two variables only: with one the macro is called `exists_one`. */
const withoutAlias: Macro = { name: 'existsOne', args: 2, member: true, expand: () => undefined }

/**
 * The libraries that expressions may use in a version of Kubernetes: `'1.36'`. `jsonPatch`, which only mutating policies
 * have, is not among them. The functions of authorizers are, but the variables `authorizer` and
 * `authorizer.requestResource` must be declared where expressions may ask.
 * @throws TypeError for a text that is no version
 */
export function kubernetesLibraries(version: string): readonly Library[] {
  const minor = minorOf(version)
  return versioned
    .filter(({ since, until = Infinity }) => since <= minor && minor < until)
    .map(({ create }) => create())
}

/** The version whose libraries new expressions are held to: one behind, so that a server can go back to it. */
export function compatibilityVersion(version: string): string {
  return `1.${Math.max(0, minorOf(version) - 1)}`
}

function minorOf(version: string): number {
  const minor = /^v?1\.([0-9]{1,4})(?:[.+-].*)?$/.exec(version)?.[1]
  if (minor === undefined) throw new TypeError(`"${version}" is no version of Kubernetes: expected one such as "1.36"`)
  return Number(minor)
}
