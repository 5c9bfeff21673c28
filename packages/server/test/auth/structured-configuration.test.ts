import { createFakeClock, eventually } from '@pinnace/testing'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createMetrics, createServer, type Server, type ServerOptions } from '../../src/index.ts'
import { call } from '../support/call.ts'

let folder: string
let servers: Server[]
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pinnace-structured-'))
  servers = []
})
afterEach(async () => {
  for (const server of servers) await server.close()
  await rm(folder, { recursive: true })
})

const start = async (options: ServerOptions): Promise<Server> => {
  const server = await createServer({
    vocabulary: 'kubernetes',
    authenticators: [
      (request) => {
        const username = request.header('x-test-user')
        return username === undefined ? undefined : { username, groups: [], extra: {} }
      },
    ],
    ...options,
  })
  servers.push(server)
  return server
}
const statusOf = async (server: Server, path: string, username?: string): Promise<number> =>
  (await call(server, 'GET', path, username === undefined ? {} : { headers: { 'x-test-user': username } })).status

const authn = (more: string): string =>
  `apiVersion: apiserver.config.k8s.io/v1\nkind: AuthenticationConfiguration\n${more}`
const authz = (more: string): string =>
  `apiVersion: apiserver.config.k8s.io/v1\nkind: AuthorizationConfiguration\nauthorizers: ${more}\n`

describe('a structured authentication configuration', () => {
  it('accepts anonymous requests for the paths of its conditions only', async () => {
    const server = await start({
      authentication: { configuration: { anonymous: { enabled: true, conditions: [{ path: '/livez' }] } } },
    })
    expect(await statusOf(server, '/livez')).toBe(200)
    expect(await statusOf(server, '/livez?verbose')).toBe(200)
    expect(await statusOf(server, '/livez/ping')).toBe(401)
    expect(await statusOf(server, '/version')).toBe(401)
    const off = await start({ authentication: { configuration: { anonymous: { enabled: false } } } })
    expect(await statusOf(off, '/livez')).toBe(401)
  })

  it.each<[ServerOptions, string]>([
    [
      { anonymous: true, authentication: { configuration: { anonymous: { enabled: true } } } },
      'anonymous: Forbidden: --anonymous-auth flag cannot be set when anonymous field is configured in authentication configuration file',
    ],
    [
      { authentication: { configuration: {}, oidc: { issuerUrl: 'https://a', clientId: 'b' } } },
      'authentication.configuration and authentication.oidc are mutually exclusive',
    ],
    [
      { authentication: { configuration: {}, configurationFile: '/a' } },
      'authentication.configuration and authentication.configurationFile are mutually exclusive',
    ],
    [
      { authentication: { configurationFile: '/no/such/file' } },
      'failed to load authentication configuration from file "/no/such/file": open /no/such/file: no such file or directory',
    ],
    [{ authorization: {} }, 'authorization needs either configuration or configurationFile'],
    [
      { authorization: { configuration: { authorizers: [{ type: 'RBAC', name: 'x' }] } } },
      'expected name rbac for authorizer RBAC instead of x',
    ],
    [
      { authorization: { configuration: { authorizers: [{ type: 'ABAC', name: 'abac' }] } } },
      'authorizer type ABAC needs authorizationSources.policies (--authorization-policy-file)',
    ],
    [
      { authorization: { configurationFile: '/no/such/file' } },
      'failed to load AuthorizationConfiguration from file: open /no/such/file: no such file or directory',
    ],
  ])('%j is refused', async (options, message) => {
    await expect(start(options)).rejects.toThrow(message)
  })

  it('is read again when its file changes; a bad file keeps the old one', async () => {
    const clock = createFakeClock()
    const metrics = await createMetrics()
    const errors: unknown[] = []
    const logger = { debug() {}, info() {}, warn() {}, error: (details: unknown) => void errors.push(details) }
    const configurationFile = join(folder, 'authn.yaml')
    await writeFile(configurationFile, authn('anonymous: {enabled: true}\n'))
    await start({ clock, metrics, logger, authentication: { configurationFile } })
    const reloads = 'apiserver_authentication_config_controller_automatic_reloads_total'
    const counted = async (): Promise<string> =>
      (await metrics.text())
        .split('\n')
        .filter((line) => line.startsWith(reloads))
        .join('\n')
    await writeFile(configurationFile, authn('anonymous: {enabled: true}\njwt: [{}]\n'))
    await clock.advance(60_000)
    await eventually(counted, (text) => text.includes('status="failure"'))
    expect(String((errors[0] as { err: Error }).err)).toContain('jwt[0].issuer.url: Required value')
    await writeFile(configurationFile, authn('anonymous: {enabled: true}\n# changed\n'))
    await clock.advance(60_000)
    await eventually(counted, (text) => text.includes('status="success"'))
    expect(await metrics.text()).toContain('apiserver_authentication_config_controller_last_config_info{')
  })
})

