import { readFileSync } from 'node:fs'
import { alwaysAllow } from '@pinnace/authz'
import { builtInResources } from '@pinnace/kinds'
import { kubernetesVocabulary, noMetrics, silentLogger, systemClock, systemRandom, withErrorCode } from '@pinnace/meta'
import { createServer, type ServerOptions } from '@pinnace/server'
import { createMemoryStore } from '@pinnace/store/memory'
import { describe, expect, it } from 'vitest'
import { assertOptions } from '../src/server/assert-options.ts'
import { serverOptionsTable } from '../src/server/server-options-table.ts'

const remote = { server: 'https://127.0.0.1', insecureSkipTlsVerify: false, authorization: () => undefined }
const storeMethods = 'revision, get, list, put, delete, watch, compact, compactedRevision, close'
const storeWithoutList = { revision: () => 1n, get: () => undefined, put: () => undefined }
const plugin = { name: 'Mine', handles: () => true, validate: () => {} }
const oidc = { issuerUrl: 'https://issuer.example', clientId: 'me' }

/** Options, and the message without `createServer: `. */
const refused: readonly (readonly [unknown, string])[] = [
  [null, 'the options must be an object, not null'],
  [[], 'the options must be an object, not an empty array'],
  ['testing', 'the options must be an object, not a string'],
  [{ nonsense: 1 }, 'nonsense is not an option'],
  [{ Anonymous: true }, 'Anonymous is not an option (did you mean anonymous?)'],
  [{ loger: silentLogger }, 'loger is not an option (did you mean logger?)'],
  [JSON.parse('{ "__proto__": {} }'), '__proto__ is not an option'],
  [{ constructor: 1 }, 'constructor is not an option'],
  [{ 'a b': 1 }, '["a b"] is not an option'],
  [{ anonymous: 'no' }, 'anonymous must be a boolean, not "no"'],
  [{ anonymous: 0 }, 'anonymous must be a boolean, not 0'],
  [{ anonymous: null }, 'anonymous must be a boolean, not null'],
  [{ preset: 'test' }, 'preset must be "secure" or "testing", not "test"'],
  [{ maxInFlight: 5 }, 'maxInFlight must be an object, not 5'],
  [{ maxInFlight: { readng: 5 } }, 'maxInFlight.readng is not an option (did you mean reading?)'],
  [{ maxInFlight: { reading: 'x' } }, 'maxInFlight.reading must be an integer of at least 0, not "x"'],
  [{ maxInFlight: { mutating: -1 } }, 'maxInFlight.mutating must be an integer of at least 0, not -1'],
  [{ maxInFlight: { mutating: 1.5 } }, 'maxInFlight.mutating must be an integer of at least 0, not 1.5'],
  [{ livezGracePeriodMs: Number.NaN }, 'livezGracePeriodMs must be a number of at least 0, not NaN'],
  [{ logger: {} }, 'logger.debug must be a function'],
  [{ logger: { ...silentLogger, warn: 'loud' } }, 'logger.warn must be a function, not a string'],
  [
    { logger: 'console' },
    'logger must be a logger (an object with the methods debug, info, warn, error), not a string',
  ],
  [{ clock: 5 }, 'clock must be a clock (an object with the methods now, monotonic, after, soon), not 5'],
  [{ random: { bytes: systemRandom.bytes } }, 'random.uid must be a function'],
  [{ store: {} }, 'store.revision must be a function'],
  [{ store: storeWithoutList }, 'store.list must be a function'],
  [{ store: 'memory' }, `store must be a store (an object with the methods ${storeMethods}), not a string`],
  [{ audit: {} }, 'audit.policy must be an object'],
  [{ audit: { policy: { rules: [] } } }, 'audit.sinks must be an array'],
  [{ audit: { policy: { rules: [] }, sinks: [{}] } }, 'audit.sinks[0].write must be a function'],
  [
    { audit: { policy: { rules: [{ level: 'All' }] }, sinks: [] } },
    'audit.policy.rules[0].level must be "None", "Metadata", "Request" or "RequestResponse", not "All"',
  ],
  [
    { audit: { policy: { rules: [{ level: 'None', resources: [{ resource: ['pods'] }] }] }, sinks: [] } },
    'audit.policy.rules[0].resources[0].resource is not an option (did you mean resources?)',
  ],
  [
    { metrics: 'yes' },
    'metrics must be a boolean or metrics (an object with the methods counter, gauge, histogram), not a string',
  ],
  [{ metrics: {} }, 'metrics.counter must be a function'],
  [
    { vocabulary: 'other' },
    'vocabulary must be "platform", "kubernetes" or a vocabulary (an object with the method group), not "other"',
  ],
  [{ resources: {} }, 'resources must be an array, not an object'],
  [{ resources: [{}] }, 'resources[0].group must be a string'],
  [{ authenticators: () => undefined }, 'authenticators must be an array, not a function'],
  [{ authenticators: [{}] }, 'authenticators[0] must be a function, not an object'],
  [{ tokenAuthenticators: ['secret'] }, 'tokenAuthenticators[0] must be a function, not a string'],
  [{ authorizers: [alwaysAllow, 1] }, 'authorizers[1] must be a function, not 1'],
  [{ apiAudiences: 'api' }, 'apiAudiences must be an array, not a string'],
  [
    { authorization: ['RBAC', 'rbac'] },
    'authorization[1] must be "AlwaysAllow", "AlwaysDeny", "ABAC", "Webhook", "RBAC" or "Node", not "rbac"',
  ],
  [{ authorizationSources: { policy: [] } }, 'authorizationSources.policy is not an option'],
  [
    { authorizationSources: { webhook: { remote, failurePolicy: 'ignore' } } },
    'authorizationSources.webhook.failurePolicy must be "noOpinion" or "deny", not "ignore"',
  ],
  [
    { authorizationSources: { webhook: { remote: { server: 'https://127.0.0.1', insecureSkipTlsVerify: 'no' } } } },
    'authorizationSources.webhook.remote.insecureSkipTlsVerify must be a boolean, not "no"',
  ],
  [{ admission: [{ name: 'Mine' }] }, 'admission[0].handles must be a function'],
  [{ admission: [{ ...plugin, admit: 1 }] }, 'admission[0].admit must be a function, not 1'],
  [{ admissionControl: { enabled: [] } }, 'admissionControl.enabled is not an option (did you mean enable?)'],
  [
    { admissionControl: { configuration: [{ value: {} }] } },
    'admissionControl.configuration[0].name must be a string that is not empty',
  ],
  [{ admissionControl: { expressions: {} } }, 'admissionControl.expressions.compile must be a function'],
  [{ aggregation: { resolveService: 'x' } }, 'aggregation.resolveService must be a function, not a string'],
  [{ peers: { advertisePort: 0 } }, 'peers.advertisePort must be an integer from 1 to 65535, not 0'],
  [{ featureGates: { WatchList: 'true' } }, 'featureGates.WatchList must be a boolean, not "true"'],
  [{ runtimeConfig: { 'api/beta': 1 } }, 'runtimeConfig["api/beta"] must be a boolean, not 1'],
  [{ runtimeConfig: 5 }, 'runtimeConfig must be a string or an object, not 5'],
  [{ builtInKinds: 'pods' }, 'builtInKinds must be "all" or an array, not "pods"'],
  [{ builtInKinds: ['pods', 1] }, 'builtInKinds[1] must be a string, not 1'],
  [{ serviceCidr: 10 }, 'serviceCidr must be a string, not 10'],
  [{ eventTtlSeconds: 1.5 }, 'eventTtlSeconds must be an integer of at least 0, not 1.5'],
  [{ explain: true }, 'explain must be a function, not true'],
  [{ onRequest: {} }, 'onRequest must be a function, not an object'],
  [{ authentication: { nope: 1 } }, 'authentication.nope is not an option'],
  [{ authentication: { bootstrapTokens: 'yes' } }, 'authentication.bootstrapTokens must be a boolean, not "yes"'],
  [{ authentication: { tokens: 'secret,me,1' } }, 'authentication.tokens must be an array, not a string'],
  [
    { authentication: { tokens: [{ token: 't', user: { username: 'me', groups: ['a', 2], extra: {} } }] } },
    'authentication.tokens[0].user.groups[1] must be a string, not 2',
  ],
  [
    { authentication: { serviceAccounts: { issuers: [] } } },
    'authentication.serviceAccounts.issuers must be an array that is not empty, not an empty array',
  ],
  [
    { authentication: { serviceAccounts: { issuers: [''] } } },
    'authentication.serviceAccounts.issuers[0] must be a string that is not empty, not ""',
  ],
  [
    { authentication: { serviceAccounts: { maxExpirationSeconds: 60 } } },
    'authentication.serviceAccounts.maxExpirationSeconds must be a number from 3600 to 4294967296, not 60',
  ],
  [
    { authentication: { oidc: { clientId: 'me' } } },
    'authentication.oidc.issuerUrl must be a string that is not empty',
  ],
  [
    { authentication: { oidc: { ...oidc, requiredClaims: { hd: 1 } } } },
    'authentication.oidc.requiredClaims.hd must be a string, not 1',
  ],
  [
    { authentication: { webhook: { remote, maxEntries: 0 } } },
    'authentication.webhook.maxEntries must be an integer of at least 1, not 0',
  ],
  [
    { authentication: { requestHeader: { clientCa: 'PEM', usernameHeader: ['X-Remote-User'] } } },
    'authentication.requestHeader.usernameHeader is not an option (did you mean usernameHeaders?)',
  ],
]

