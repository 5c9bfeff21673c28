import { badRequest, type ApiObject } from '@pinnace/meta'
import type { RequestScope } from './request-scope.ts'
import type { Draft } from '../storage/draft.ts'

/** Sets the namespace of an object to the request's. Throws 400 if the object names another one. */
export function placeInNamespace(draft: Draft, { namespace, served }: RequestScope): void {
  const given = draft.metadata.namespace ?? ''
  if (served.definition.scope === 'Cluster') {
    // upstream: registry/rest/meta.go, EnsureObjectNamespaceMatchesRequestNamespace – it is dropped.
    delete draft.metadata.namespace
    return
  }
  if (given !== '' && given !== namespace) throw otherNamespace()
  draft.metadata.namespace = namespace
}

/** Throws 400 if the name or namespace of a body does not match the URL. */
// upstream: endpoints/handlers/rest.go, checkName
export function assertNamed(object: ApiObject, { name, namespace, served }: RequestScope): void {
  const given = object.metadata.name ?? ''
  const place = object.metadata.namespace ?? ''
  if (served.definition.scope === 'Namespaced' && place !== '' && place !== namespace) throw otherNamespace()
  if (given === '') {
    throw badRequest(`the name of the object (${name} based on URL) was undeterminable: name must be provided`)
  }
  if (given !== name) throw badRequest(`the name of the object (${given}) does not match the name on the URL (${name})`)
}

function otherNamespace(): Error {
  return badRequest('the namespace of the provided object does not match the namespace sent on the request')
}
