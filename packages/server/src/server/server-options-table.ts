// Made by scripts/generate-options.mjs from packages/server/schema/server-options.mjs; do not edit.
import type { ElementOf, MemberOf, MembersOf, OptionSchema } from './option-schema.ts'
import type { ServerOptions } from './server-options.ts'

/** What the options of `createServer` are checked against. */
export const serverOptionsTable: OptionSchema = {
  type: 'object',
  properties: {
    vocabulary: {
      anyOf: [
        { type: 'string', enum: ['platform', 'kubernetes'] },
        {
          type: 'object',
          title: 'a vocabulary',
          required: ['product', 'group'],
          properties: { product: { type: 'string' }, group: { type: 'function' } },
        },
      ],
    },
    resources: {
      type: 'array',
      items: {
        type: 'object',
        title: 'a resource definition',
        required: ['group', 'version', 'kind', 'resource', 'scope', 'strategy', 'schema'],
        properties: {
          group: { type: 'string' },
          version: { type: 'string' },
          kind: { type: 'string' },
          resource: { type: 'string' },
          scope: { type: 'string' },
          strategy: { type: 'object', properties: {} },
          schema: { type: 'function' },
        },
      },
    },
    store: {
      type: 'object',
      title: 'a store',
      required: ['revision', 'get', 'list', 'put', 'delete', 'watch', 'compact', 'compactedRevision', 'close'],
      properties: {
        revision: { type: 'function' },
        get: { type: 'function' },
        list: { type: 'function' },
        put: { type: 'function' },
        delete: { type: 'function' },
        watch: { type: 'function' },
        compact: { type: 'function' },
        compactedRevision: { type: 'function' },
        close: { type: 'function' },
      },
    },
    storageMediaType: { type: 'string' },
    encryption: {
      type: 'object',
      title: 'the encryption of stored objects',
      required: ['transformerOf'],
      properties: { transformerOf: { type: 'function' } },
    },
    certificateAuthority: {
      type: 'object',
      required: ['cert', 'key'],
      properties: { cert: { type: 'string' }, key: { type: 'string' } },
      additionalProperties: false,
    } satisfies MembersOf<MemberOf<ServerOptions, 'certificateAuthority'>>,
    authentication: {
      type: 'object',
      properties: {
        requestHeader: {
          type: 'object',
          required: ['clientCa', 'usernameHeaders'],
          properties: {
            clientCa: { type: 'string' },
            allowedNames: { type: 'array', items: { type: 'string' } },
            usernameHeaders: { type: 'array', minItems: 1, items: { type: 'string' } },
            uidHeaders: { type: 'array', items: { type: 'string' } },
            groupHeaders: { type: 'array', items: { type: 'string' } },
            extraHeaderPrefixes: { type: 'array', items: { type: 'string' } },
          },
          additionalProperties: false,
        } satisfies MembersOf<MemberOf<MemberOf<ServerOptions, 'authentication'>, 'requestHeader'>>,
        clientCa: { type: 'string' },
        tokens: {
          type: 'array',
          items: {
            type: 'object',
            required: ['token', 'user'],
            properties: {
              token: { type: 'string', minLength: 1 },
              user: {
                type: 'object',
                required: ['username', 'groups', 'extra'],
                properties: {
                  username: { type: 'string', minLength: 1 },
                  uid: { type: 'string' },
                  groups: { type: 'array', items: { type: 'string' } },
                  extra: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
                },
                additionalProperties: false,
              } satisfies MembersOf<
                MemberOf<ElementOf<MemberOf<MemberOf<ServerOptions, 'authentication'>, 'tokens'>>, 'user'>
              >,
            },
            additionalProperties: false,
          } satisfies MembersOf<ElementOf<MemberOf<MemberOf<ServerOptions, 'authentication'>, 'tokens'>>>,
        },
        serviceAccounts: {
          type: 'object',
          properties: {
            issuers: { type: 'array', minItems: 1, items: { type: 'string', minLength: 1 } },
            signingKey: { type: 'string' },
            signer: {
              type: 'object',
              title: 'a signer of tokens',
              required: ['sign', 'refresh', 'close'],
              properties: { sign: { type: 'function' }, refresh: { type: 'function' }, close: { type: 'function' } },
            },
            keys: { type: 'array', items: { type: 'string' } },
            jwksUri: { type: 'string' },
            maxExpirationSeconds: { type: 'number', minimum: 3600, maximum: 4294967296 },
            extendExpiration: { type: 'boolean' },
            lookup: { type: 'boolean' },
          },
          additionalProperties: false,
        } satisfies MembersOf<MemberOf<MemberOf<ServerOptions, 'authentication'>, 'serviceAccounts'>>,
        bootstrapTokens: { type: 'boolean' },
        oidc: {
          type: 'object',
          required: ['issuerUrl', 'clientId'],
          properties: {
            issuerUrl: { type: 'string', minLength: 1 },
            clientId: { type: 'string', minLength: 1 },
            ca: { type: 'string' },
            usernameClaim: { type: 'string' },
            usernamePrefix: { type: 'string' },
            groupsClaim: { type: 'string' },
            groupsPrefix: { type: 'string' },
            requiredClaims: { type: 'object', additionalProperties: { type: 'string' } },
            signingAlgorithms: { type: 'array', minItems: 1, items: { type: 'string' } },
            timeoutMs: { type: 'number', minimum: 0 },
            minRefetchMs: { type: 'number', minimum: 0 },
            maxEntries: { type: 'integer', minimum: 1 },
          },
          additionalProperties: false,
        } satisfies MembersOf<MemberOf<MemberOf<ServerOptions, 'authentication'>, 'oidc'>>,
        configuration: { type: 'object', properties: {} },
        configurationFile: { type: 'string', minLength: 1 },
        webhook: {
          type: 'object',
          required: ['remote'],
          properties: {
            remote: {
              type: 'object',
              required: ['server', 'insecureSkipTlsVerify', 'authorization'],
              properties: {
                server: { type: 'string', minLength: 1 },
                ca: { type: 'string' },
                serverName: { type: 'string' },
                insecureSkipTlsVerify: { type: 'boolean' },
                clientCertificate: { type: 'string' },
                clientKey: { type: 'string' },
                authorization: { type: 'function' },
              },
              additionalProperties: false,
            } satisfies MembersOf<MemberOf<MemberOf<MemberOf<ServerOptions, 'authentication'>, 'webhook'>, 'remote'>>,
            version: { type: 'string', enum: ['v1', 'v1beta1'] },
            cacheTtlMs: { type: 'number', minimum: 0 },
            timeoutMs: { type: 'number', minimum: 0 },
            attempts: { type: 'integer', minimum: 1 },
            initialBackoffMs: { type: 'number', minimum: 0 },
            maxEntries: { type: 'integer', minimum: 1 },
            maxPending: { type: 'integer', minimum: 1 },
          },
          additionalProperties: false,
        } satisfies MembersOf<MemberOf<MemberOf<ServerOptions, 'authentication'>, 'webhook'>>,
      },
      additionalProperties: false,
    } satisfies MembersOf<MemberOf<ServerOptions, 'authentication'>>,
    authenticators: { type: 'array', items: { type: 'function' } },
    tokenAuthenticators: { type: 'array', items: { type: 'function' } },
    apiAudiences: { type: 'array', items: { type: 'string' } },
    authorization: {
      anyOf: [
        {
          type: 'array',
          items: { type: 'string', enum: ['AlwaysAllow', 'AlwaysDeny', 'ABAC', 'Webhook', 'RBAC', 'Node'] },
        },
        {
          type: 'object',
          properties: {
            configuration: { type: 'object', properties: {} },
            configurationFile: { type: 'string', minLength: 1 },
          },
          additionalProperties: false,
        } satisfies MembersOf<MemberOf<ServerOptions, 'authorization'>>,
      ],
    },
    authorizationSources: {
      type: 'object',
      properties: {
        policies: {
          type: 'array',
          items: {
            type: 'object',
            required: ['user', 'group', 'readonly', 'apiGroup', 'resource', 'namespace', 'nonResourcePath'],
            properties: {
              user: { type: 'string' },
              group: { type: 'string' },
              readonly: { type: 'boolean' },
              apiGroup: { type: 'string' },
              resource: { type: 'string' },
              namespace: { type: 'string' },
              nonResourcePath: { type: 'string' },
            },
            additionalProperties: false,
          } satisfies MembersOf<ElementOf<MemberOf<MemberOf<ServerOptions, 'authorizationSources'>, 'policies'>>>,
        },
        webhook: {
          type: 'object',
          required: ['remote'],
          properties: {
            remote: {
              type: 'object',
              required: ['server', 'insecureSkipTlsVerify', 'authorization'],
              properties: {
                server: { type: 'string', minLength: 1 },
                ca: { type: 'string' },
                serverName: { type: 'string' },
                insecureSkipTlsVerify: { type: 'boolean' },
                clientCertificate: { type: 'string' },
                clientKey: { type: 'string' },
                authorization: { type: 'function' },
              },
              additionalProperties: false,
            } satisfies MembersOf<
              MemberOf<MemberOf<MemberOf<ServerOptions, 'authorizationSources'>, 'webhook'>, 'remote'>
            >,
            version: { type: 'string', enum: ['v1', 'v1beta1'] },
            authorizedTtlMs: { type: 'number', minimum: 0 },
            unauthorizedTtlMs: { type: 'number', minimum: 0 },
            maxEntries: { type: 'integer', minimum: 1 },
            failurePolicy: { type: 'string', enum: ['noOpinion', 'deny'] },
            attempts: { type: 'integer', minimum: 1 },
            initialBackoffMs: { type: 'number', minimum: 0 },
            timeoutMs: { type: 'number', minimum: 0 },
          },
          additionalProperties: false,
        } satisfies MembersOf<MemberOf<MemberOf<ServerOptions, 'authorizationSources'>, 'webhook'>>,
      },
      additionalProperties: false,
    } satisfies MembersOf<MemberOf<ServerOptions, 'authorizationSources'>>,
    authorizers: { type: 'array', items: { type: 'function' } },
    admission: {
      type: 'array',
      items: {
        type: 'object',
        title: 'an admission plugin',
        required: ['name', 'handles'],
        properties: {
          name: { type: 'string', minLength: 1 },
          admit: { type: 'function' },
          validate: { type: 'function' },
          bind: { type: 'function' },
          handles: { type: 'function' },
        },
      },
    },
    admissionControl: {
      type: 'object',
      properties: {
        enable: { type: 'array', items: { type: 'string' } },
        disable: { type: 'array', items: { type: 'string' } },
        configuration: {
          type: 'array',
          items: {
            type: 'object',
            required: ['name'],
            properties: {
              name: { type: 'string', minLength: 1 },
              value: {},
              directory: { type: 'string' },
              file: { type: 'string' },
            },
            additionalProperties: false,
          } satisfies MembersOf<ElementOf<MemberOf<MemberOf<ServerOptions, 'admissionControl'>, 'configuration'>>>,
        },
        expressions: {
          type: 'object',
          title: 'an expression engine',
          required: ['compile'],
          properties: { compile: { type: 'function' } },
        },
        resolveService: { type: 'function' },
      },
      additionalProperties: false,
    } satisfies MembersOf<MemberOf<ServerOptions, 'admissionControl'>>,
    aggregation: {
      type: 'object',
      properties: {
        resolveService: { type: 'function' },
        proxyClient: {
          anyOf: [
            { type: 'function' },
            {
              type: 'object',
              required: ['cert', 'key'],
              properties: { cert: { type: 'string' }, key: { type: 'string' } },
              additionalProperties: false,
            } satisfies MembersOf<MemberOf<MemberOf<ServerOptions, 'aggregation'>, 'proxyClient'>>,
          ],
        },
      },
      additionalProperties: false,
    } satisfies MembersOf<MemberOf<ServerOptions, 'aggregation'>>,
    peers: {
      type: 'object',
      properties: {
        ca: { type: 'string' },
        advertiseAddress: { type: 'string' },
        advertisePort: { type: 'integer', minimum: 1, maximum: 65535 },
      },
      additionalProperties: false,
    } satisfies MembersOf<MemberOf<ServerOptions, 'peers'>>,
    hostname: { type: 'string', minLength: 1 },
    connections: {
      type: 'object',
      properties: {
        log: { type: 'function' },
        exec: { type: 'function' },
        attach: { type: 'function' },
        portForward: { type: 'function' },
      },
      additionalProperties: false,
    } satisfies MembersOf<MemberOf<ServerOptions, 'connections'>>,
    nodeAgent: {
      type: 'object',
      properties: {
        clientCertificate: { type: 'string' },
        clientKey: { type: 'string' },
        certificateAuthority: { type: 'string' },
        preferredAddressTypes: { type: 'array', items: { type: 'string' } },
      },
      additionalProperties: false,
    } satisfies MembersOf<MemberOf<ServerOptions, 'nodeAgent'>>,
    preset: { type: 'string', enum: ['secure', 'testing'] },
    featureGates: { type: 'object', additionalProperties: { type: 'boolean' } },
    emulatedVersion: { type: 'string' },
    minCompatibilityVersion: { type: 'string' },
    clock: {
      type: 'object',
      title: 'a clock',
      required: ['now', 'monotonic', 'after', 'soon'],
      properties: {
        now: { type: 'function' },
        monotonic: { type: 'function' },
        after: { type: 'function' },
        soon: { type: 'function' },
      },
    },
    random: {
      type: 'object',
      title: 'a random source',
      required: ['bytes', 'uid'],
      properties: { bytes: { type: 'function' }, uid: { type: 'function' } },
    },
    logger: {
      type: 'object',
      title: 'a logger',
      required: ['debug', 'info', 'warn', 'error'],
      properties: {
        debug: { type: 'function' },
        info: { type: 'function' },
        warn: { type: 'function' },
        error: { type: 'function' },
      },
    },
    metrics: {
      anyOf: [
        { type: 'boolean' },
        {
          type: 'object',
          title: 'metrics',
          required: ['counter', 'gauge', 'histogram'],
          properties: { counter: { type: 'function' }, gauge: { type: 'function' }, histogram: { type: 'function' } },
        },
      ],
    },
    audit: {
      type: 'object',
      required: ['policy', 'sinks'],
      properties: {
        policy: {
          type: 'object',
          required: ['rules'],
          properties: {
            rules: {
              type: 'array',
              items: {
                type: 'object',
                required: ['level'],
                properties: {
                  level: { type: 'string', enum: ['None', 'Metadata', 'Request', 'RequestResponse'] },
                  users: { type: 'array', items: { type: 'string' } },
                  userGroups: { type: 'array', items: { type: 'string' } },
                  verbs: { type: 'array', items: { type: 'string' } },
                  resources: {
                    type: 'array',
                    items: {
                      type: 'object',
                      properties: {
                        group: { type: 'string' },
                        resources: { type: 'array', items: { type: 'string' } },
                        resourceNames: { type: 'array', items: { type: 'string' } },
                      },
                      additionalProperties: false,
                    } satisfies MembersOf<
                      ElementOf<
                        MemberOf<
                          ElementOf<MemberOf<MemberOf<MemberOf<ServerOptions, 'audit'>, 'policy'>, 'rules'>>,
                          'resources'
                        >
                      >
                    >,
                  },
                  namespaces: { type: 'array', items: { type: 'string' } },
                  nonResourceURLs: { type: 'array', items: { type: 'string' } },
                  omitStages: {
                    type: 'array',
                    items: {
                      type: 'string',
                      enum: ['RequestReceived', 'ResponseStarted', 'ResponseComplete', 'Panic'],
                    },
                  },
                  omitManagedFields: { type: 'boolean' },
                },
                additionalProperties: false,
              } satisfies MembersOf<ElementOf<MemberOf<MemberOf<MemberOf<ServerOptions, 'audit'>, 'policy'>, 'rules'>>>,
            },
            omitStages: {
              type: 'array',
              items: { type: 'string', enum: ['RequestReceived', 'ResponseStarted', 'ResponseComplete', 'Panic'] },
            },
            omitManagedFields: { type: 'boolean' },
          },
          additionalProperties: false,
        } satisfies MembersOf<MemberOf<MemberOf<ServerOptions, 'audit'>, 'policy'>>,
        sinks: {
          type: 'array',
          items: {
            type: 'object',
            title: 'an audit sink',
            required: ['write'],
            properties: {
              name: { type: 'string' },
              mode: { type: 'string', enum: ['batch', 'blocking', 'blocking-strict'] },
              observe: { type: 'function' },
              close: { type: 'function' },
              write: { type: 'function' },
            },
          },
        },
      },
      additionalProperties: false,
    } satisfies MembersOf<MemberOf<ServerOptions, 'audit'>>,
    explain: { type: 'function' },
    inspector: { type: 'boolean' },
    onRequest: { type: 'function' },
    anonymous: { type: 'boolean' },
    maxInFlight: {
      type: 'object',
      properties: { reading: { type: 'integer', minimum: 0 }, mutating: { type: 'integer', minimum: 0 } },
      additionalProperties: false,
    } satisfies MembersOf<MemberOf<ServerOptions, 'maxInFlight'>>,
    storeHealthcheckTimeoutMs: { type: 'number', minimum: 0 },
    storeReadycheckTimeoutMs: { type: 'number', minimum: 0 },
    priorityAndFairness: { type: 'boolean' },
    livezGracePeriodMs: { type: 'number', minimum: 0 },
    runtimeConfig: { anyOf: [{ type: 'string' }, { type: 'object', additionalProperties: { type: 'boolean' } }] },
    builtInKinds: {
      anyOf: [
        { type: 'string', enum: ['all'] },
        { type: 'array', items: { type: 'string' } },
      ],
    },
    onlyKinds: { type: 'boolean' },
    eventTtlSeconds: { type: 'integer', minimum: 0 },
    serviceCidr: { type: 'string' },
  },
  additionalProperties: false,
} satisfies MembersOf<ServerOptions>
