import {
  badRequest,
  cloneJson,
  isPathSegmentName,
  quote,
  unknownResource,
  type ApiObject,
  type Status,
  type SuccessStatus,
} from '@pinnace/meta'
import { ownedBody } from '../request/raw-body.ts'
import type { WriteOptions } from '../options/write-options.ts'
import { objectOf } from '../storage/outcome.ts'
import type { RequestScope } from '../request/request-scope.ts'
import { createSubresource } from './create-subresource.ts'
import type { VerbContext } from './verb-context.ts'

/** A Binding posted to `bindings`, the legacy form of a pod's `binding` subresource; its metadata names the pod. */
// upstream: registry/core/pod/storage, LegacyBindingREST
export async function bindByName(
  server: VerbContext,
  scope: RequestScope,
  binding: ApiObject,
  options: WriteOptions,
): Promise<ApiObject | Status | SuccessStatus> {
  const { name = '' } = binding.metadata
  const [problem] = isPathSegmentName(name)
  if (problem !== undefined) throw badRequest(`Name parameter invalid: ${quote(name)}: ${problem}`)
  const pods = server.findDeclared('', 'v1', 'pods')
  const subresource = pods?.definition.subresources['binding']
  if (pods === undefined || subresource?.type !== 'create') throw unknownResource()
  const pod: RequestScope = { ...scope, signal: scope.signal, served: pods, name, subresource: 'binding' }
  const target = { subresource, resource: scope.served }
  return objectOf(await createSubresource(server, pod, target, { body: ownedBody(cloneJson(binding)), options }))
}
