import { createMemoryStore } from '@pinnace/store/memory'
import { expect, it } from 'vitest'
import { createServer } from '../src/index.ts'
import { call } from './support/call.ts'

it('a server starts over a store that another has filled', async () => {
  const store = createMemoryStore()
  const options = { vocabulary: 'kubernetes', preset: 'testing', store } as const
  const before = await createServer(options)
  const { json } = await call(before, 'GET', '/api/v1/namespaces/default/services/kubernetes')
  const after = await createServer(options)
  expect((await call(after, 'GET', '/api/v1/namespaces/default/services/kubernetes')).json).toEqual(json)
})
