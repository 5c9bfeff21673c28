import { thenMaybe, notFound, type ApiObject, type Awaitable, type LabelSelectorMatcher } from '@pinnace/meta'
import type { AdmissionAttributes } from './attributes.ts'
import type { AdmissionObjects } from './plugin-context.ts'

const namespaces = { group: '', resource: 'namespaces' }

/** Either the object or the old one, by its labels. */
// upstream: apiserver/pkg/admission/plugin/webhook/predicates/object
export function matchesObject(
  selector: LabelSelectorMatcher,
  { object, oldObject }: Pick<AdmissionAttributes, 'object' | 'oldObject'>,
): boolean {
  if (selector.isEmpty) return true
  return isSelected(selector, object) || isSelected(selector, oldObject)
}

function isSelected(selector: LabelSelectorMatcher, object: Pick<ApiObject, 'metadata'> | undefined): boolean {
  // The options of a connection have no metadata, and so nothing to be selected by.
  return object?.metadata !== undefined && selector.matches(object.metadata.labels)
}

/**
 * The namespace an object is in, by its labels; a Namespace by its own. What belongs to the cluster is always selected.
 * Throws 404 for a namespace that is not there.
 */
// upstream: apiserver/pkg/admission/plugin/webhook/predicates/namespace
export function matchesNamespace(
  selector: LabelSelectorMatcher,
  asked: Pick<AdmissionAttributes, 'operation' | 'resource' | 'subresource' | 'namespace' | 'object'>,
  objects: Pick<AdmissionObjects, 'get'> | undefined,
): Awaitable<boolean> {
  const { operation, resource, subresource, namespace, object } = asked
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
