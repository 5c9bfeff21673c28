import { createTestServer, type TestServer } from '@pinnace/testing'
import { afterAll, expect, it } from 'vitest'
import { lines } from './support/lines.ts'
import { onNewestKubectl } from './support/on-kubectls.ts'
import { widget } from './support/widget.ts'

/** A server that another is before. */
interface Behind {
  readonly server: TestServer
  readonly port: number
  readonly ca: string
}

// It trusts the user headers of the server in front, and authenticates no other requests.
async function startBehind(authority: string): Promise<Behind> {
  const requestHeader = {
    clientCa: authority,
    allowedNames: ['front-proxy-client'],
    usernameHeaders: ['X-Remote-User'],
    groupHeaders: ['X-Remote-Group'],
  }
  const server = await createTestServer({
    resources: [widget],
    anonymous: false,
    authentication: { requestHeader },
  })
  const { port, ca } = await server.listen({ names: ['widgets.default.svc'] })
  return { server, port, ca }
}

const started = new Map<string, Promise<Behind>>()

afterAll(async () => {
  for (const behind of started.values()) await (await behind).server.close({ graceMs: 0 })
})

const { group, version } = widget

onNewestKubectl('registered servers', (k) => {
  const start = async (): Promise<Behind> => {
    const authority = k.server.clientAuthority().cert
    let behind = started.get(authority)
    if (behind === undefined) started.set(authority, (behind = startBehind(authority)))
    return behind
  }
  const register = async (): Promise<void> => {
    const { server, port, ca } = await start()
    server.reset()
    await k.ok('apply -f -', {
      input: lines`
          apiVersion: v1
          kind: Service
          metadata: { name: widgets, namespace: default }
          spec: { type: ExternalName, externalName: localhost }
          ---
          apiVersion: apiregistration.k8s.io/v1
          kind: APIService
          metadata: { name: ${version}.${group} }
          spec:
            group: ${group}
            version: ${version}
            groupPriorityMinimum: 1000
            versionPriority: 15
            service: { namespace: default, name: widgets, port: ${String(port)} }
            caBundle: ${Buffer.from(ca).toString('base64')}
        `,
    })
    await k.ok(`wait --for=condition=Available --timeout=30s apiservice/${version}.${group}`)
  }

  it('are waited for and listed', async () => {
    await register()
    const listed = await k.ok('get apiservices')
    expect(listed).toMatch(/^NAME +SERVICE +AVAILABLE +AGE\n/)
    expect(listed).toMatch(/^v1\. +Local +True/m)
    expect(listed).toMatch(new RegExp(`^${version}\\.${group.replaceAll('.', '\\.')} +default/widgets +True`, 'm'))
  })

  it('have their kinds listed, explained, made, changed and removed as if there were one server', async () => {
    await register()
    expect(await k.ok(`api-resources --api-group=${group} -o name`)).toContain(`${widget.resource}.${group}\n`)
    expect(await k.ok('api-versions')).toContain(`${group}/${version}\n`)
    expect(await k.ok(`explain ${widget.resource}`)).toMatch(/^(GROUP: +|KIND: +Widget)/)
    const input = lines`
        apiVersion: ${group}/${version}
        kind: Widget
        metadata: { name: a }
        spec: { size: 3 }
      `
    await k.prints('apply -f -', `widget.${group}/a created\n`, { input })
    await k.prints('apply -f -', `widget.${group}/a unchanged\n`, { input })
    expect(await k.ok(`get ${widget.resource}`)).toMatch(/^NAME +/)
    expect(await k.ok(`get ${widget.resource} a -o jsonpath={.spec.size}`)).toBe('3')
    await k.ok(`label ${widget.resource} a x=y`)
    await k.prints(`delete ${widget.resource} a`, `widget.${group} "a" deleted\n`)
  })

  it('are reported as unavailable to clients that request their kinds', async () => {
    await register()
    await k.ok('delete service widgets')
    await k.ok(`wait --for=condition=Available=false --timeout=30s apiservice/${version}.${group}`)
    expect(await k.ok('get apiservices')).toMatch(/ False \(ServiceNotFound\) /)
    const { code, stderr } = await k.run(`get --raw /apis/${group}/${version}/namespaces/default/${widget.resource}`)
    expect([code, stderr]).toEqual([
      1,
      'Error from server (ServiceUnavailable): the server is currently unable to handle the request\n',
    ])
    await k.ok('get namespaces')
  })
})
