// The schema of the options of createServer. `npm run options:write` turns it into the table that createServer checks
// its options against (src/server/server-options-table.ts), so that a starting server does not load zod, and into
// docs/reference/server-options.md. A default that is not a constant is described in `defaultText`.
import { z } from 'zod'

const func = (description) => z.any().meta({ type: 'function', description })
const method = z.any().meta({ type: 'function' })
const milliseconds = z.number().min(0)
const count = z.int().min(1)
const strings = z.array(z.string())

/** A value of the host: an object with these methods, and more. */
function hostValue(title, methods, members = {}) {
  return z.looseObject({ ...members, ...Object.fromEntries(methods.map((name) => [name, method])) }).meta({ title })
}

/** Optional, with a description and the text of a default that is not a constant. */
function optional(schema, description, defaultText) {
  return schema.optional().meta({ description, ...(defaultText === undefined ? {} : { defaultText }) })
}

/** Optional, with a constant default. */
const preset = (schema, value, description) => schema.default(value).meta({ description })

const store = hostValue('a store', [
  'revision',
  'get',
  'list',
  'put',
  'delete',
  'watch',
  'compact',
  'compactedRevision',
  'close',
])
const admissionPlugin = hostValue('an admission plugin', ['handles'], {
  name: z.string().min(1),
  admit: method.optional(),
  validate: method.optional(),
  bind: method.optional(),
})
const resourceDefinition = hostValue('a resource definition', ['schema'], {
  group: z.string(),
  version: z.string(),
  kind: z.string(),
  resource: z.string(),
  scope: z.string(),
  strategy: z.looseObject({}),
})

const remoteService = z.strictObject({
  server: z.string().min(1).meta({ description: 'The URL of the service.' }),
  ca: optional(z.string(), 'The authorities of its certificate, PEM.', 'those of the host'),
  serverName: optional(z.string(), 'The name its certificate must have.', 'the host of the URL'),
  insecureSkipTlsVerify: z.boolean().meta({ description: 'Accepts any certificate.' }),
  clientCertificate: optional(z.string(), 'The client certificate, PEM; requires `clientKey`.'),
  clientKey: optional(z.string(), 'The key of the client certificate, PEM.'),
  authorization: func('Returns the value of the Authorization header, or undefined.'),
})

const user = z.strictObject({
  username: z.string().min(1).meta({ description: 'The user name.' }),
  uid: optional(z.string(), 'The uid.'),
  groups: strings.meta({ description: 'The groups.' }),
  extra: z.record(z.string(), strings).meta({ description: 'Extra information.' }),
})

