import { describe, expect, it } from 'vitest'
import { flagGroups, parseFlags } from '../src/flags.ts'
import { formatHelp } from '../src/help/format-help.ts'

const proxy = ['--requestheader-client-ca-file=ca', '--requestheader-username-headers=X-Remote-User']
const oidc = ['--oidc-issuer-url=https://issuer', '--oidc-client-id=us']

describe('authentication flags', () => {
  it.each<[readonly string[], object]>([
    [['--anonymous-auth=false'], { anonymousAuth: false }],
    [['--anonymous-auth'], { anonymousAuth: true }],
    [
      ['--encryption-provider-config=f', '--encryption-provider-config-automatic-reload'],
      { encryptionProviderConfig: 'f', encryptionProviderConfigAutomaticReload: true },
    ],
    [
      ['--event-ttl=90s', '--unsafe-no-fsync', '--data-dir=data'],
      { eventTtlMs: 90_000, unsafeNoFsync: true, dataDir: 'data' },
    ],
    [
      ['--storage-media-type=application/vnd.kubernetes.protobuf', '--vocabulary=kubernetes'],
      { storageMediaType: 'application/vnd.kubernetes.protobuf' },
    ],
    [['--enable-bootstrap-token-auth', '--v=1'], { bootstrapTokenAuth: true, verbosity: 1 }],
    [['--api-audiences=a,b', '--api-audiences', 'c'], { apiAudiences: ['a', 'b', 'c'] }],
    [['--client-ca-file=ca', '--token-auth-file=t'], { clientCaFile: 'ca', tokenAuthFile: 't' }],
    [['--service-account-key-file=a', '--service-account-key-file=b'], { serviceAccountKeyFiles: ['a', 'b'] }],
    [['--service-account-signing-key-file=k'], { serviceAccountSigningKeyFile: 'k' }],
    [
      ['--service-account-issuer=https://a', '--service-account-issuer=b'],
      { serviceAccountIssuers: ['https://a', 'b'] },
    ],
    [['--service-account-max-token-expiration=24h'], { serviceAccountMaxTokenExpirationMs: 86_400_000 }],
    [['--service-account-max-token-expiration=0'], { serviceAccountMaxTokenExpirationMs: 0 }],
    [['--service-account-extend-token-expiration=false'], { serviceAccountExtendTokenExpiration: false }],
    [['--service-account-lookup=F'], { serviceAccountLookup: false }],
    [['--service-account-jwks-uri=https://keys'], { serviceAccountJwksUri: 'https://keys' }],
    [
      [
        ...oidc,
        '--oidc-ca-file=ca',
        '--oidc-username-claim=email',
        '--oidc-username-prefix=-',
        '--oidc-groups-claim=groups',
        '--oidc-groups-prefix=oidc:',
        '--oidc-required-claim=a=1,b=2',
        '--oidc-required-claim=c=x=y',
        '--oidc-signing-algs=RS256,ES256',
      ],
      {
        oidcIssuerUrl: 'https://issuer',
        oidcClientId: 'us',
        oidcCaFile: 'ca',
        oidcUsernameClaim: 'email',
        oidcUsernamePrefix: '-',
        oidcGroupsClaim: 'groups',
        oidcGroupsPrefix: 'oidc:',
        oidcRequiredClaims: new Map([
          ['a', '1'],
          ['b', '2'],
          ['c', 'x=y'],
        ]),
        oidcSigningAlgorithms: ['RS256', 'ES256'],
      },
    ],
    [
      [
        '--authentication-token-webhook-config-file=w',
        '--authentication-token-webhook-cache-ttl=1m',
        '--authentication-token-webhook-version=v1',
      ],
      { tokenWebhookConfigFile: 'w', tokenWebhookCacheTtlMs: 60_000, tokenWebhookVersion: 'v1' },
    ],
    [
      [
        ...proxy,
        '--requestheader-allowed-names=front,back',
        '--requestheader-uid-headers=X-Remote-Uid',
        '--requestheader-group-headers=X-Remote-Group',
        '--requestheader-extra-headers-prefix=X-Remote-Extra-',
      ],
      {
        requestHeaderClientCaFile: 'ca',
        requestHeaderUsernameHeaders: ['X-Remote-User'],
        requestHeaderAllowedNames: ['front', 'back'],
        requestHeaderUidHeaders: ['X-Remote-Uid'],
        requestHeaderGroupHeaders: ['X-Remote-Group'],
        requestHeaderExtraHeadersPrefix: ['X-Remote-Extra-'],
      },
    ],
  ])('parses %j', (args, expected) => {
    expect(parseFlags(args)).toMatchObject(expected)
  })
})

