import type { PolicyRule } from '@pinnace/authz'
import {
  freezeJson,
  protocolRelease,
  systemAuthenticated,
  systemMasters,
  type Release,
  type Vocabulary,
} from '@pinnace/meta'
import type { ClusterRole, ClusterRoleBinding, Role, RoleBinding, RoleRef, Subject } from '@pinnace/types/rbac-v1'
import { clusterRoleLines } from './cluster-role-lines.ts'
import { controllerGates, controllerRoleLines } from './controller-role-lines.ts'
import { namespaceRoleLines } from './namespace-role-lines.ts'
import { fillIn, readRuleLine, type RuleScope } from './rule-lines.ts'

/** The default roles and bindings, in the order in which they are created. */
export interface DefaultPolicy {
  readonly clusterRoles: readonly ClusterRole[]
  readonly clusterRoleBindings: readonly ClusterRoleBinding[]
  readonly roles: readonly Role[]
  readonly roleBindings: readonly RoleBinding[]
}

/** The aggregated cluster roles, and the aggregated role that each is part of. */
const aggregatedRoles: readonly (readonly [name: string, partOf?: string])[] = [
  ['admin'],
  ['edit', 'admin'],
  ['view', 'edit'],
]

/** Subjects of the cluster role bindings, which are named after their role: `g` group, `u` user, `s` service account. */
const clusterSubjects: Readonly<Record<string, readonly string[]>> = {
  'cluster-admin': [`g ${systemMasters}`],
  'system:basic-user': [`g ${systemAuthenticated}`],
  'system:discovery': [`g ${systemAuthenticated}`],
  'system:{component}-controller-manager': ['u system:{component}-controller-manager'],
  'system:{component}-dns': ['s {component}-dns'],
  'system:{component}-scheduler': ['u system:{component}-scheduler'],
  'system:monitoring': ['g system:monitoring'],
  // The node authorizer decides for nodes; the binding exists for hosts that add subjects.
  'system:node': [],
  'system:node-proxier': ['u system:{component}-proxy'],
  'system:public-info-viewer': [`g ${systemAuthenticated}`, 'g system:unauthenticated'],
  'system:service-account-issuer-discovery': ['g system:serviceaccounts'],
  'system:volume-scheduler': ['u system:{component}-scheduler'],
}

/** Subjects of the role bindings of the system namespace, by role. */
const systemSubjects: Readonly<Record<string, readonly string[]>> = {
  'extension-apiserver-authentication-reader': [
    'u system:{component}-controller-manager',
    'u system:{component}-scheduler',
  ],
  'system::leader-locking-{component}-controller-manager': [
    'u system:{component}-controller-manager',
    's {component}-controller-manager',
    's leader-election-controller',
  ],
  'system::leader-locking-{component}-scheduler': ['u system:{component}-scheduler', 's {component}-scheduler'],
  'system:controller:bootstrap-signer': ['s bootstrap-signer'],
  'system:controller:cloud-provider': ['s cloud-provider'],
  'system:controller:token-cleaner': ['s token-cleaner'],
}

// One policy for each minor version that is emulated and the gates of controllers that are on.
const policies = new WeakMap<Vocabulary, Map<string, DefaultPolicy>>()

/** What a default policy is for. */
export interface DefaultPolicyOptions {
  /** @default the newest */
  readonly release?: Release
  /** Whether a feature gate is on. @default none is */
  readonly isEnabled?: (gate: string) => boolean
}

/**
 * The default roles and bindings of a release, with the names of the vocabulary. Some controllers have a role only with
 * their feature gate. All servers of a process share them, frozen.
 */
export function defaultPolicy(
  vocabulary: Vocabulary,
  { release = protocolRelease, isEnabled = () => false }: DefaultPolicyOptions = {},
): DefaultPolicy {
  let known = policies.get(vocabulary)
  if (known === undefined) policies.set(vocabulary, (known = new Map()))
  const gates = controllerGates.filter(isEnabled)
  const key = [release.minor, ...gates].join(' ')
  let policy = known.get(key)
  if (policy === undefined) {
    policy = freezeJson(createPolicy({ vocabulary, minor: release.minor, isEnabled: (gate) => gates.includes(gate) }))
    known.set(key, policy)
  }
  return policy
}

