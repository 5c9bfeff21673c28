import { kubernetesVocabulary, type ApiObject } from '@pinnace/meta'
import { describe, expect, it } from 'vitest'
import {
  createAdmissionChain,
  namespaceLifecycle,
  type AdmissionAttributes,
  type AdmissionPlugin,
} from '../src/index.ts'

const attributes = (over: Partial<AdmissionAttributes> = {}): AdmissionAttributes => ({
  operation: 'CREATE',
  kind: { group: '', version: 'v1', kind: 'ConfigMap' },
  resource: { group: '', version: 'v1', resource: 'configmaps' },
  subresource: '',
  namespace: 'default',
  name: 'a',
  user: { username: 'u', groups: [], extra: {} },
  object: { metadata: { name: 'a' } },
  oldObject: undefined,
  dryRun: false,
  warn: () => {},
  ...over,
})

describe('a chain', () => {
  it('runs its plugins in order, changing before judging, and waits where one waits', async () => {
    const seen: string[] = []
    const plugin = (name: string, waits: boolean): AdmissionPlugin => ({
      name,
      handles: () => true,
      admit: async () => {
        if (waits) await new Promise((resolve) => void setImmediate(resolve))
        seen.push(`admit ${name}`)
      },
      validate: () => void seen.push(`validate ${name}`),
    })
    const chain = createAdmissionChain([plugin('slow', true), plugin('fast', false)])
    await chain.admit(attributes())
    await chain.validate(attributes())
    expect(seen).toEqual(['admit slow', 'admit fast', 'validate slow', 'validate fast'])
  })

  it('answers at once where nobody waits', () => {
    const chain = createAdmissionChain([{ name: 'a', handles: () => true, admit: () => {} }])
    expect(chain.admit(attributes())).toBeUndefined()
  })

  it('ends with the first refusal', async () => {
    const seen: string[] = []
    const chain = createAdmissionChain([
      { name: 'no', handles: () => true, validate: () => Promise.reject(new Error('no')) },
      { name: 'later', handles: () => true, validate: () => void seen.push('later') },
    ])
    await expect(chain.validate(attributes())).rejects.toThrow('no')
    expect(seen).toEqual([])
  })

  it('asks a plugin only of the operations it handles', () => {
    const seen: string[] = []
    const chain = createAdmissionChain([
      {
        name: 'deletes',
        handles: (operation) => operation === 'DELETE',
        validate: ({ operation }) => void seen.push(operation),
      },
    ])
    for (const operation of ['CREATE', 'UPDATE', 'DELETE', 'CONNECT'] as const)
      void chain.validate(attributes({ operation }))
    expect(seen).toEqual(['DELETE'])
  })

  it('refuses two plugins of one name', () => {
    const plugin: AdmissionPlugin = { name: 'twice', handles: () => true }
    expect(() => createAdmissionChain([plugin, plugin])).toThrow('admission plugin "twice" is there twice')
  })
})

describe('NamespaceLifecycle', () => {
  const open: ApiObject = { metadata: { name: 'default' } }
  const closing = { metadata: { name: 'default' }, status: { phase: 'Terminating' } } as ApiObject
  const judge = (found: ApiObject | undefined, over: Partial<AdmissionAttributes> = {}): Promise<void> | void =>
    namespaceLifecycle({ vocabulary: kubernetesVocabulary, namespace: () => found }).validate!(attributes(over))

  it('lets objects into a namespace that is open', () => {
    expect(judge(open)).toBeUndefined()
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
        namespace: '',
      } as const,
      'namespaces "kube-system" is forbidden: this namespace may not be deleted',
    ],
  ])('refuses %s', (_what, found, over, message) => {
    expect(() => judge(found, over)).toThrow(message)
  })

  it('says why in a cause', () => {
    let refusal: unknown
    try {
      void judge(closing)
    } catch (error) {
      refusal = error
    }
    expect(refusal).toMatchObject({
      details: { causes: [{ reason: 'NamespaceTerminating', field: 'metadata.namespace' }] },
    })
  })

  it('lets updates and deletes into a namespace that is going away', () => {
    expect(judge(closing, { operation: 'UPDATE' })).toBeUndefined()
    expect(judge(closing, { operation: 'DELETE' })).toBeUndefined()
  })

  it('lets a review ask about a namespace that is not there', () => {
    const resource = { group: 'authorization.k8s.io', version: 'v1', resource: 'localsubjectaccessreviews' }
    expect(judge(undefined, { resource })).toBeUndefined()
  })
})
