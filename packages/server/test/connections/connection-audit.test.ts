import type { AuditEvent } from '@pinnace/audit'
import { defineAdmissionPlugin } from '@pinnace/admission/define'
import { eventually } from '@pinnace/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startSimulatedPod, type SimulatedPodServer } from './support/simulated-pod.ts'
import { askUpgrade, openSpdy, openWebSocket } from './support/upgrade.ts'

const pod = '/api/v1/namespaces/default/pods/web'

describe('every connection', () => {
  const events: AuditEvent[] = []
  const admitted: string[] = []
  let started: SimulatedPodServer

  beforeAll(async () => {
    const seen = defineAdmissionPlugin({
      name: 'Seen',
      rules: [{ operations: ['CONNECT'], apiGroups: [''], apiVersions: ['v1'], resources: ['*/*'] }],
      validate({ operation, resource, subresource, kind }) {
        admitted.push(`${operation} ${resource.resource}/${subresource} ${kind.kind}`)
      },
    })
    started = await startSimulatedPod({
      admission: [seen],
      audit: {
        policy: { rules: [{ level: 'Metadata' }] },
        sinks: [{ write: (batch) => void events.push(...batch) }],
      },
    })
    const { server } = started
    server.pods.onExec({ name: 'web' }, () => 0)
    server.pods.onAttach({ name: 'web' }, () => 0)
    server.pods.onPortForward({ name: 'web' }, (connection) => void connection.end())
    server.pods.log({ namespace: 'default', name: 'web' }, 'a line')
  })

  afterAll(() => started[Symbol.asyncDispose]())

  function stagesOf(subresource: string): readonly string[] {
    return events
      .filter(({ objectRef }) => objectRef?.subresource === subresource)
      .map(({ stage, verb, responseStatus }) => `${stage} ${verb} ${responseStatus?.code ?? ''}`.trim())
  }

  // As kube-apiserver 1.36 records them.
  it.each([
    ['exec', 'get', () => openWebSocket(started.listening, `${pod}/exec?command=a&stdout=true`, 'v5.channel.k8s.io')],
    ['attach', 'create', () => openSpdy(started.listening, `${pod}/attach?stdout=true`, 'v4.channel.k8s.io')],
    ['portforward', 'get', () => openWebSocket(started.listening, `${pod}/portforward`, 'SPDY/3.1+portforward.k8s.io')],
  ])('is recorded when it begins and when it ends: %s', async (subresource, verb, connect) => {
    const opened = await connect()
    await eventually(() => stagesOf(subresource).includes(`ResponseStarted ${verb} 101`), true)
    if ('connection' in opened) opened.connection.destroy()
    else opened.destroy()
    const expected = ['RequestReceived', 'ResponseStarted', 'ResponseComplete']
    await eventually(
      () => stagesOf(subresource),
      expected.map((stage) => `${stage} ${verb}${stage === 'RequestReceived' ? '' : ' 101'}`),
    )
    expect(events.find(({ objectRef }) => objectRef?.subresource === subresource)?.objectRef).toEqual({
      resource: 'pods',
      namespace: 'default',
      name: 'web',
      apiVersion: 'v1',
      subresource,
    })
  })

  it('is recorded for logs', async () => {
    await started.server.fetch(new Request(`http://server${pod}/log`)).then((reply) => reply.text())
    await eventually(
      () => stagesOf('log'),
      ['RequestReceived get', 'ResponseStarted get 200', 'ResponseComplete get 200'],
    )
  })

  it('is recorded for proxies and for what is refused', async () => {
    const reply = await started.server.fetch(new Request('http://server/api/v1/nodes/node-1/proxy/a'))
    expect(reply.status).toBe(500)
    await eventually(() => stagesOf('proxy').at(-1), 'ResponseComplete get 500')
    const refused = await askUpgrade(started.listening, `${pod}/exec?command=a&stdout=true`, {
      headers: { upgrade: 'h2c' },
    })
    expect(refused.status).toBe(400)
    await eventually(() => stagesOf('exec').at(-1), 'ResponseComplete get 400')
  })

  it('is admitted with the operation CONNECT and its options, except logs', async () => {
    admitted.length = 0
    for (const path of [`${pod}/exec`, `${pod}/attach`, `${pod}/portforward`, `${pod}/proxy/`, `${pod}/log`]) {
      await started.server.fetch(new Request(`http://server${path}`)).then((reply) => reply.text())
    }
    await started.server.fetch(new Request('http://server/api/v1/nodes/node-1/proxy/'))
    await started.server.fetch(new Request('http://server/api/v1/namespaces/default/services/none/proxy/'))
    expect(admitted).toEqual([
      'CONNECT pods/exec PodExecOptions',
      'CONNECT pods/attach PodAttachOptions',
      'CONNECT pods/portforward PodPortForwardOptions',
      'CONNECT pods/proxy PodProxyOptions',
      'CONNECT nodes/proxy NodeProxyOptions',
      'CONNECT services/proxy ServiceProxyOptions',
    ])
  })
})

it('an admission plugin refuses a connection with its message', async () => {
  const noShell = defineAdmissionPlugin({
    name: 'NoShell',
    rules: [{ operations: ['CONNECT'], apiGroups: [''], apiVersions: ['v1'], resources: ['pods/exec'] }],
    validate({ object, deny }) {
      const { command = [] } = object as unknown as { readonly command?: readonly string[] }
      if (command[0] === 'sh') deny('no shells here')
    },
  })
  await using started = await startSimulatedPod({ admission: [noShell] })
  started.server.pods.onExec({ name: 'web' }, () => 0)
  const ask = (command: string): ReturnType<typeof openWebSocket> =>
    openWebSocket(started.listening, `${pod}/exec?command=${command}&stdout=true`, 'v5.channel.k8s.io')
  await expect(ask('sh')).rejects.toThrow('403: {"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure"')
  await expect(ask('sh')).rejects.toThrow('pods \\"web\\" is forbidden: no shells here')
  await ask('true')
})
