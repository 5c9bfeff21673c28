import { describe, expect, it } from 'vitest'
import { createAdmissionChain, createReinvocation, type AdmissionPlugin } from '../src/index.ts'
import { attributes } from './support/attributes.ts'

describe('createAdmissionChain', () => {
  it('runs its plugins in order, mutating before validating, and waits for promises', async () => {
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
    const chain = createAdmissionChain({ plugins: [plugin('slow', true), plugin('fast', false)] })
    await chain.admit(attributes())
    await chain.validate(attributes())
    expect(seen).toEqual(['admit slow', 'admit fast', 'validate slow', 'validate fast'])
  })

  it('is synchronous if no plugin waits', () => {
    const chain = createAdmissionChain({ plugins: [{ name: 'a', handles: () => true, admit: () => {} }] })
    expect(chain.admit(attributes())).toBeUndefined()
  })

  it('ends with the first refusal', async () => {
    const seen: string[] = []
    const chain = createAdmissionChain({
      plugins: [
        { name: 'no', handles: () => true, validate: () => Promise.reject(new Error('no')) },
        { name: 'later', handles: () => true, validate: () => void seen.push('later') },
      ],
    })
    await expect(chain.validate(attributes())).rejects.toThrow('no')
    expect(seen).toEqual([])
  })

  it('calls a plugin only for the operations and resources it handles', () => {
    const seen: string[] = []
    const chain = createAdmissionChain({
      plugins: [
        {
          name: 'a',
          handles: (operation) => operation === 'DELETE',
          validate: ({ operation }) => void seen.push(operation),
        },
        {
          name: 'b',
          handles: () => true,
          resources: [{ group: 'apps', resource: 'deployments' }],
          validate: ({ resource }) => void seen.push(resource.resource),
        },
      ],
    })
    void chain.validate(attributes({ operation: 'CREATE' }))
    void chain.validate(attributes({ operation: 'DELETE' }))
    void chain.validate(attributes({ resource: { group: 'apps', version: 'v1', resource: 'deployments' } }))
    void chain.validate(attributes({ resource: { group: '', version: 'v1', resource: 'deployments' } }))
    expect(seen).toEqual(['DELETE', 'deployments'])
  })

  it('refuses two plugins of one name', () => {
    const plugin: AdmissionPlugin = { name: 'a', handles: () => true }
    expect(() => createAdmissionChain({ plugins: [plugin, plugin] })).toThrow('duplicate admission plugin "a"')
  })

  it('runs the mutating plugins a second time on request, and not a third time', () => {
    const seen: string[] = []
    const asking: AdmissionPlugin = {
      name: 'asking',
      handles: () => true,
      admit({ reinvocation }) {
        seen.push(`asking ${reinvocation.isReinvoked}`)
        reinvocation.isRequested = true
      },
    }
    const first: AdmissionPlugin = { name: 'first', handles: () => true, admit: () => void seen.push('first') }
    const chain = createAdmissionChain({ plugins: [first, asking] })
    void chain.admit(attributes({ reinvocation: createReinvocation() }))
    expect(seen).toEqual(['first', 'asking false', 'first', 'asking true'])
  })

  it('disposes of its plugins', () => {
    const seen: string[] = []
    const chain = createAdmissionChain({
      plugins: [
        { name: 'a', handles: () => true, [Symbol.dispose]: () => void seen.push('a') },
        { name: 'b', handles: () => true },
      ],
    })
    chain[Symbol.dispose]()
    expect(seen).toEqual(['a'])
  })
})