const authentication = z.strictObject({
  requestHeader: optional(
    z.strictObject({
      clientCa: z.string().meta({ description: 'The authority of the certificate of the proxy, PEM.' }),
      allowedNames: optional(strings, 'Common names the certificate of the proxy may have.', 'any'),
      usernameHeaders: strings
        .min(1)
        .meta({ description: 'Headers with the user name; the first with a value is used.' }),
      uidHeaders: optional(strings, 'Headers with the uid of the user.', 'none'),
      groupHeaders: optional(strings, 'Headers with the groups of the user.', 'none'),
      extraHeaderPrefixes: optional(strings, 'Prefixes of headers with extra information.', 'none'),
    }),
    'An authenticating proxy that sends the user in headers.',
  ),
  clientCa: optional(z.string(), 'The authorities of client certificates, PEM.'),
  tokens: optional(
    z.array(
      z.strictObject({
        token: z.string().min(1).meta({ description: 'The bearer token.' }),
        user: user.meta({ description: 'Its user.' }),
      }),
    ),
    'Static bearer tokens.',
    'none',
  ),
  serviceAccounts: optional(
    z.strictObject({
      issuers: optional(
        z.array(z.string().min(1)).min(1),
        'Accepted issuers; the first one signs.',
        'the issuer of the vocabulary',
      ),
      signingKey: optional(z.string(), 'The key that signs tokens, PEM.', 'a key that is lost with the process'),
      signer: optional(
        hostValue('a signer of tokens', ['sign', 'refresh', 'close']),
        'Signs tokens outside this process, with `connectTokenSigner`. Excludes `signingKey`, `keys` and `maxExpirationSeconds`.',
        'tokens are signed with `signingKey`',
      ),
      keys: optional(strings, 'Additional keys that verify tokens, PEM.', 'none'),
      jwksUri: optional(z.string(), 'The URL of the keys.', '`/openid/v1/jwks` below the issuer'),
      // upstream: controlplane/apiserver/options, CompleteServiceAccount – an hour to 2^32 seconds
      maxExpirationSeconds: optional(
        z
          .number()
          .min(3600)
          .max(2 ** 32),
        'The longest lifetime of a token; longer requests are shortened.',
        'no limit',
      ),
      extendExpiration: preset(z.boolean(), true, 'Extends the lifetime of tokens mounted into pods.'),
      lookup: preset(z.boolean(), true, 'Requires that the service account of a token exists.'),
    }),
    'How service account tokens are signed and verified.',
  ),
  bootstrapTokens: preset(z.boolean(), false, 'Accepts bootstrap tokens stored as secrets in the system namespace.'),
  oidc: optional(
    z.strictObject({
      issuerUrl: z.string().min(1).meta({ description: 'The https URL of the issuer.' }),
      clientId: z.string().min(1).meta({ description: 'The audience that tokens must have.' }),
      ca: optional(z.string(), 'The authorities of the certificate of the issuer, PEM.', 'those of the host'),
      usernameClaim: preset(z.string(), 'sub', 'The claim with the user name.'),
      usernamePrefix: optional(z.string(), 'The prefix of user names; `-` for none.', 'the issuer URL and `#`'),
      groupsClaim: optional(z.string(), 'The claim with the groups.', 'none'),
      groupsPrefix: optional(z.string(), 'The prefix of groups.', 'none'),
      requiredClaims: optional(z.record(z.string(), z.string()), 'Claims that tokens must have.', 'none'),
      signingAlgorithms: preset(strings.min(1), ['RS256'], 'Accepted signature algorithms.'),
      timeoutMs: preset(milliseconds, 30_000, 'Timeout of a request to the issuer, in milliseconds.'),
      minRefetchMs: preset(milliseconds, 10_000, 'Shortest time between two requests for keys, in milliseconds.'),
      maxEntries: preset(count, 4096, 'Maximum number of cached tokens.'),
    }),
    'A trusted OpenID Connect issuer.',
  ),
  configuration: optional(
    z.looseObject({}),
    'An `AuthenticationConfiguration`: trusted issuers of JSON web tokens, and anonymous requests. Excludes `oidc`.',
    'none',
  ),
  configurationFile: optional(
    z.string().min(1),
    'A file with an `AuthenticationConfiguration`, which is read again when it changes. Excludes `oidc` and `configuration`.',
    'none',
  ),
  webhook: optional(
    z.strictObject({
      remote: remoteService.meta({ description: 'The service, as `loadRemoteService` returns it.' }),
      version: preset(z.enum(['v1', 'v1beta1']), 'v1beta1', 'The version of the TokenReview.'),
      cacheTtlMs: preset(milliseconds, 120_000, 'How long answers are cached, in milliseconds; 0 disables the cache.'),
      timeoutMs: preset(milliseconds, 30_000, 'Timeout of a request, in milliseconds.'),
      attempts: preset(count, 5, 'Maximum number of attempts for one token.'),
      initialBackoffMs: preset(milliseconds, 500, 'Delay before the second attempt, in milliseconds.'),
      maxEntries: preset(count, 4096, 'Maximum number of cached tokens.'),
      maxPending: preset(count, 400, 'Maximum number of concurrent requests.'),
    }),
    'A remote service that authenticates tokens.',
  ),
})

