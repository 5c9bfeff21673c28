import { badRequest, cloneJson, unknownResource, type ApiObject, type Status, type SuccessStatus } from '@pinnace/meta'
import { ownedBody } from '../body/raw-body.ts'
import type { RequestScope } from '../write/request-scope.ts'
import type { ServerCore } from '../core.ts'
import type { WriteOptions } from '../options/write-options.ts'
import { objectOf } from '../storage/outcome.ts'
import { act } from '../verbs/create-subresource.ts'

/** The older spelling of a pod's binding: posted to `bindings`, it names the pod in its metadata. */
// upstream: registry/core/pod/storage, LegacyBindingREST
export async function bindByName(
  core: ServerCore,
  scope: RequestScope,
  binding: ApiObject,
  options: WriteOptions,
): Promise<ApiObject | Status | SuccessStatus> {
  const { name = '' } = binding.metadata
  if (name === '') throw badRequest('name must be provided')
  const pods = core.findDeclared('', 'v1', 'pods')
  const action = pods?.definition.subresources['binding']
  if (pods === undefined || action?.type !== 'create') throw unknownResource()
  const pod: RequestScope = { ...scope, served: pods, name, subresource: 'binding' }
  return objectOf(await act(core, pod, action, scope.served, ownedBody(cloneJson(binding)), options))
}