describe('authorization, audit and limit flags', () => {
  it.each<[readonly string[], object]>([
    [['--emulated-version=1.35'], { emulatedVersion: { component: undefined, version: '1.35' } }],
    [
      ['--emulated-version=kube=1.34', '--min-compatibility-version=1.33'],
      {
        emulatedVersion: { component: 'kube', version: '1.34' },
        minCompatibilityVersion: { component: undefined, version: '1.33' },
      },
    ],
    [['--authorization-mode=Node,RBAC'], { authorizationModes: ['Node', 'RBAC'] }],
    [['--authorization-mode=Node', '--authorization-mode=RBAC'], { authorizationModes: ['Node', 'RBAC'] }],
    [['--authorization-mode=ABAC', '--authorization-policy-file=p'], { authorizationPolicyFile: 'p' }],
    [
      [
        '--authorization-mode=Webhook',
        '--authorization-webhook-config-file=w',
        '--authorization-webhook-cache-authorized-ttl=10s',
        '--authorization-webhook-cache-unauthorized-ttl=0s',
        '--authorization-webhook-version=v1',
      ],
      {
        authorizationWebhookConfigFile: 'w',
        authorizationWebhookAuthorizedTtlMs: 10_000,
        authorizationWebhookUnauthorizedTtlMs: 0,
        authorizationWebhookVersion: 'v1',
      },
    ],
    [['--audit-policy-file=p', '--audit-log-path=-'], { auditPolicyFile: 'p', auditLogPath: '-' }],
    [['--audit-policy-file=p', '--audit-webhook-config-file=w'], { auditWebhookConfigFile: 'w' }],
    [
      [
        '--audit-policy-file=p',
        '--audit-log-path=l',
        '--audit-log-maxage=7',
        '--audit-log-maxbackup=3',
        '--audit-log-maxsize=100',
        '--audit-log-compress',
        '--audit-log-format=legacy',
        '--audit-log-mode=batch',
        '--audit-log-batch-buffer-size=5',
        '--audit-log-batch-max-size=2',
        '--audit-log-batch-max-wait=1s',
      ],
      {
        auditLogRotation: { maxAgeDays: 7, maxBackups: 3, maxSizeMegabytes: 100, compress: true },
        auditLogFormat: 'legacy',
        auditLog: { mode: 'batch', batchBufferSize: 5, batchMaxSize: 2, batchMaxWaitMs: 1000 },
      },
    ],
    [
      [
        '--audit-policy-file=p',
        '--audit-webhook-config-file=w',
        '--audit-webhook-mode=blocking-strict',
        '--audit-webhook-initial-backoff=2s',
        '--audit-webhook-batch-throttle-enable=false',
        '--audit-webhook-batch-throttle-qps=5',
        '--audit-webhook-batch-throttle-burst=6',
      ],
      {
        auditWebhookInitialBackOffMs: 2000,
        auditWebhook: {
          mode: 'blocking-strict',
          batchThrottleEnable: false,
          batchThrottleQps: 5,
          batchThrottleBurst: 6,
        },
      },
    ],
    [
      ['--max-requests-inflight=0', '--max-mutating-requests-inflight=7'],
      { maxRequestsInFlight: 0, maxMutatingRequestsInFlight: 7 },
    ],
    [['--enable-priority-and-fairness=false'], { priorityAndFairness: false }],
    [
      ['--shutdown-delay-duration=1m30s', '--livez-grace-period=500ms'],
      { shutdownDelayMs: 90_000, livezGracePeriodMs: 500 },
    ],
    [['--shutdown-send-retry-after'], { shutdownSendRetryAfter: true }],
    [
      ['--max-connections=500', '--max-connections-per-address=50'],
      { maxConnections: 500, maxConnectionsPerAddress: 50 },
    ],
    [
      ['--runtime-config=api/beta=false', '--runtime-config', 'batch/v1=false,/v1/secrets'],
      { runtimeConfig: 'api/beta=false,batch/v1=false,/v1/secrets' },
    ],
  ])('parses %j', (args, expected) => {
    expect(parseFlags(args)).toMatchObject(expected)
  })
})