const authorizationSources = z.strictObject({
  policies: optional(
    z.array(
      z.strictObject({
        user: z.string().meta({ description: 'The user, or empty.' }),
        group: z.string().meta({ description: 'The group, or empty.' }),
        readonly: z.boolean().meta({ description: 'Allows only get, list and watch.' }),
        apiGroup: z.string().meta({ description: 'The API group; `*` for any.' }),
        resource: z.string().meta({ description: 'The resource; `*` for any.' }),
        namespace: z.string().meta({ description: 'The namespace; `*` for any.' }),
        nonResourcePath: z.string().meta({ description: 'The path of requests that are not for resources.' }),
      }),
    ),
    'Policies of the mode ABAC, as `parseAbacPolicies` returns them.',
  ),
  webhook: optional(
    z.strictObject({
      remote: remoteService.meta({ description: 'The service, as `loadRemoteService` returns it.' }),
      version: preset(z.enum(['v1', 'v1beta1']), 'v1beta1', 'The version of the SubjectAccessReview.'),
      authorizedTtlMs: preset(milliseconds, 300_000, 'How long allowed responses are cached, in milliseconds.'),
      unauthorizedTtlMs: preset(milliseconds, 30_000, 'How long other responses are cached, in milliseconds.'),
      maxEntries: preset(count, 8192, 'Maximum number of cached decisions.'),
      failurePolicy: preset(z.enum(['noOpinion', 'deny']), 'noOpinion', 'The decision when the webhook fails.'),
      attempts: preset(count, 5, 'Maximum number of attempts for one review.'),
      initialBackoffMs: preset(milliseconds, 500, 'Delay before the second attempt, in milliseconds.'),
      timeoutMs: preset(milliseconds, 30_000, 'Timeout of a request, in milliseconds.'),
    }),
    'The remote service of the mode Webhook.',
  ),
})

const stages = z.array(z.enum(['RequestReceived', 'ResponseStarted', 'ResponseComplete', 'Panic']))

const auditPolicy = z.strictObject({
  rules: z
    .array(
      z.strictObject({
        level: z
          .enum(['None', 'Metadata', 'Request', 'RequestResponse'])
          .meta({ description: 'How much of a request is recorded.' }),
        users: optional(strings, 'Users the rule matches.', 'all'),
        userGroups: optional(strings, 'Groups of users the rule matches.', 'all'),
        verbs: optional(strings, 'Verbs the rule matches.', 'all'),
        resources: optional(
          z.array(
            z.strictObject({
              group: optional(z.string(), 'The API group.', 'the core group'),
              resources: optional(strings, 'Resources of the group.', 'all'),
              resourceNames: optional(strings, 'Object names.', 'all'),
            }),
          ),
          'Resources the rule matches.',
          'all',
        ),
        namespaces: optional(strings, 'Namespaces the rule matches.', 'all'),
        nonResourceURLs: optional(strings, 'Paths the rule matches.', 'all'),
        omitStages: optional(stages, 'Stages without an event.', 'none'),
        omitManagedFields: optional(z.boolean(), 'Leaves out managed fields.', 'the setting of the policy'),
      }),
    )
    .meta({ description: 'The rules; the first that matches applies.' }),
  omitStages: optional(stages, 'Stages without an event.', 'none'),
  omitManagedFields: preset(z.boolean(), false, 'Leaves out managed fields of recorded objects.'),
})

const admissionControl = z.strictObject({
  enable: optional(strings, 'Plugins to enable in addition to the defaults.', 'none'),
  disable: optional(strings, 'Default plugins to disable.', 'none'),
  configuration: optional(
    z.array(
      z.strictObject({
        name: z.string().min(1).meta({ description: 'The name of the plugin.' }),
        value: optional(z.any(), 'The parsed configuration, which the plugin checks.', 'none'),
        directory: optional(z.string(), 'The directory of relative paths.', 'the working directory'),
        file: optional(z.string(), 'The file of the configuration, for messages.', 'none'),
      }),
    ),
    'Configurations of plugins.',
    'none',
  ),
  expressions: optional(
    hostValue('an expression engine', ['compile']),
    'Evaluates match conditions of webhooks.',
    'the Common Expression Language',
  ),
  resolveService: optional(
    func('Returns the address of the service of a webhook.'),
    'Returns the address of the service of a webhook.',
    '`<name>.<namespace>.svc`',
  ),
})

