import { createTestServer } from '@pinnace/testing'
import { describe, expect, it } from 'vitest'

describe('an object that is written again', () => {
  const kind = { apiVersion: 'apps/v1', kind: 'Deployment' }
  const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } }
  const spec = { selector: { matchLabels: { a: 'b' } }, template }

  it('shares what has not changed with the object before, in any order of its members', async () => {
    await using server = await createTestServer()
    const deployments = server.client(kind).namespace('default')
    await deployments.create({ metadata: { name: 'web' }, spec })
    const first = await deployments.get('web')
    const reversed = Object.fromEntries(Object.entries(first.spec as object).toReversed())
    const second = await deployments.update({
      ...first,
      metadata: { ...first.metadata, labels: { x: 'y' } },
      spec: reversed,
    })
    expect(second.metadata.labels).toEqual({ x: 'y' })
    expect(second.metadata.generation).toBe(1)
    expect(second.spec).toBe(first.spec)
    const third = await deployments.patch('web', { spec: { replicas: 3 } }, { type: 'merge' })
    expect(third.metadata.generation).toBe(2)
    expect(third.spec).toEqual({ ...(first.spec as object), replicas: 3 })
    expect(third.status).toBe(first.status)
    expect(await deployments.get('web')).toEqual(third)
  })
})
