import { thenMaybe, notFound, type ApiObject, type Awaitable, type LabelSelectorMatcher } from '@pinnace/meta'
import type { AdmissionAttributes } from './admission-attributes.ts'
import type { AdmissionObjects } from './plugin-context.ts'

const namespaces = { group: '', resource: 'namespaces' }

/** Whether the labels of the object or of the old object match a selector. */
// upstream: apiserver/pkg/admission/plugin/webhook/predicates/object
export function matchesObject(
  selector: LabelSelectorMatcher,
  { object, oldObject }: Pick<AdmissionAttributes, 'object' | 'oldObject'>,
): boolean {
  if (selector.isEmpty) return true
  return isSelected(selector, object) || isSelected(selector, oldObject)
}

function isSelected(selector: LabelSelectorMatcher, object: Pick<ApiObject, 'metadata'> | undefined): boolean {
  // The options of a CONNECT have no metadata.
  return object?.metadata !== undefined && selector.matches(object.metadata.labels)
}

/**
 * Whether the labels of the namespace of an object match a selector; for a Namespace, its own labels. Always true for
 * cluster-scoped objects. Throws a 404 for a namespace that does not exist.
 */
// upstream: apiserver/pkg/admission/plugin/webhook/predicates/namespace
export function matchesNamespace(
  selector: LabelSelectorMatcher,
  attributes: Pick<AdmissionAttributes, 'operation' | 'resource' | 'subresource' | 'namespace' | 'object'>,
  objects: Pick<AdmissionObjects, 'get'> | undefined,
): Awaitable<boolean> {
  const { operation, resource, subresource, namespace, object } = attributes
  if (selector.isEmpty) return true
  const isNamespace = resource.group === '' && resource.resource === 'namespaces'
  if (isNamespace && subresource === '' && object !== undefined && (operation === 'CREATE' || operation === 'UPDATE')) {
    return selector.matches(object.metadata.labels)
  }
  if (namespace === '') return true
  if (objects === undefined) throw new TypeError('a namespaceSelector needs the objects of a server')
  return thenMaybe(objects.get(namespaces, '', namespace), (found) => {
    if (found === undefined) throw notFound(namespaces, namespace)
    return selector.matches(found.metadata.labels)
  })
}
