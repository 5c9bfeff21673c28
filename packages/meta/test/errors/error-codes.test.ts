import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { isCodedError, notFound, withErrorCode, withErrorCodes } from '../../src/index.ts'

describe('withErrorCodes', () => {
  const reference = '(see "server-options" in docs/errors.md)'

  it('gives a TypeError the code and the reference, in its message and where it is printed', () => {
    const make = (): never => {
      throw new TypeError('no option "vocab"')
    }
    const error = errorOf(() => withErrorCodes('server-options', make))
    expect(error).toMatchObject({
      name: 'TypeError',
      code: 'server-options',
      message: `no option "vocab" ${reference}`,
    })
    expect(inspect(error)).toContain(`TypeError: no option "vocab" ${reference}\n`)
    expect(isCodedError(error)).toBe(true)
  })

  it('does so for a promise', async () => {
    const rejected = withErrorCodes('server-options', async () => {
      throw new TypeError('no option "vocab"')
    })
    await expect(rejected).rejects.toMatchObject({ code: 'server-options' })
    await expect(withErrorCodes('server-options', async () => 1)).resolves.toBe(1)
  })

  it('leaves other errors, and the code that an error has', () => {
    const failed = new Error('the disk is full')
    const other = withErrorCode(new TypeError('a'), 'unknown-kind')
    for (const error of [failed, other]) {
      const thrown = errorOf(() =>
        withErrorCodes('server-options', () => {
          throw error
        }),
      )
      expect(thrown).toBe(error)
    }
    expect(failed.message).toBe('the disk is full')
    expect(other.message).toBe('a (see "unknown-kind" in docs/errors.md)')
    expect(isCodedError(failed)).toBe(false)
  })
})

describe('StatusError', () => {
  it('names its reason in the documents where it is printed, and sends the message of Kubernetes', () => {
    const error = notFound({ group: '', resource: 'configmaps' }, 'settings')
    expect(inspect(error)).toContain(`see: '"NotFound" in docs/errors.md'`)
    expect(error.toStatus()).not.toHaveProperty('see')
    expect(error.message).toBe('configmaps "settings" not found')
  })
})

function errorOf(call: () => unknown): unknown {
  try {
    call()
  } catch (error) {
    return error
  }
  throw new Error('nothing was thrown')
}