// upstream: plugin/pkg/auth/authorizer/rbac/bootstrappolicy
function createPolicy(scope: RuleScope): DefaultPolicy {
  const { vocabulary } = scope
  const group = vocabulary.group('rbac.authorization')
  const apiVersion = `${group}/v1`
  const annotations = { [autoupdateAnnotation(vocabulary)]: 'true' }
  const bootstrapping = { [`${vocabulary.labelDomain}/bootstrapping`]: 'rbac-defaults' }
  const aggregateTo = (name: string): Record<string, string> => ({ [`${group}/aggregate-to-${name}`]: 'true' })

  const meta = (name: string, namespace?: string): { name: string; namespace?: string } & typeof shared => ({
    name: fillIn(name, vocabulary),
    ...(namespace === undefined ? {} : { namespace }),
    ...shared,
  })
  const shared = { labels: bootstrapping, annotations }
  const rules = (lines: readonly string[]): PolicyRule[] => lines.flatMap((line) => readRuleLine(line, scope) ?? [])
  // A role without a rule came later, or needs a gate.
  const controllerLines = Object.entries(controllerRoleLines).filter(([, lines]) => rules(lines).length > 0)
  const roleRef = (kind: string, name: string): RoleRef => ({ apiGroup: group, kind, name: fillIn(name, vocabulary) })
  const subjects = (words: readonly string[]): { subjects?: Subject[] } =>
    words.length === 0 ? {} : { subjects: words.map((word) => readSubject(word, vocabulary)) }

  function clusterRole(name: string, lines: readonly string[]): ClusterRole {
    const metadata = meta(name)
    const part = /^system:aggregate-to-(.*)$/.exec(name)?.[1]
    const labels = part === undefined ? bootstrapping : { ...bootstrapping, ...aggregateTo(part) }
    return { apiVersion, kind: 'ClusterRole', metadata: { ...metadata, labels }, rules: rules(lines) }
  }

  function aggregatedRole([name, partOf]: readonly [string, string?]): ClusterRole {
    const labels = partOf === undefined ? bootstrapping : { ...bootstrapping, ...aggregateTo(partOf) }
    const aggregationRule = { clusterRoleSelectors: [{ matchLabels: aggregateTo(name) }] }
    return { apiVersion, kind: 'ClusterRole', metadata: { ...meta(name), labels }, aggregationRule, rules: null }
  }

  function clusterRoleBinding(name: string, words: readonly string[]): ClusterRoleBinding {
    const body = { ...subjects(words), roleRef: roleRef('ClusterRole', name) }
    return { apiVersion, kind: 'ClusterRoleBinding', metadata: meta(name), ...body }
  }

  function roleBinding(name: string, namespace: string, words: readonly string[]): RoleBinding {
    // The binding of extension-apiserver-authentication-reader is the only one not named after its role.
    const bindingName = name.startsWith('system:') ? name : `system::${name}`
    const body = { ...subjects(words), roleRef: roleRef('Role', name) }
    return { apiVersion, kind: 'RoleBinding', metadata: meta(bindingName, namespace), ...body }
  }

  const { systemNamespace, publicNamespace } = vocabulary
  const inNamespace = (namespace: string, lines: Readonly<Record<string, readonly string[]>>): Role[] =>
    Object.entries(lines).map(([name, roleLines]) => {
      return { apiVersion, kind: 'Role', metadata: meta(name, namespace), rules: rules(roleLines) }
    })
  return {
    clusterRoles: [
      ...aggregatedRoles.map(aggregatedRole),
      ...Object.entries(clusterRoleLines).map(([name, lines]) => clusterRole(name, lines)),
      ...controllerLines.map(([name, lines]) => clusterRole(controller(name), lines)),
    ],
    clusterRoleBindings: [
      ...Object.entries(clusterSubjects).map(([name, words]) => clusterRoleBinding(name, words)),
      ...controllerLines.map(([name]) => clusterRoleBinding(controller(name), [`s ${name}`])),
    ],
    roles: [
      ...inNamespace(systemNamespace, namespaceRoleLines.system),
      ...inNamespace(publicNamespace, namespaceRoleLines.public),
    ],
    roleBindings: [
      ...Object.entries(systemSubjects).map(([name, words]) => roleBinding(name, systemNamespace, words)),
      roleBinding('system:controller:bootstrap-signer', publicNamespace, ['s bootstrap-signer']),
    ],
  }
}

/** The rules for nodes on resources that do not depend on the node, for the node authorizer. */
// upstream: bootstrappolicy, NodeRules
export function nodeRules(vocabulary: Vocabulary): readonly PolicyRule[] {
  let rules = rulesOfNodes.get(vocabulary)
  if (rules === undefined) {
    const lines = clusterRoleLines['system:node'] ?? []
    const scope = { vocabulary, minor: protocolRelease.minor, isEnabled: () => false }
    rules = freezeJson(lines.flatMap((line) => readRuleLine(line, scope) ?? []))
    rulesOfNodes.set(vocabulary, rules)
  }
  return rules
}

const rulesOfNodes = new WeakMap<Vocabulary, readonly PolicyRule[]>()

/** The annotation whose value `"false"` keeps a default role or binding from being reconciled. */
export function autoupdateAnnotation(vocabulary: Vocabulary): string {
  return `rbac.authorization.${vocabulary.labelDomain}/autoupdate`
}

function controller(account: string): string {
  return `system:controller:${account}`
}

function readSubject(word: string, vocabulary: Vocabulary): Subject {
  const name = fillIn(word.slice(2), vocabulary)
  if (word.startsWith('s ')) return { kind: 'ServiceAccount', name, namespace: vocabulary.systemNamespace }
  return { kind: word.startsWith('g ') ? 'Group' : 'User', apiGroup: vocabulary.group('rbac.authorization'), name }
}
