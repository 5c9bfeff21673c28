import type { Case, Step } from '../case.ts'

const group = '/apis/admissionregistration.k8s.io/v1'

/** A policy with its binding and the requests that it judges. */
export interface PolicyEntry {
  /** Names the policy, and labels the objects it is for. */
  readonly id: string
  readonly spec: object
  /** The spec of the binding, in addition to the name of the policy. */
  readonly binding?: object
  /** Bindings in addition to the first. */
  readonly otherBindings?: readonly object[]
  /** Requests; by default one creates a ConfigMap with `data`. */
  readonly send?: readonly (Partial<Step> & { readonly data?: object; readonly labels?: object })[]
}

/** Which policies a case is made of. */
export interface PolicyCaseOptions {
  readonly name: string
  readonly type: 'Validating' | 'Mutating'
  readonly namespace: string
  readonly prefix: string
  readonly entries: readonly PolicyEntry[]
  /** Requests before the policies, and what they need removed after them. */
  readonly before?: readonly Step[]
  readonly after?: readonly Step[]
}

/** How long kube-apiserver may take until a policy takes effect. */
const settleMs = 2500

/** The policies of a case are written, then every request is sent, then they are deleted. */
export function policyCase(options: PolicyCaseOptions): Case {
  const { name, type, entries, before = [], after = [] } = options
  const path = `${group}/${type.toLowerCase()}admissionpolicies`
  const bindings = `${group}/${type.toLowerCase()}admissionpolicybindings`
  const nameOf = ({ id }: PolicyEntry): string => `${options.prefix}-${id}`
  const bindingsOf = (entry: PolicyEntry): readonly object[] => [entry.binding ?? {}, ...(entry.otherBindings ?? [])]
  return {
    name,
    kind: `${type.toLowerCase()}admissionpolicies`,
    steps: [
      ...before,
      ...entries.map((entry) => write(path, policyOf(options, entry, nameOf(entry)))),
      ...entries.flatMap((entry) =>
        bindingsOf(entry).map((binding, at) =>
          write(bindings, bindingOf(type, `${nameOf(entry)}-${at}`, { policyName: nameOf(entry), ...binding })),
        ),
      ),
      { method: 'GET', path: '/version', afterMs: settleMs, silent: true },
      ...entries.flatMap((entry) => (entry.send ?? [{}]).map((sent) => request(options, entry, sent))),
      ...entries.flatMap((entry) =>
        bindingsOf(entry).map((_, at): Step => remove(`${bindings}/${nameOf(entry)}-${at}`)),
      ),
      ...entries.map((entry): Step => remove(`${path}/${nameOf(entry)}`)),
      ...after,
    ],
  }
}

/** Policies that are rejected or accepted as they are written, and not kept. */
export function writtenPolicies(name: string, type: 'Validating' | 'Mutating', specs: readonly object[]): Case {
  const options = { name, type, namespace: '', prefix: 'px', entries: [] }
  return {
    name,
    kind: `${type.toLowerCase()}admissionpolicies`,
    steps: specs.map((spec) => ({
      method: 'POST',
      path: `${group}/${type.toLowerCase()}admissionpolicies?dryRun=All`,
      body: policyOf(options, { id: 'x', spec }, 'written'),
    })),
  }
}

function write(path: string, body: object): Step {
  return { method: 'POST', path, body }
}

function remove(path: string): Step {
  return { method: 'DELETE', path, silent: true }
}

function policyOf({ type, prefix }: PolicyCaseOptions, { id, spec }: PolicyEntry, name: string): object {
  const rule = { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE', 'UPDATE'], resources: ['configmaps'] }
  return {
    metadata: { name },
    spec: {
      matchConstraints: { resourceRules: [rule], objectSelector: { matchLabels: { policy: `${prefix}-${id}` } } },
      ...(type === 'Validating' ? { validations: [{ expression: 'true' }] } : { reinvocationPolicy: 'Never' }),
      ...spec,
    },
  }
}

function bindingOf(type: PolicyCaseOptions['type'], name: string, spec: object): object {
  return { metadata: { name }, spec: { ...(type === 'Validating' ? { validationActions: ['Deny'] } : {}), ...spec } }
}

function request(
  { namespace, prefix }: PolicyCaseOptions,
  { id }: PolicyEntry,
  { data, labels, ...step }: NonNullable<PolicyEntry['send']>[number],
): Step {
  const metadata = { name: id, labels: { policy: `${prefix}-${id}`, ...labels } }
  return {
    method: 'POST',
    path: `/api/v1/namespaces/${namespace}/configmaps?dryRun=All`,
    ...(step.method === undefined || step.method === 'POST'
      ? { body: { metadata, data: data ?? { a: '1', b: '2' } } }
      : {}),
    ...step,
  }
}
