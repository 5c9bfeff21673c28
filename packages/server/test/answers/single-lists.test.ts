import { beforeAll, describe, expect, it } from 'vitest'
import type { Server } from '../../src/index.ts'
import { prepareServer, send } from './prepared-server.ts'

const settings = '/api/v1/namespaces/team/configmaps?fieldSelector=metadata.name%3Dsettings'

let server: Server

beforeAll(async () => {
  server = await prepareServer()
})

describe('a list of one name', () => {
  it('with a limit and an old version is the newest object', async () => {
    const { status, json } = await send(server, { request: `GET ${settings}&resourceVersion=1&limit=1`, status: 200 })
    expect([status, json.items.length]).toEqual([200, 1])
    expect(Number(json.metadata.resourceVersion)).toBeGreaterThan(1)
  })

  it('of exactly an old version is empty before the object was created', async () => {
    const request = `GET ${settings}&resourceVersion=1&resourceVersionMatch=Exact` as const
    const { json } = await send(server, { request, status: 200 })
    expect([json.items, json.metadata.resourceVersion]).toEqual([[], '1'])
  })

  it.each(['limit=1', 'resourceVersionMatch=Exact'])('of a version to come with %s fails at once', async (option) => {
    const request = `GET ${settings}&resourceVersion=999999&${option}` as const
    const { status, json, headers } = await send(server, { request, status: 504 })
    expect([status, json.details]).toEqual([
      504,
      { causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }] },
    ])
    expect(headers).not.toHaveProperty('retry-after')
  })
})
