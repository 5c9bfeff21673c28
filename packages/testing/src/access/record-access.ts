import { breakDown, compactRules, describeRule, uncoveredRules, type ClusterRole, type Role } from '@pinnace/rbac'
import type { Vocabulary } from '@pinnace/meta'
import { AssertionError } from 'node:assert'
import type { LoggedRequest } from '../requests/request-log.ts'

type PolicyRule = NonNullable<Role['rules']>[number]

/** Options of {@link AccessRecording.toRole}. */
export interface ToRoleOptions {
  /** The name of the roles. */
  readonly name: string
  /** Limits rules on single objects to their names. Creates, lists and watches are not limited. @default false */
  readonly names?: boolean
}

/** The roles that allow what has been recorded. */
export interface RecordedRoles {
  /** For cluster-scoped resources, all namespaces, and paths that are no resources; undefined without such requests. */
  readonly clusterRole: ClusterRole | undefined
  /** One for each namespace. */
  readonly roles: readonly Role[]
}

/** What the requests of a server have needed. */
export interface AccessRecording extends Disposable {
  /** The smallest roles that allow every recorded request. */
  toRole(options: ToRoleOptions): RecordedRoles
  /**
   * Asserts that rules allow every recorded request in whatever namespace, and that each of their verbs, groups and
   * resources was used.
   */
  assertRole(role: { readonly rules?: readonly PolicyRule[] | null | undefined }): void
  /** Ends the recording. */
  stop(): void
}

/** Options of {@link recordAccess}. */
export interface RecordAccessOptions {
  /** The user whose requests are recorded. @default every user but the server itself */
  readonly user?: string
}

/** A recording, and the function that adds requests to it. */
export interface WritableRecording {
  readonly recording: AccessRecording
  add(request: LoggedRequest): void
}

/** The user of clients in process, which needs no roles. */
const serverUser = 'system:apiserver'

/** What a recording belongs to. */
export interface RecordingScope {
  readonly vocabulary: Vocabulary
  /** Called when the recording ends. */
  readonly onStop: () => void
}

/** Creates a recording without requests. */
export function createAccessRecording(
  { user }: RecordAccessOptions,
  { vocabulary, onStop }: RecordingScope,
): WritableRecording {
  const used = new Map<string, Access>()
  const recording: AccessRecording = {
    toRole: (options) => toRoles([...used.values()], options, `${vocabulary.group('rbac.authorization')}/v1`),
    assertRole({ rules }) {
      const wanted = [...used.values()].flatMap((access) => ruleOf(access, true))
      assertExact(wanted, rules ?? [])
    },
    stop: onStop,
    [Symbol.dispose]: onStop,
  }
  return {
    recording,
    add(request) {
      const { username } = request.user
      if (user === undefined ? username === serverUser : username !== user) return
      const access = accessOf(request)
      used.set(JSON.stringify(access), access)
    },
  }
}

interface Access {
  readonly namespace: string
  readonly verb: string
  /** Undefined for a path that is no resource. */
  readonly resource: string | undefined
  readonly group: string
  readonly name: string
  readonly path: string
}

function accessOf({ verb, group, resource, subresource, namespace, name, target }: LoggedRequest): Access {
  if (resource === '') {
    return { namespace: '', verb, resource: undefined, group: '', name: '', path: target.split('?', 1)[0] ?? '' }
  }
  const full = subresource === '' ? resource : `${resource}/${subresource}`
  return { namespace: resource === 'namespaces' ? '' : namespace, verb, resource: full, group, name, path: '' }
}

/** Verbs whose requests are for one object, by its name. */
const namedVerbs = new Set(['get', 'update', 'patch', 'delete'])

function ruleOf({ verb, group, resource, name, path }: Access, names: boolean): PolicyRule {
  if (resource === undefined) return { verbs: [verb], nonResourceURLs: [path] }
  const isNamed = names && namedVerbs.has(verb) && name !== ''
  return { verbs: [verb], apiGroups: [group], resources: [resource], ...(isNamed ? { resourceNames: [name] } : {}) }
}

function toRoles(
  accesses: readonly Access[],
  { name, names = false }: ToRoleOptions,
  apiVersion: string,
): RecordedRoles {
  const byNamespace = new Map<string, PolicyRule[]>()
  for (const access of accesses) {
    const rules = byNamespace.get(access.namespace) ?? []
    byNamespace.set(access.namespace, [...rules, ruleOf(access, names)])
  }
  const wide = byNamespace.get('')
  byNamespace.delete('')
  return {
    clusterRole:
      wide === undefined ? undefined : { apiVersion, kind: 'ClusterRole', metadata: { name }, rules: smallest(wide) },
    roles: [...byNamespace]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([namespace, rules]) => ({
        apiVersion,
        kind: 'Role',
        metadata: { name, namespace },
        rules: smallest(rules),
      })),
  }
}

/** The rules without duplicates, with one rule for the verbs of each resource, in a stable order. */
function smallest(rules: readonly PolicyRule[]): PolicyRule[] {
  const unique = new Map(rules.map((rule) => [JSON.stringify(rule), rule]))
  return compactRules([...unique.values()])
    .map((rule) => ({ ...rule, verbs: [...rule.verbs].toSorted() }))
    .toSorted((one, other) => (describeRule(one) < describeRule(other) ? -1 : 1))
}

function assertExact(wanted: readonly PolicyRule[], held: readonly PolicyRule[]): void {
  const missing = smallest(uncoveredRules(held, wanted))
  const unused = held
    .flatMap(breakDown)
    .filter((rule) => wanted.every((one) => uncoveredRules([rule], [one]).length > 0))
  if (missing.length === 0 && unused.length === 0) return
  const list = (title: string, rules: readonly PolicyRule[]): readonly string[] =>
    rules.length === 0 ? [] : [title, ...rules.map((rule) => `  ${describeRule(rule)}`)]
  throw new AssertionError({
    message: [...list('the role does not allow:', missing), ...list('nothing has used:', smallest(unused))].join('\n'),
  })
}
