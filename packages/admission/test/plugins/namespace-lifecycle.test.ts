import type { ApiObject } from '@pinnace/meta'
import { describe, expect, it } from 'vitest'
import type { AdmissionAttributes } from '../../src/index.ts'
import { namespaceLifecycle } from '../../src/plugins/namespace-lifecycle.ts'
import { judgeOf, type Verdict } from '../support/judge.ts'

const open: ApiObject = { metadata: { name: 'default' } }
const closing = { metadata: { name: 'default' }, status: { phase: 'Terminating' } } as ApiObject

async function judge(found: ApiObject | undefined, over: Partial<AdmissionAttributes> = {}): Promise<Verdict> {
  const stored = found === undefined ? [] : [{ group: '', resource: 'namespaces', object: found }]
  return (await judgeOf(namespaceLifecycle, { stored })).judge(over)
}

describe('NamespaceLifecycle', () => {
  it('allows to create objects in an active namespace', async () => {
    expect((await judge(open)).refusal).toBeUndefined()
  })

  it.each([
    ['a namespace that is not there', undefined, {}, 'namespaces "default" not found'],
    [
      'a namespace that is going away',
      closing,
      {},
      'configmaps "a" is forbidden: unable to create new content in namespace default because it is being terminated',
    ],
    [
      'the deletion of a namespace of the server',
      open,
      {
        operation: 'DELETE',
        resource: { group: '', version: 'v1', resource: 'namespaces' },
        name: 'kube-system',
        namespace: 'kube-system',
      } as const,
      'namespaces "kube-system" is forbidden: this namespace may not be deleted',
    ],
  ])('refuses %s', async (_what, found, over, message) => {
    expect((await judge(found, over)).refusal).toMatchObject({ message })
  })

  it('has the reason as a cause', async () => {
    expect((await judge(closing)).refusal).toMatchObject({
      details: { causes: [{ reason: 'NamespaceTerminating', field: 'metadata.namespace' }] },
    })
  })

  it('allows updates and deletes in a terminating namespace', async () => {
    expect((await judge(closing, { operation: 'UPDATE' })).refusal).toBeUndefined()
    expect((await judge(closing, { operation: 'DELETE' })).refusal).toBeUndefined()
  })

  it('allows a review of a namespace that does not exist', async () => {
    const resource = { group: 'authorization.k8s.io', version: 'v1', resource: 'localsubjectaccessreviews' }
    expect((await judge(undefined, { resource })).refusal).toBeUndefined()
  })
})
