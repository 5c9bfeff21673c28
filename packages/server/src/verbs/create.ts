import { badRequest, type ApiObject } from '@pinnace/meta'
import type { RawBody } from '../body/raw-body.ts'
import type { Call } from '../call.ts'
import type { ServerCore } from '../core.ts'
import type { WriteOptions } from '../options/write-options.ts'
import type { Outcome } from '../outcome.ts'
import type { Draft } from '../served-resource.ts'
import { decodeBody } from '../body/decode-body.ts'
import { managerOf } from '../write/track-fields.ts'
import { write } from '../write/write.ts'

/** Creates an object from a body. A name the server made up is made up again where it is taken. */
export async function create(core: ServerCore, call: Call, body: RawBody, options: WriteOptions): Promise<Outcome> {
  const draft = decodeBody(call.served, body, options.fieldValidation, (text) => call.warn(text))
  placeInNamespace(draft, call)
  const { generateName, name } = draft.metadata
  const generated = (name ?? '') === '' && (generateName ?? '') !== ''
  return write(core, call, {
    // Only a generated name is tried twice, and then the write has changed nothing but what it fills in again.
    propose: () => (generated ? structuredClone(draft) : draft),
    strategy: call.served.definition.strategy,
    options,
    retry: generated,
    ownership: { type: 'update', manager: managerOf(call, options) },
  })
}

/** Gives an object the request's namespace; 400 where it names another. */
export function placeInNamespace(draft: Draft, { namespace, served }: Call): void {
  const given = draft.metadata.namespace ?? ''
  if (served.definition.scope === 'Cluster') {
    if (given !== '') throw badRequest('namespace is not allowed on this type')
    return
  }
  if (given !== '' && given !== namespace) {
    throw badRequest('the namespace of the provided object does not match the namespace sent on the request')
  }
  draft.metadata.namespace = namespace
}

/** Refuses a body whose name or namespace is not the URL's. */
// upstream: endpoints/handlers/rest.go, checkName
export function assertNamed(object: ApiObject, { name, namespace, served }: Call): void {
  const given = object.metadata.name ?? ''
  if (given === '') {
    throw badRequest(`the name of the object (${name} based on URL) was undeterminable: name must be provided`)
  }
  if (given !== name) throw badRequest(`the name of the object (${given}) does not match the name on the URL (${name})`)
  const place = object.metadata.namespace ?? ''
  if (served.definition.scope === 'Namespaced' && place !== '' && place !== namespace) {
    throw badRequest(
      `the namespace of the object (${place}) does not match the namespace on the request (${namespace})`,
    )
  }
}