describe('a structured authorization configuration', () => {
  it('is a chain with names, which is read again when its file changes', async () => {
    const clock = createFakeClock()
    const metrics = await createMetrics()
    const configurationFile = join(folder, 'authz.yaml')
    await writeFile(configurationFile, authz('[{type: RBAC, name: rbac}]'))
    const server = await start({ clock, metrics, authorization: { configurationFile } })
    const path = '/api/v1/namespaces'
    expect(await statusOf(server, path, 'ada')).toBe(403)
    await writeFile(configurationFile, authz('[{type: RBAC, name: other}]'))
    await clock.advance(60_000)
    await eventually(
      () => metrics.text(),
      (text) => text.includes('status="failure"'),
    )
    expect(await statusOf(server, path, 'ada')).toBe(403)
    await writeFile(configurationFile, authz('[{type: RBAC, name: rbac}, {type: AlwaysAllow, name: alwaysallow}]'))
    await clock.advance(60_000)
    await eventually(() => statusOf(server, path, 'ada'), 200)
    expect(await metrics.text()).toMatch(
      /apiserver_authorization_decisions_total\{[^}]*name="alwaysallow"[^}]*\} [1-9]/,
    )
  })

  it('takes no authorizer later that is made as the server starts', async () => {
    const clock = createFakeClock()
    const errors: unknown[] = []
    const logger = { debug() {}, info() {}, warn() {}, error: (details: unknown) => void errors.push(details) }
    const configurationFile = join(folder, 'started.yaml')
    await writeFile(configurationFile, authz('[{type: AlwaysDeny, name: alwaysdeny}]'))
    await start({ clock, logger, authorization: { configurationFile }, authorizationSources: { policies: [] } })
    await writeFile(configurationFile, authz('[{type: ABAC, name: abac}]'))
    await clock.advance(60_000)
    await eventually(
      () => errors.map((details) => String((details as { err: Error }).err)),
      (texts) =>
        texts.some((text) =>
          text.includes('authorizer type ABAC is not allowed if it was not enabled at initial server startup'),
        ),
    )
  })

  it('asks webhooks whose conditions hold, and counts what conditions and webhooks do', async () => {
    const metrics = await createMetrics()
    const kubeConfigFile = join(folder, 'webhook.yaml')
    await writeFile(
      kubeConfigFile,
      `apiVersion: v1
kind: Config
current-context: a
contexts: [{ name: a, context: { cluster: a, user: a } }]
clusters: [{ name: a, cluster: { server: 'https://127.0.0.1:1/authorize' } }]
users: [{ name: a, user: {} }]
`,
    )
    const server = await start({
      metrics,
      authorization: {
        configuration: {
          authorizers: [
            {
              type: 'Webhook',
              name: 'a.example',
              webhook: {
                timeout: '1s',
                subjectAccessReviewVersion: 'v1',
                matchConditionSubjectAccessReviewVersion: 'v1',
                failurePolicy: 'Deny',
                connectionInfo: { type: 'KubeConfigFile', kubeConfigFile },
                matchConditions: [{ expression: "request.user == 'bob'" }],
              },
            },
            { type: 'AlwaysAllow', name: 'alwaysallow' },
          ],
        },
      },
    })
    expect(await statusOf(server, '/api/v1/namespaces', 'ada')).toBe(200)
    expect(await statusOf(server, '/api/v1/namespaces', 'bob')).toBe(403)
    const text = await metrics.text()
    expect(text).toContain('apiserver_authorization_match_condition_exclusions_total{')
    expect(text).toMatch(/apiserver_authorization_webhook_evaluations_total\{[^}]*result="error"[^}]*\} 1/)
    expect(text).toMatch(/apiserver_authorization_decisions_total\{[^}]*name="a.example"[^}]*\} 1/)
  })

  it('needs a kubeconfig that can be read', async () => {
    const kubeConfigFile = join(folder, 'webhook.yaml')
    await writeFile(kubeConfigFile, 'kind: Config\n')
    const webhook = {
      timeout: '1s',
      subjectAccessReviewVersion: 'v1',
      failurePolicy: 'Deny',
      connectionInfo: { type: 'KubeConfigFile', kubeConfigFile },
    }
    const chain = (connectionInfo: object): ServerOptions => ({
      authorization: {
        configuration: { authorizers: [{ type: 'Webhook', name: 'a', webhook: { ...webhook, connectionInfo } }] },
      },
    })
    await expect(start(chain(webhook.connectionInfo))).rejects.toThrow(
      `invalid authorization config: error loading config file "${kubeConfigFile}": `,
    )
    await expect(start(chain({ type: 'InClusterConfig' }))).rejects.toThrow(
      'connectionInfo.type InClusterConfig is not supported by this server: use KubeConfigFile',
    )
  })
})
