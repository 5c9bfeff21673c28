import { cloneJson, freezeJson, parseGroupVersion, type ApiObject, type GroupResource } from '@pinnace/meta'
import type { AdmissionObjects } from '../plugin-context.ts'
import type { KnownKinds } from './known-kinds.ts'

/** The objects that a plugin or a policy can read: those of a server, or a list of them. */
export type ReadableObjects = AdmissionObjects | readonly ApiObject[]

/** Makes a list of objects readable by resource, namespace and name. A namespace that is not in the list exists without labels of its own. */
export function storedObjects(given: ReadableObjects, kinds: KnownKinds): AdmissionObjects {
  if (isReader(given)) return given
  const stored = given.map((object) => ({
    resource: kinds.resourceOf(kindOf(object)),
    object: freezeJson(cloneJson(object)),
  }))
  const named = ({ metadata }: ApiObject, namespace: string, name: string): boolean =>
    metadata.name === name && (metadata.namespace ?? '') === namespace
  return {
    get<T extends ApiObject>(resource: GroupResource, namespace: string, name: string): T | undefined {
      const found = stored.find((one) => isSame(one.resource, resource) && named(one.object, namespace, name))
      const isNamespace = resource.group === '' && resource.resource === 'namespaces'
      return (found?.object ?? (isNamespace ? plainNamespace(name, kinds.vocabulary) : undefined)) as T | undefined
    },
    list<T extends ApiObject>(resource: GroupResource, namespace: string): readonly T[] {
      return stored
        .filter((one) => isSame(one.resource, resource))
        .map(({ object }) => object as T)
        .filter(({ metadata }) => namespace === '' || metadata.namespace === namespace)
    },
    create: unchangeable,
    updateStatus: unchangeable,
  }
}

function unchangeable(): Promise<never> {
  return Promise.reject(new TypeError('the objects of an evaluation cannot be changed'))
}

function isReader(given: ReadableObjects): given is AdmissionObjects {
  return !Array.isArray(given)
}

function isSame(left: GroupResource, right: GroupResource): boolean {
  return left.group === right.group && left.resource === right.resource
}

function kindOf({ apiVersion = '', kind = '', metadata }: ApiObject): Parameters<KnownKinds['resourceOf']>[0] {
  const version = parseGroupVersion(apiVersion)
  if (version !== undefined && kind !== '') return { ...version, kind }
  throw new TypeError(`the stored object ${JSON.stringify(metadata.name ?? '')} requires apiVersion and kind`)
}

/** A namespace as kube-apiserver creates it. */
function plainNamespace(name: string, { labelDomain, product }: KnownKinds['vocabulary']): ApiObject {
  return freezeJson({
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name, labels: { [`${labelDomain}/metadata.name`]: name } },
    spec: { finalizers: [product] },
    status: { phase: 'Active' },
  } as ApiObject)
}