const webhook = { remote, version: 'v1', attempts: 5, initialBackoffMs: 500, maxEntries: 10, timeoutMs: 1000 } as const
const strings = ['a']
const rule = { omitStages: ['Panic'], omitManagedFields: true } as const

/** Every option. */
const everything: Required<ServerOptions> = {
  vocabulary: 'kubernetes',
  resources: (await builtInResources(kubernetesVocabulary)) as Required<ServerOptions>['resources'],
  store: createMemoryStore(),
  storageMediaType: 'application/json',
  priorityAndFairness: true,
  emulatedVersion: '1.35',
  minCompatibilityVersion: '1.34',
  encryption: { transformerOf: () => undefined },
  certificateAuthority: { cert: 'PEM', key: 'PEM' },
  authentication: {
    requestHeader: {
      clientCa: 'PEM',
      allowedNames: strings,
      usernameHeaders: strings,
      uidHeaders: strings,
      groupHeaders: strings,
      extraHeaderPrefixes: strings,
    },
    clientCa: 'PEM',
    tokens: [{ token: 't', user: { username: 'me', uid: '1', groups: [], extra: { scopes: strings } } }],
    serviceAccounts: {
      issuers: strings,
      signingKey: 'PEM',
      signer: {
        keys: [],
        maxExpirationSeconds: 3600,
        sign: () => Promise.resolve({ header: '', signature: '' }),
        refresh: () => Promise.resolve(),
        close: () => {},
      },
      keys: strings,
      jwksUri: 'https://issuer.example/keys',
      maxExpirationSeconds: 3600,
      extendExpiration: false,
      lookup: false,
    },
    bootstrapTokens: true,
    configuration: { jwt: [], anonymous: { enabled: true } },
    configurationFile: 'authentication.yaml',
    oidc: {
      ...oidc,
      ca: 'PEM',
      usernameClaim: 'sub',
      usernamePrefix: '-',
      groupsClaim: 'groups',
      groupsPrefix: 'oidc:',
      requiredClaims: { hd: 'example' },
      signingAlgorithms: ['RS256'],
      timeoutMs: 1,
      minRefetchMs: 0,
      maxEntries: 1,
    },
    webhook: {
      ...webhook,
      remote: { ...remote, ca: 'PEM', serverName: 'a', clientCertificate: 'PEM', clientKey: 'PEM' },
      cacheTtlMs: 0,
      maxPending: 1,
    },
  },
  authenticators: [() => undefined],
  tokenAuthenticators: [() => undefined],
  apiAudiences: strings,
  authorization: ['Node', 'ABAC', 'RBAC', 'Webhook', 'AlwaysAllow', 'AlwaysDeny'],
  authorizationSources: {
    policies: [
      { user: 'me', group: '', readonly: true, apiGroup: '*', resource: '*', namespace: '*', nonResourcePath: '' },
    ],
    webhook: {
      ...webhook,
      remote: { ...remote, ca: 'PEM', serverName: 'a', clientCertificate: 'PEM', clientKey: 'PEM' },
      authorizedTtlMs: 0,
      unauthorizedTtlMs: 0,
      failurePolicy: 'deny',
    },
  },
  authorizers: [alwaysAllow],
  admission: [plugin],
  admissionControl: {
    enable: strings,
    disable: [],
    configuration: [
      { name: 'A', value: { any: 1 }, directory: '/', file: '/a' },
      { name: 'B', value: undefined },
    ],
    expressions: { compile: () => ({ evaluate: () => ({ value: true, cost: 1 }) }) },
    resolveService: () => ({ host: '127.0.0.1', port: 1 }),
  },
  aggregation: { resolveService: () => ({ host: '127.0.0.1', port: 1 }), proxyClient: { cert: 'PEM', key: 'PEM' } },
  peers: { ca: 'PEM', advertiseAddress: '192.0.2.7', advertisePort: 6443 },
  hostname: 'one',
  connections: {
    async *log() {},
    exec: () => 0,
    attach: () => undefined,
    portForward: () => undefined,
  },
  nodeAgent: {
    clientCertificate: 'PEM',
    clientKey: 'PEM',
    certificateAuthority: 'PEM',
    preferredAddressTypes: strings,
  },
  preset: 'testing',
  featureGates: { WatchList: true },
  clock: systemClock,
  random: systemRandom,
  logger: console,
  metrics: noMetrics,
  audit: {
    policy: {
      rules: [
        {
          level: 'None',
          users: strings,
          userGroups: strings,
          verbs: strings,
          resources: [{ group: '', resources: strings, resourceNames: strings }],
          namespaces: strings,
          nonResourceURLs: strings,
          ...rule,
        },
      ],
      ...rule,
    },
    sinks: [{ write: () => {} }],
  },
  inspector: false,
  explain: () => {},
  onRequest: () => {},
  anonymous: false,
  maxInFlight: { reading: 0, mutating: 0 },
  livezGracePeriodMs: 0,
  storeHealthcheckTimeoutMs: 2_000,
  storeReadycheckTimeoutMs: 2_000,
  runtimeConfig: 'api/beta=false',
  builtInKinds: ['pods'],
  eventTtlSeconds: 60,
  onlyKinds: true,
  serviceCidr: '10.0.0.0/8',
}

