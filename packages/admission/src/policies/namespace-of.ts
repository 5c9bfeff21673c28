import { notFound, type ApiObject } from '@pinnace/meta'
import type { AdmissionAttributes } from '../admission-attributes.ts'
import type { PluginContext } from '../plugin-context.ts'

const namespaces = { group: '', resource: 'namespaces' }

/** The namespace of the object of a request; undefined for cluster-scoped ones. A Namespace has none. */
// upstream: apiserver/pkg/admission/plugin/policy/validating/dispatcher.go, Dispatch
export async function namespaceOf(
  { kind, namespace }: Pick<AdmissionAttributes, 'kind' | 'namespace'>,
  objects: Pick<PluginContext['objects'], 'get'>,
): Promise<ApiObject | undefined> {
  if (namespace === '' || (kind.group === '' && kind.version === 'v1' && kind.kind === 'Namespace')) return undefined
  const found = await objects.get(namespaces, '', namespace)
  if (found === undefined) throw notFound(namespaces, namespace)
  return found
}