describe('invalid flags', () => {
  it.each([
    [
      ['--encryption-provider-config-automatic-reload'],
      '--encryption-provider-config-automatic-reload must be set with --encryption-provider-config',
    ],
    [
      ['--vocabulary=kubernetes', '--storage-media-type=application/x'],
      '--storage-media-type "application/x" invalid, allowed values: application/json, application/vnd.kubernetes.protobuf, application/yaml',
    ],
    [['--unsafe-no-fsync'], '--unsafe-no-fsync requires --data-dir, without --postgres-url and --etcd-servers'],
    [
      ['--unsafe-no-fsync', '--data-dir=data', '--postgres-url=postgres://localhost/a'],
      '--unsafe-no-fsync requires --data-dir, without --postgres-url and --etcd-servers',
    ],
    [['--event-ttl=-1s'], '--event-ttl must be a duration such as 1m30s, not "-1s"'],
    [['--event-ttl=abc'], '--event-ttl must be a duration such as 1m30s, not "abc"'],
    [['--emulated-version=kube=1.35,kube=1.34'], 'duplicate version flag, kube=1.35 and kube=1.34'],
    [['--anonymous-auth=maybe'], '--anonymous-auth must be true or false, not "maybe"'],
    [['--anonymous-auth', 'false'], 'unexpected argument "false"'],
    [
      ['--anonymous-auth', '--authorization-mode=AlwaysAllow'],
      '--anonymous-auth=true is not allowed with --authorization-mode=AlwaysAllow',
    ],
    [
      ['--service-account-max-token-expiration=10m'],
      '--service-account-max-token-expiration must be between 1 hour and 2^32 seconds, not "10m"',
    ],
    [
      ['--service-account-max-token-expiration=soon'],
      '--service-account-max-token-expiration must be a duration such as 1m30s, not "soon"',
    ],
    [['--oidc-issuer-url=http://issuer'], '--oidc-issuer-url must be an https URL, not "http://issuer"'],
    [
      ['--oidc-client-id=us'],
      '--oidc-issuer-url and --oidc-client-id must be set together when any --oidc-* flag is set',
    ],
    [
      ['--oidc-groups-claim=groups'],
      '--oidc-issuer-url and --oidc-client-id must be set together when any --oidc-* flag is set',
    ],
    [[...oidc, '--oidc-required-claim=a'], '--oidc-required-claim must be key=value, not "a"'],
    [[...oidc, '--oidc-signing-algs=HS256'], '--oidc-signing-algs must be one of RS256,'],
    [
      ['--requestheader-group-headers=X-Remote-Group'],
      '--requestheader-client-ca-file and --requestheader-username-headers must be set together',
    ],
    [
      ['--authentication-token-webhook-cache-ttl=1m'],
      '--authentication-token-webhook-cache-ttl requires --authentication-token-webhook-config-file',
    ],
    [
      ['--authentication-token-webhook-version=v2'],
      '--authentication-token-webhook-version must be one of v1beta1, v1, not "v2"',
    ],
    [['--authorization-mode=Nope'], '--authorization-mode must be one of AlwaysAllow, AlwaysDeny, ABAC'],
    [['--authorization-mode=RBAC,RBAC'], '--authorization-mode has "RBAC" more than once'],
    [['--authorization-mode=ABAC'], '--authorization-mode=ABAC requires --authorization-policy-file'],
    [['--authorization-policy-file=p'], '--authorization-policy-file requires --authorization-mode=ABAC'],
    [['--authorization-mode=Webhook'], '--authorization-mode=Webhook requires --authorization-webhook-config-file'],
    [
      ['--authorization-webhook-version=v1'],
      '--authorization-webhook-version requires --authorization-webhook-config-file',
    ],
    [['--audit-log-path=-'], '--audit-log-path requires --audit-policy-file'],
    [
      ['--audit-policy-file=p', '--audit-log-path=-', '--audit-log-mode=never'],
      '--audit-log-mode must be one of batch, blocking, blocking-strict, not "never"',
    ],
    [
      ['--audit-policy-file=p', '--audit-log-path=-', '--audit-log-maxsize=1'],
      '--audit-log-path=- is standard output, which is not rotated',
    ],
    [
      ['--audit-policy-file=p', '--audit-webhook-config-file=w', '--audit-log-maxage=1'],
      '--audit-log-maxage requires --audit-log-path',
    ],
    [
      ['--audit-policy-file=p', '--audit-log-path=l', '--audit-webhook-mode=batch'],
      '--audit-webhook-mode requires --audit-webhook-config-file',
    ],
    [
      ['--audit-policy-file=p', '--audit-log-path=l', '--audit-log-batch-max-size=0'],
      '--audit-log-batch-max-size must be a positive integer, not "0"',
    ],
    [
      ['--audit-policy-file=p', '--audit-log-path=l', '--audit-log-batch-throttle-enable'],
      '--audit-log-batch-throttle-enable requires --audit-log-batch-throttle-qps and --audit-log-batch-throttle-burst',
    ],
    [['--audit-policy-file=p'], '--audit-policy-file requires --audit-log-path or --audit-webhook-config-file'],
    [['--max-requests-inflight=-1'], '--max-requests-inflight must be a non-negative integer, not "-1"'],
    [['--shutdown-delay-duration=-1s'], '--shutdown-delay-duration must be a duration such as 1m30s, not "-1s"'],
  ])('rejects %j', (args, message) => {
    expect(() => parseFlags(args)).toThrow(message)
  })

  it('are all listed in the help, each once', () => {
    const named = formatHelp(flagGroups).match(/^ {2}--?[a-z][a-z-]* [^ ]+$/gm) ?? []
    expect(new Set(named).size).toBe(named.length)
    expect(named.length).toBeGreaterThan(45)
  })
})

