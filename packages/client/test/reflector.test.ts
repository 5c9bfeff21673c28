import { expired, StatusError } from '@pinnace/meta'
import { describe, expect, it } from 'vitest'
import { stepAfterFailure, type ReflectorStep } from '../src/informer/reflector.ts'

const cut = new Error('socket hang up')
const busy = new StatusError('TooManyRequests', 'busy')
const broken = new StatusError('InternalError', 'broken')
const gone = expired('too old')
const unknown = new StatusError('NotFound', 'no such resource')
const tooLarge = new StatusError('Timeout', 'Too large resource version', {
  code: 504,
  details: { causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }] },
})

describe('what a reflector asks for after a failure', () => {
  it.each<[string, ReflectorStep, Error, boolean, ReflectorStep]>([
    ['the same watch where the connection was cut', 'watch', cut, true, 'watch'],
    ['the same watch where the server is busy', 'watch', busy, true, 'watch'],
    ['the same watch where the server is broken', 'watch', broken, true, 'watch'],
    ['the same stream where the connection was cut', 'stream', cut, true, 'stream'],
    ['the same list where the connection was cut', 'list', cut, true, 'list'],
    ['a stream where the version is gone', 'watch', gone, true, 'stream'],
    ['a list where the version is gone and streams are not supported', 'watch', gone, false, 'list'],
    ['a stream where the server is behind the version', 'watch', tooLarge, true, 'stream'],
    ['a list where the stream was refused', 'stream', unknown, true, 'list'],
    ['a stream where the list was refused', 'list', unknown, true, 'stream'],
    ['a list where the list was refused and streams are not supported', 'list', unknown, false, 'list'],
  ])('is %s', (_, step, error, supportsStreams, next) => {
    expect(stepAfterFailure(step, error, supportsStreams)).toBe(next)
  })
})
