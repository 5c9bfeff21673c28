import { describe, expect, it } from 'vitest'
import type { ClassifiedOwners } from '../../src/garbage-collector/classify-owners.ts'
import { decideDeletion } from '../../src/garbage-collector/decide-deletion.ts'
import { observed, own, reference } from './support.ts'

const owners = (classified: Partial<ClassifiedOwners>): ClassifiedOwners => ({
  solid: [],
  dangling: [],
  waiting: [],
  ...classified,
})
const x = reference('x')
const y = reference('y')

describe('an object with owner references', () => {
  it('stays while all its owners exist', () => {
    const decision = decideDeletion(observed('d'), { ownerReferences: [x, y] }, owners({ solid: [x, y] }))
    expect(decision).toEqual({ type: 'keep' })
  })

  it('loses references to owners that do not exist while another owner does', () => {
    const decision = decideDeletion(observed('d'), { ownerReferences: [x, y] }, owners({ solid: [x], dangling: [y] }))
    expect(decision).toEqual({ type: 'setOwners', owners: [x] })
  })

  it('loses references to owners that wait for their dependents while another owner does not', () => {
    const decision = decideDeletion(observed('d'), { ownerReferences: [x, y] }, owners({ solid: [y], waiting: [x] }))
    expect(decision).toEqual({ type: 'setOwners', owners: [y] })
  })

  it.each([
    ['Background', []],
    ['Background', ['example.dev/other']],
    ['Foreground', ['foregroundDeletion']],
    ['Orphan', ['orphan']],
    ['Orphan', ['foregroundDeletion', 'orphan']],
  ] as const)('is deleted with %s when no owner exists and its finalizers are %j', (propagationPolicy, finalizers) => {
    const decision = decideDeletion(observed('d'), { ownerReferences: [x], finalizers }, owners({ dangling: [x] }))
    expect(decision).toEqual({ type: 'delete', propagationPolicy })
  })

  it('is deleted in the background when an owner waits for it and it has no dependents', () => {
    const decision = decideDeletion(observed('d'), { ownerReferences: [x] }, owners({ waiting: [x] }))
    expect(decision).toEqual({ type: 'delete', propagationPolicy: 'Background' })
  })

  it('is deleted in the foreground when an owner waits for it and it has dependents', () => {
    const node = own(observed('d'), observed('e'))
    const decision = decideDeletion(node, { ownerReferences: [x] }, owners({ waiting: [x] }))
    expect(decision).toEqual({ type: 'delete', propagationPolicy: 'Foreground' })
  })

  it('unblocks its owners first when one of them is its dependent, too', () => {
    const blocking = { ...x, blockOwnerDeletion: true }
    const node = own(observed('d'), observed('x'))
    const decision = decideDeletion(node, { ownerReferences: [blocking, y] }, owners({ waiting: [blocking] }))
    expect(decision).toEqual({
      type: 'delete',
      propagationPolicy: 'Foreground',
      unblocked: [{ ...x, blockOwnerDeletion: false }, y],
    })
  })

  it('unblocks its owners first when a dependent is being deleted in the foreground', () => {
    const dependent = Object.assign(observed('e'), { isDeletingDependents: true })
    const decision = decideDeletion(
      own(observed('d'), dependent),
      { ownerReferences: [x] },
      owners({ waiting: [x], dangling: [y] }),
    )
    expect(decision).toEqual({ type: 'delete', propagationPolicy: 'Foreground', unblocked: [x] })
  })
})