describe('a deprecated flag', () => {
  const old = { name: 'old', placeholder: 'X', help: 'Old.', deprecated: 'use --new instead', read: () => ({}) }
  const quiet = {
    name: 'deprecation-warnings',
    placeholder: 'true|false',
    help: '',
    isSwitch: true,
    read: (value: string) => ({ deprecationWarnings: value === 'true' }),
  }

  it('is parsed, with a warning that names the alternative', () => {
    expect(parseFlags(['--old=1', '--old=2'], [old])).toMatchObject({
      deprecationWarnings: true,
      warnings: [
        'Flag --old has been deprecated, use --new instead',
        'Flag --old has been deprecated, use --new instead',
      ],
    })
  })

  it('prints no warning with --deprecation-warnings=false', () => {
    expect(parseFlags(['--old=1', '--deprecation-warnings=false'], [old, quiet])).toMatchObject({
      deprecationWarnings: false,
    })
  })
})

describe('--service-account-signing-endpoint', () => {
  it.each([
    ['--service-account-signing-key-file=k', 'service-account-signing-key-file'],
    ['--service-account-key-file=k', 'service-account-key-file'],
    ['--service-account-max-token-expiration=2h', 'service-account-max-token-expiration'],
  ])('excludes %s', (flag, name) => {
    expect(parseFlags(['--service-account-signing-endpoint=/run/signer.sock'])).toMatchObject({
      serviceAccountSigningEndpoint: '/run/signer.sock',
    })
    expect(() => parseFlags(['--service-account-signing-endpoint=/run/signer.sock', flag])).toThrow(
      `--${name} and --service-account-signing-endpoint are mutually exclusive`,
    )
  })
})

describe('--workers', () => {
  it('is a number of processes', () => {
    expect(parseFlags(['--workers=2'])).toMatchObject({ workers: 2 })
  })

  it.each([
    [['--workers=0'], '--workers must be from 1 to 64'],
    [['--workers=65'], '--workers must be from 1 to 64'],
    [['--workers=2', '--inspector'], '--workers and --inspector exclude each other'],
    [['--workers=2', '--detach'], '--workers and --detach exclude each other'],
    [['--workers=2', '--enable-faults'], '--workers and --enable-faults exclude each other'],
  ])('refuses %j', (args, message) => {
    expect(() => parseFlags(args)).toThrow(message)
  })
})