describe('the options of createServer', () => {
  it.each(refused)('rejects %j with a TypeError that names the path', async (options, message) => {
    const error = withErrorCode(new TypeError(`createServer: ${message}`), 'server-options')
    await expect(createServer(options as ServerOptions)).rejects.toThrow(error)
  })

  it('accepts every documented option', () => {
    expect(() => assertOptions('createServer', serverOptionsTable, everything)).not.toThrow()
    const page = readFileSync(new URL('../../../docs/reference/server-options.md', import.meta.url), 'utf8')
    const paths = [...page.matchAll(/^\| `([\w.[\]]+)` \|/gm)].map(([, path = '']) => path)
    expect(paths.length).toBeGreaterThan(100)
    expect(paths.filter((path) => valueAt(everything, path) === undefined)).toEqual([])
  })

  it.each<object>([
    { vocabulary: 'platform', runtimeConfig: { 'api/all': true }, builtInKinds: 'all', metrics: true },
    { store: undefined, logger: undefined, maxInFlight: { reading: undefined } },
    { authorization: { configuration: { authorizers: [{ type: 'RBAC', name: 'rbac' }] } } },
    { logger: console, metrics: noMetrics, clock: systemClock, random: systemRandom },
  ])('accept the other form of an option, and a member that is undefined: %#', async (options) => {
    const server = await createServer(options)
    await server.close()
  })
})

function valueAt(value: unknown, path: string): unknown {
  return path
    .replaceAll('[]', '.0')
    .split('.')
    .reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], value)
}
