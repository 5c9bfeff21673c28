import { createServer, type Server, type ServerOptions } from '../../../src/index.ts'
import { call, type Answer } from '../../support/call.ts'

const group = '/apis/admissionregistration.k8s.io/v1'
const json = { 'content-type': 'application/json' }

/** A server with policies. */
export interface PolicyScene {
  readonly server: Server
  post(path: string, body: object): Promise<Answer>
  patch(path: string, body: object): Promise<Answer>
  /** Writes a policy for ConfigMaps and its binding. @throws where one of them is rejected */
  validating(name: string, spec: object, binding?: object): Promise<void>
  mutating(name: string, spec: object, binding?: object): Promise<void>
  /** Deletes a policy and its binding. */
  remove(type: 'validating' | 'mutating', name: string): Promise<void>
  /** Creates a ConfigMap as a dry run. */
  create(data?: object, metadata?: object): Promise<Answer>
}

const rule = { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE', 'UPDATE'], resources: ['configmaps'] }

/** Starts a server. */
export async function policyScene(options: Partial<ServerOptions> = {}): Promise<PolicyScene> {
  const server = await createServer({ vocabulary: 'kubernetes', preset: 'testing', ...options })
  return sceneOf(server)
}

/** The scene of a server. */
export function sceneOf(server: Server): PolicyScene {
  const post = (path: string, body: object): Promise<Answer> => call(server, 'POST', path, { headers: json, body })
  const write = async (type: string, name: string, spec: object, binding: object): Promise<void> => {
    for (const [kind, own] of [
      ['policies', { matchConstraints: { resourceRules: [rule] }, ...spec }],
      ['policybindings', { policyName: name, ...binding }],
    ] as const) {
      const answer = await post(`${group}/${type}admission${kind}`, { metadata: { name }, spec: own })
      if (answer.status !== 201) throw new Error(answer.json.message)
    }
  }
  return {
    server,
    post,
    patch: (path, body) =>
      call(server, 'PATCH', path, { headers: { 'content-type': 'application/merge-patch+json' }, body }),
    validating: (name, spec, binding = {}) =>
      write('validating', name, spec, { validationActions: ['Deny'], ...binding }),
    mutating: (name, spec, binding = {}) => write('mutating', name, { reinvocationPolicy: 'Never', ...spec }, binding),
    async remove(type, name) {
      for (const kind of ['policybindings', 'policies'])
        await call(server, 'DELETE', `${group}/${type}admission${kind}/${name}`)
    },
    create: (data = { a: '1' }, metadata = {}) =>
      post('/api/v1/namespaces/default/configmaps?dryRun=All', { metadata: { name: 'm', ...metadata }, data }),
  }
}

/** A policy with one validation. */
export function check(expression: string, more: object = {}): object {
  return { validations: [{ expression, ...more }] }
}

/** A policy with one apply configuration. */
export function apply(expression: string, more: object = {}): object {
  return { mutations: [{ patchType: 'ApplyConfiguration', applyConfiguration: { expression } }], ...more }
}

/** A policy with one JSON patch. */
export function jsonPatch(expression: string, more: object = {}): object {
  return { mutations: [{ patchType: 'JSONPatch', jsonPatch: { expression } }], ...more }
}