export const serverOptions = z.strictObject({
  vocabulary: preset(
    z.union([z.enum(['platform', 'kubernetes']), hostValue('a vocabulary', ['group'], { product: z.string() })]),
    'platform',
    'How identifiers that contain the product word are spelled.',
  ),
  resources: optional(z.array(resourceDefinition), 'Kinds of the host, in addition to the built-in ones.', 'none'),
  store: optional(store, 'The store of objects.', 'a new memory store'),
  storageMediaType: optional(
    z.string(),
    'How objects of built-in kinds are stored: `application/json`, `application/yaml` or `application/vnd.kubernetes.protobuf`.',
    'JSON, with the resourceVersion in it if the store can insert that',
  ),
  encryption: optional(
    hostValue('the encryption of stored objects', ['transformerOf']),
    'Encrypts objects in the store: `createEncryption` of `@pinnace/encryption`.',
    'objects are not encrypted',
  ),
  certificateAuthority: optional(
    z.strictObject({
      cert: z.string().meta({ description: 'The certificate, PEM.' }),
      key: z.string().meta({ description: 'The private key, PEM.' }),
    }),
    'The authority of serving certificates and of the client certificates that the server issues.',
    'a new one in memory',
  ),
  authentication: optional(
    authentication,
    'How requests are authenticated.',
    'client certificates and tokens of the server',
  ),
  authenticators: optional(z.array(method), 'Authenticators of the host, after all others.', 'none'),
  tokenAuthenticators: optional(
    z.array(method),
    'Token authenticators of the host, after those of the server.',
    'none',
  ),
  apiAudiences: optional(strings, 'Audiences of the server; a token must have one.', 'the service account issuers'),
  authorization: optional(
    z.union([
      z.array(z.enum(['AlwaysAllow', 'AlwaysDeny', 'ABAC', 'Webhook', 'RBAC', 'Node'])),
      z.strictObject({
        configuration: optional(
          z.looseObject({}),
          'An `AuthorizationConfiguration`: the chain of authorizers.',
          'none',
        ),
        configurationFile: optional(
          z.string().min(1),
          'A file with an `AuthorizationConfiguration`, which is read again when it changes. Excludes `configuration`.',
          'none',
        ),
      }),
    ]),
    'Authorization modes, in order; or a structured configuration.',
    'RBAC; AlwaysAllow with the preset `testing`',
  ),
  authorizationSources: optional(authorizationSources, 'What the modes ABAC and Webhook require.'),
  authorizers: optional(z.array(method), 'Authorizers of the host, after the modes.', 'none'),
  admission: optional(
    z.array(admissionPlugin),
    'Admission plugins of the host, after the built-in ones and before webhooks and quotas.',
    'none',
  ),
  admissionControl: optional(admissionControl, 'Selects and configures the built-in admission plugins.'),
  aggregation: optional(
    z.strictObject({
      resolveService: optional(
        func('Returns the address of a service.'),
        'Returns the address of the service of an APIService.',
        'that of `admissionControl`, else the ready endpoints',
      ),
      proxyClient: optional(
        z.union([
          func('Returns the certificate and its key, PEM.'),
          z.strictObject({
            cert: z.string().describe('The certificate, PEM.'),
            key: z.string().describe('Its key, PEM.'),
          }),
        ]),
        'The client certificate of requests that are forwarded to aggregated servers and peers, PEM, or a function that ' +
          'returns the newest one.',
        'one of the authority of the server',
      ),
    }),
    'How servers registered by an APIService are reached.',
  ),
  peers: optional(
    z.strictObject({
      ca: optional(
        z.string(),
        'The authorities of the serving certificates of peers, PEM. Requests that only a peer serves are forwarded to it.',
        'requests are not forwarded',
      ),
      advertiseAddress: optional(
        z.string(),
        'The IP address at which peers reach this server.',
        'the one that it publishes',
      ),
      advertisePort: optional(
        z.int().min(1).max(65_535),
        'The port at which peers reach this server.',
        'the one that it listens on',
      ),
    }),
    'Requests that only other servers over the store can answer.',
  ),
  hostname: optional(
    z.string().min(1),
    'The name of this machine, which names the identity lease of the server: servers over one store need different ones.',
    'that of the operating system',
  ),
  connections: optional(
    z.strictObject({
      log: optional(func('The log of a container.'), 'Answers `log`.'),
      exec: optional(func('Runs a command.'), 'Answers `exec`.'),
      attach: optional(func('Attaches to a container.'), 'Answers `attach`.'),
      portForward: optional(func('Connects to a port.'), 'Answers `portforward`.'),
    }),
    'Functions that answer connections to pods instead of the agents of nodes.',
  ),
  nodeAgent: optional(
    z.strictObject({
      clientCertificate: optional(z.string(), 'The client certificate for agents, PEM.', 'none'),
      clientKey: optional(z.string(), 'The key of the client certificate, PEM.'),
      certificateAuthority: optional(
        z.string(),
        "The authorities of the agents' serving certificates, PEM.",
        'certificates are not verified',
      ),
      preferredAddressTypes: preset(
        strings,
        ['Hostname', 'InternalDNS', 'InternalIP', 'ExternalDNS', 'ExternalIP'],
        'The types of addresses of nodes to connect to, the first that a node has.',
      ),
    }),
    'How the server connects to the agents of nodes.',
  ),
  preset: preset(
    z.enum(['secure', 'testing']),
    'secure',
    '`testing` allows every request, and accepts anonymous requests.',
  ),
  featureGates: optional(z.record(z.string(), z.boolean()), 'Feature gates.', 'by the stage of each'),
  emulatedVersion: optional(z.string(), 'The release whose kinds and features the server has.', '`1.36`'),
  minCompatibilityVersion: optional(
    z.string(),
    'The oldest release that other components may be of.',
    'the release before the emulated one',
  ),
  clock: optional(hostValue('a clock', ['now', 'monotonic', 'after', 'soon']), 'The clock.', 'the system clock'),
  random: optional(hostValue('a random source', ['bytes', 'uid']), 'Random bytes and uids.', 'the system source'),
  logger: optional(hostValue('a logger', ['debug', 'info', 'warn', 'error']), 'The logger.', 'nothing is logged'),
  metrics: preset(
    z.union([z.boolean(), hostValue('metrics', ['counter', 'gauge', 'histogram'])]),
    false,
    '`true` serves metrics at `/metrics`; metrics of the host are recorded into.',
  ),
  audit: optional(
    z.strictObject({
      policy: auditPolicy.meta({ description: 'Which requests are recorded, and how much of them.' }),
      sinks: z
        .array(
          hostValue('an audit sink', ['write'], {
            name: z.string().optional(),
            mode: z.enum(['batch', 'blocking', 'blocking-strict']).optional(),
            observe: method.optional(),
            close: method.optional(),
          }),
        )
        .meta({ description: 'Where events are written.' }),
    }),
    'Auditing.',
    'off',
  ),
  explain: optional(func(''), 'Called with the reasons of every decision; for tests and debugging.'),
  inspector: preset(
    z.boolean(),
    false,
    'Serves the inspector, a web page at `/inspector`, and records every request in bounded memory.',
  ),
  onRequest: optional(func(''), 'Called with a summary of every request once it is answered.'),
  anonymous: optional(
    z.boolean(),
    'Accepts requests without credentials as the anonymous user.',
    '`true`; `false` when `authorization` has AlwaysAllow',
  ),
  maxInFlight: optional(
    z.strictObject({
      reading: preset(z.int().min(0), 400, 'Maximum number of concurrent requests that read; 0 for no limit.'),
      mutating: preset(z.int().min(0), 200, 'Maximum number of concurrent requests that write; 0 for no limit.'),
    }),
    'Limits of concurrent requests.',
  ),
  storeHealthcheckTimeoutMs: preset(
    milliseconds,
    2000,
    'How long the health check `etcd` waits for the store, in milliseconds.',
  ),
  storeReadycheckTimeoutMs: preset(
    milliseconds,
    2000,
    'How long the readiness check `etcd-readiness` waits for the store, in milliseconds.',
  ),
  priorityAndFairness: optional(
    z.boolean(),
    'Distributes the sum of `maxInFlight` over the stored priority levels, and queues requests by their flow schemas. Without it there is one bound for reads and one for writes.',
    '`true`; `false` in the testing preset',
  ),
  livezGracePeriodMs: preset(milliseconds, 0, 'How long `/livez` passes every check after the start, in milliseconds.'),
  runtimeConfig: optional(
    z.union([z.string(), z.record(z.string(), z.boolean())]),
    "Groups, versions and resources to serve or not: `'api/beta=false,batch/v1'`, or an object.",
    'as each is declared',
  ),
  builtInKinds: preset(
    z.union([z.literal('all'), strings]),
    'all',
    'The built-in kinds to serve, by resource: `pods`, `deployments.apps`, `*.apps`.',
  ),
  onlyKinds: preset(
    z.boolean(),
    false,
    'Whether only `resources` are served, and namespaces if one of them is namespaced: built-in kinds are not in discovery and 404.',
  ),
  eventTtlSeconds: preset(
    z.int().min(0),
    3600,
    'How long Events are kept after their last write, in seconds; 0 until they are deleted.',
  ),
  serviceCidr: preset(z.string(), '10.96.0.0/12', 'The range of service addresses.'),
})
