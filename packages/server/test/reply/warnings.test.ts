import type { AdmissionPlugin } from '@pinnace/admission'
import { describe, expect, it } from 'vitest'
import { createServer } from '../../src/index.ts'
import { call } from '../support/call.ts'

/** The texts that come back when a plugin warns of these. */
async function warned(...texts: string[]): Promise<readonly string[]> {
  const plugin: AdmissionPlugin = {
    name: 'Warns',
    handles: () => true,
    resources: [{ group: '', resource: 'configmaps' }],
    validate: (attributes) => texts.forEach((text) => attributes.warn(text)),
  }
  const server = await createServer({ preset: 'testing', admission: [plugin] })
  const body = { metadata: { name: 'a' } }
  const { headers } = await call(server, 'POST', '/api/v1/namespaces/default/configmaps', { body })
  return [headers['warning'] ?? []].flat().map((line) => JSON.parse(line.slice('299 - '.length)) as string)
}

describe('warnings of an answer', () => {
  it('are sent once each, in order', async () => {
    expect(await warned('b', 'a', 'b')).toEqual(['b', 'a'])
  })

  it('are whole as long as there are 4,096 characters of them in all', async () => {
    const texts = ['a', 'b'].map((letter) => letter.repeat(2048))
    expect(await warned(...texts)).toEqual(texts)
  })

  it('are cut at 256 characters each where there are more, and end at 4,096', async () => {
    const letters = [...'abcdefghijklmnopqrst']
    expect(await warned(...letters.map((letter) => letter.repeat(300)))).toEqual(
      letters.slice(0, 16).map((letter) => letter.repeat(256)),
    )
  })

  it('are counted by character, and lose what cannot be printed', async () => {
    expect(await warned(`x\n\u0007${'y'.repeat(3000)}`)).toEqual([`x${'y'.repeat(3000)}`])
  })
})
