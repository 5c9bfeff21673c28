import type { RequestPage, TracedRequestDetails } from '@pinnace/inspector'
import { afterEach, describe, expect, it } from 'vitest'
import { readAnnotations } from '../../../inspector/page/model/webhook-patches.ts'
import { mutate, webhook } from '../admission/support/webhook-configuration.ts'
import { createScenes } from '../admission/support/webhook-scene.ts'
import { allow, patching } from '../admission/support/webhook-server.ts'
import { call } from '../support/call.ts'

const { scene, close } = createScenes()
afterEach(close)

describe('the log of requests', () => {
  it('has the patch of each webhook', async () => {
    const color = { op: 'add', path: '/data/color', value: 'red' }
    const size = { op: 'add', path: '/data/size', value: 'large' }
    const { server, hooks, create } = await scene(
      { '/color': patching(color), '/size': patching(size), '/nothing': allow },
      { inspector: true },
    )
    const names = ['color', 'nothing', 'size']
    const webhooks = names.map((name) => webhook(name, { clientConfig: hooks.client(`/${name}`) }))
    await mutate(server, 'team', ...webhooks)
    expect((await create('a')).status).toBe(201)
    const { requests } = (await call(server, 'GET', '/inspector/api/requests')).json as unknown as RequestPage
    const number = requests.find(({ resource }) => resource === 'configmaps')?.number ?? 0
    const answer = await call(server, 'GET', `/inspector/api/requests/${number}`)
    const { annotations, admission } = answer.json as unknown as TracedRequestDetails
    const { patches, others } = readAnnotations(annotations)
    expect(patches).toEqual([
      { configuration: 'team', webhook: 'color.example.com', round: 1, operations: [color] },
      { configuration: 'team', webhook: 'size.example.com', round: 1, operations: [size] },
    ])
    expect(Object.values(others).join()).toContain('nothing.example.com')
    expect(admission.find(({ name }) => name === 'MutatingAdmissionWebhook')?.patch).toEqual([color, size])
  })
})
