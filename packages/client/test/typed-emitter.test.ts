import { beforeEach, describe, expect, expectTypeOf, it } from 'vitest'
import { TypedEmitter, type TypedEventSource } from '../src/index.ts'

interface Events {
  readonly add: readonly [name: string, count: number]
  readonly synced: readonly []
}

let errors: unknown[]
let emitter: TypedEmitter<Events>
let seen: string[]
beforeEach(() => {
  errors = []
  seen = []
  emitter = new TypedEmitter<Events>({ onListenerError: (error, event) => errors.push([event, error]) })
})

describe('an emitter', () => {
  it('calls listeners in the order they were added, with the arguments of the event', () => {
    emitter
      .on('add', (name, count) => void seen.push(`first ${name} ${count}`))
      .on('add', (name) => void seen.push(`second ${name}`))
      .once('add', () => void seen.push('once'))
    expect(emitter.emit('add', 'a', 1)).toBe(true)
    expect(emitter.emit('add', 'b', 2)).toBe(true)
    expect(emitter.emit('synced')).toBe(false)
    expect(seen).toEqual(['first a 1', 'second a', 'once', 'first b 2', 'second b'])
  })

  it('removes a listener once for every time it was added', () => {
    const listener = (name: string): void => void seen.push(name)
    emitter.on('add', listener).once('add', listener).off('add', listener)
    emitter.emit('add', 'a', 1)
    emitter.off('add', listener).off('add', listener)
    expect(emitter.emit('add', 'b', 2)).toBe(false)
    expect(seen).toEqual(['a'])
  })

  it('goes on where a listener throws or rejects, and reports that', async () => {
    emitter.on('add', () => {
      throw new Error('thrown')
    })
    emitter.on('add', async () => {
      throw new Error('rejected')
    })
    emitter.on('add', (name) => void seen.push(name))
    emitter.emit('add', 'a', 1)
    await Promise.resolve()
    expect(seen).toEqual(['a'])
    expect(errors).toEqual([
      ['add', new Error('thrown')],
      ['add', new Error('rejected')],
    ])
  })

  it('has exact types', () => {
    const source: TypedEventSource<Events> = emitter
    source.on('add', (...args) => expectTypeOf(args).toEqualTypeOf<[name: string, count: number]>())
    source.on('synced', (...args) => expectTypeOf(args).toEqualTypeOf<[]>())
    // @ts-expect-error: there is no such event
    source.on('remove', () => {})
    // @ts-expect-error: the first argument is text
    source.on('add', (name: number) => void name)
  })
})
