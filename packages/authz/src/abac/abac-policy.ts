import { parseJson, systemAuthenticated, type Vocabulary } from '@pinnace/meta'

/** One line of a policy file: a subject and what it is allowed. */
export interface AbacPolicy {
  /** Empty for any user of {@link group}. */
  readonly user: string
  /** Empty where {@link user} is the subject. */
  readonly group: string
  /** Allows `get`, `list` and `watch` only. */
  readonly readonly: boolean
  readonly apiGroup: string
  readonly resource: string
  readonly namespace: string
  readonly nonResourcePath: string
}

/** Thrown for a malformed policy file. */
export class AbacPolicyError extends TypeError {
  override readonly name = 'AbacPolicyError'
  /** The number of the malformed line, from 1. */
  readonly line: number

  constructor(path: string, line: number, text: string, cause: unknown) {
    const detail = cause instanceof Error ? cause.message : String(cause)
    super(`error reading policy file ${path}, line ${line}: ${text}: ${detail}`, { cause })
    this.line = line
  }
}

const specFields = ['user', 'group', 'readonly', 'apiGroup', 'resource', 'namespace', 'nonResourcePath']

/**
 * Parses a policy file: a JSON object per line; blank lines and lines that begin with `#` are skipped. A line without
 * apiVersion and kind is of the first version of the format. `path` is for messages. Throws an {@link AbacPolicyError},
 * also for an unknown field: a misspelled `readonly` would allow everything.
 */
// upstream: pkg/auth/authorizer/abac/abac.go, NewFromFile
export function parseAbacPolicies(text: string, path: string, vocabulary: Vocabulary): AbacPolicy[] {
  const policies: AbacPolicy[] = []
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const trimmed = line.trim()
    if (trimmed === '' || trimmed.startsWith('#')) continue
    try {
      policies.push(parsePolicy(trimmed, `abac.authorization.${vocabulary.labelDomain}/v1beta1`))
    } catch (error) {
      throw new AbacPolicyError(path, index + 1, line, error)
    }
  }
  return policies
}

type Fields = ReadonlyMap<string, unknown>

function parsePolicy(line: string, current: string): AbacPolicy {
  const { value, duplicates } = parseJson(line)
  const [twice] = duplicates()
  if (twice !== undefined) throw new Error(`duplicate field "${twice}"`)
  const policy = fieldsOf(value, 'a policy')
  const apiVersion = policy.get('apiVersion') ?? ''
  const kind = policy.get('kind') ?? ''
  if (apiVersion === '' && kind === '') return firstVersion(policy)
  if (apiVersion !== current || kind !== 'Policy') {
    throw new Error(`no kind "${String(kind)}" is registered for version "${String(apiVersion)}"`)
  }
  onlyKnown(policy, ['apiVersion', 'kind', 'spec'])
  const spec = fieldsOf(policy.get('spec') ?? {}, 'spec')
  onlyKnown(spec, specFields)
  const read = readSpec(spec)
  // upstream: apis/abac/v1beta1/conversion.go – `*` means every authenticated user.
  return read.user === '*' || read.group === '*' ? { ...read, user: '', group: systemAuthenticated } : read
}

// upstream: apis/abac/v0/conversion.go
function firstVersion(policy: Fields): AbacPolicy {
  onlyKnown(policy, ['apiVersion', 'kind', 'user', 'group', 'readonly', 'resource', 'namespace'])
  const { user, group, readonly, resource, namespace } = readSpec(policy)
  const isEverybody = (user === '' && group === '') || user === '*' || group === '*'
  return {
    user: isEverybody ? '' : user,
    group: isEverybody ? systemAuthenticated : group,
    readonly,
    apiGroup: '*',
    resource: resource || '*',
    namespace: namespace || '*',
    nonResourcePath: resource === '' && namespace === '' ? '*' : '',
  }
}

function readSpec(spec: Fields): AbacPolicy {
  const readonly = spec.get('readonly') ?? false
  if (typeof readonly !== 'boolean') throw new Error('readonly must be true or false')
  return {
    user: readText(spec, 'user'),
    group: readText(spec, 'group'),
    readonly,
    apiGroup: readText(spec, 'apiGroup'),
    resource: readText(spec, 'resource'),
    namespace: readText(spec, 'namespace'),
    nonResourcePath: readText(spec, 'nonResourcePath'),
  }
}

function readText(fields: Fields, name: string): string {
  const value = fields.get(name) ?? ''
  if (typeof value !== 'string') throw new Error(`${name} must be a string`)
  return value
}

function fieldsOf(value: unknown, what: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error(`${what} must be an object`)
  return new Map(Object.entries(value))
}

function onlyKnown(fields: Fields, known: readonly string[]): void {
  for (const name of fields.keys()) if (!known.includes(name)) throw new Error(`unknown field "${name}"`)
}
