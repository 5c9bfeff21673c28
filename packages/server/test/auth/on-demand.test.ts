import { describe, expect, it } from 'vitest'
import { OnDemand, type Current } from '../../src/authorization/on-demand.ts'

interface Opened extends Current {
  readonly serial: number
  isCurrent: boolean
  isDisposed: boolean
}

function open(): { readonly opened: Opened[]; readonly open: () => Promise<Opened> } {
  const opened: Opened[] = []
  return {
    opened,
    async open() {
      const value: Opened = {
        serial: opened.length + 1,
        isCurrent: true,
        isDisposed: false,
        [Symbol.dispose]() {
          value.isDisposed = true
        },
      }
      opened.push(value)
      return value
    },
  }
}

describe('a value on demand', () => {
  it('is opened once by callers at the same time, and then returned without waiting', async () => {
    const source = open()
    const value = new OnDemand(source.open)
    expect(value.current).toBeUndefined()
    const [first, second] = await Promise.all([value.get(), value.get()])
    expect(first).toBe(second)
    expect(value.current).toBe(first)
    expect(source.opened).toHaveLength(1)
  })

  it('is disposed and opened again once it is no longer current', async () => {
    const source = open()
    const value = new OnDemand(source.open)
    const first = await value.get()
    first.isCurrent = false
    expect(value.current).toBeUndefined()
    expect((await value.get()).serial).toBe(2)
    expect(first.isDisposed).toBe(true)
  })

  it('is used while the next one cannot be opened', async () => {
    const source = open()
    let fails = false
    const value = new OnDemand(() => (fails ? Promise.reject(new Error('the store is away')) : source.open()))
    const first = await value.get()
    first.isCurrent = false
    fails = true
    expect(await value.get()).toBe(first)
    expect(first.isDisposed).toBe(false)
    fails = false
    expect((await value.get()).serial).toBe(2)
    expect(first.isDisposed).toBe(true)
  })

  it('is opened again after a failure', async () => {
    const source = open()
    let fails = true
    const value = new OnDemand(() => (fails ? Promise.reject(new Error('the store is away')) : source.open()))
    await expect(value.get()).rejects.toThrow('the store is away')
    fails = false
    expect((await value.get()).serial).toBe(1)
  })

  it('is disposed when it is opened after the end', async () => {
    const source = open()
    const value = new OnDemand(source.open)
    const opening = value.get()
    value[Symbol.dispose]()
    expect((await opening).isDisposed).toBe(true)
  })
})
