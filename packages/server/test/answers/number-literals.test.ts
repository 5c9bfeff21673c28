import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Server } from '../../src/index.ts'
import { call, type Answer } from '../support/call.ts'
import { prepareServer } from './prepared-server.ts'

const deployment = '/apis/apps/v1/namespaces/team/deployments/web'
const types = {
  merge: 'application/merge-patch+json',
  json: 'application/json-patch+json',
  strategic: 'application/strategic-merge-patch+json',
}

describe('a number that is written as no integer', () => {
  let server: Server
  beforeAll(async () => void (server = await prepareServer()))
  afterAll(() => server.close())

  const send = (method: string, path: string, body: string, type = 'application/json'): Promise<Answer> =>
    call(server, method, path, { body, headers: { 'content-type': type } })
  const patch = (type: keyof typeof types, body: string, path = deployment): Promise<Answer> =>
    send('PATCH', `${path}?dryRun=All`, body, types[type])

  it.each(['1.0', '1e2', '-0.0', '1.50'])(
    'is refused in an integer field of a merge patch and a JSON patch: %s',
    async (text) => {
      for (const [type, body] of [
        ['merge', `{"spec":{"replicas":${text}}}`],
        ['json', `[{"op":"replace","path":"/spec/replicas","value":${text}}]`],
      ] as const) {
        const answer = await patch(type, body)
        expect(answer.status).toBe(422)
        const { message } = answer.json
        expect(message).toContain(`\\"replicas\\":${text},`)
        expect(message).toMatch(
          /: json: cannot unmarshal number \S+ into Go struct field DeploymentSpec.spec.replicas of type int32$/,
        )
        expect(message).toContain(`number ${text} `)
      }
    },
  )

  it('is an integer for a strategic merge patch, if it is whole', async () => {
    expect((await patch('strategic', '{"spec":{"replicas":1e2}}')).json).toMatchObject({ spec: { replicas: 100 } })
    expect((await patch('strategic', '{"spec":{"replicas":1.5}}')).status).toBe(422)
  })

  it('is refused by the scale of a built-in kind', async () => {
    expect((await patch('merge', '{"spec":{"replicas":2.0}}', `${deployment}/scale`)).status).toBe(422)
    expect((await patch('merge', '{"spec":{"replicas":2}}', `${deployment}/scale`)).status).toBe(200)
  })

  it('is refused in the options of a deletion', async () => {
    const answer = await send('DELETE', `${deployment}?dryRun=All`, '{"gracePeriodSeconds":1.0}')
    expect(answer.status).toBe(400)
    expect(answer.json).toMatchObject({
      message: 'json: cannot unmarshal number 1.0 into Go struct field DeleteOptions.gracePeriodSeconds of type int64',
    })
  })

  it('is a quantity in a patch, with its digits', async () => {
    const quota = '/api/v1/namespaces/team/resourcequotas'
    expect((await send('POST', quota, '{"metadata":{"name":"q"},"spec":{"hard":{"cpu":1}}}')).status).toBe(201)
    const answer = await patch('merge', '{"spec":{"hard":{"cpu":1.50}}}', `${quota}/q`)
    expect(answer.json).toMatchObject({ spec: { hard: { cpu: '1500m' } } })
  })

  it('is kept in a value that may be anything, and found by a test', async () => {
    const crd = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions/widgets.example.dev'
    const at = '/spec/versions/0/schema/openAPIV3Schema/properties/size'
    const size = { type: 'number', maximum: 1.5 }
    const answer = await patch('json', JSON.stringify([{ op: 'add', path: at, value: size }]), crd)
    expect(answer.status).toBe(200)
    expect(answer.text).toContain('"maximum":1.5')
    const tested = (value: string): Promise<Answer> =>
      patch(
        'json',
        `[{"op":"add","path":"${at}","value":{"type":"number","maximum":1.5}},{"op":"test","path":"${at}/maximum","value":${value}}]`,
        crd,
      )
    expect((await tested('1.5')).status).toBe(200)
    expect((await tested('1.50')).status).toBe(422)
  })
})
