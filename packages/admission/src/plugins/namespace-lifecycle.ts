import { thenMaybe, forbidden, notFound, StatusError, type ApiObject, type Awaitable } from '@pinnace/meta'
import type { AdmissionAttributes } from '../admission-attributes.ts'
import type { BuiltInPlugin } from '../built-in-plugin.ts'

const namespaces = { group: '', resource: 'namespaces' }

/**
 * Refuses to create objects in a namespace that does not exist or is terminating, and to delete the namespaces the
 * server requires.
 */
// upstream: apiserver/pkg/admission/plugin/namespace/lifecycle
export const namespaceLifecycle: BuiltInPlugin = {
  name: 'NamespaceLifecycle',
  isDefault: true,
  create({ vocabulary, objects }) {
    const immortal = new Set(['default', vocabulary.systemNamespace, vocabulary.publicNamespace])
    const reviews = vocabulary.group('authorization')
    return {
      name: 'NamespaceLifecycle',
      handles: (operation) => operation !== 'CONNECT',
      admit(attributes): Awaitable<void> {
        const { operation, resource, subresource, name } = attributes
        if (resource.group === '' && resource.resource === 'namespaces') {
          if (operation === 'DELETE' && subresource === '' && immortal.has(name)) {
            throw forbidden(resource, name, 'this namespace may not be deleted')
          }
          return
        }
        if (attributes.namespace === '' || operation !== 'CREATE') return
        // upstream: isAccessReview – access to a namespace that does not exist can be reviewed.
        if (resource.group === reviews && resource.resource === 'localsubjectaccessreviews') return
        return thenMaybe(objects.get(namespaces, '', attributes.namespace), (live) =>
          assertNotTerminating(live, attributes),
        )
      },
    }
  },
}

function assertNotTerminating(
  live: ApiObject | undefined,
  { namespace, resource, object, name }: AdmissionAttributes,
): void {
  if (live === undefined) throw notFound(namespaces, namespace)
  const phase = (live as { readonly status?: { readonly phase?: string } }).status?.phase
  if (phase !== 'Terminating' && live.metadata.deletionTimestamp === undefined) return
  const subject = object?.metadata.name ?? name
  const message = `unable to create new content in namespace ${namespace} because it is being terminated`
  const refusal = forbidden(resource, subject, message)
  throw new StatusError('Forbidden', refusal.message, {
    details: {
      ...refusal.details,
      causes: [
        {
          reason: 'NamespaceTerminating',
          message: `namespace ${namespace} is being terminated`,
          field: 'metadata.namespace',
        },
      ],
    },
  })
}
