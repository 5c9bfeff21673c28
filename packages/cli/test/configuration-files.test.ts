import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { silentLogger, systemClock } from '@pinnace/meta'
import { createServer } from '@pinnace/server'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parseFlags, type CommandOptions } from '../src/flags.ts'
import { toServerOptions } from '../src/to-server-options.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pinnace-cli-'))
})

afterEach(() => rm(folder, { recursive: true }))

const follow = { clock: systemClock, logger: silentLogger, signal: AbortSignal.abort() }

/** Creates and closes a server as the command does, with these flags; DIR is the folder of the files. */
async function open(flags: readonly string[], files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), inFolder(text))
  const options = parseFlags(['--vocabulary=kubernetes', ...flags.map(inFolder)]) as CommandOptions
  const server = await createServer(await toServerOptions(options, follow))
  await server.close()
}

const inFolder = (text: string): string => text.replaceAll('DIR', folder)

const kubeconfig = `
apiVersion: v1
kind: Config
preferences: {}
current-context: main
contexts: [{ name: main, context: { cluster: one, user: me, namespace: default } }, { name: other, context: {} }]
clusters: [{ name: one, cluster: { server: 'https://127.0.0.1:1', insecure-skip-tls-verify: true, extensions: [] } }]
users: [{ name: me, user: { token: t, exec: null } }]
`
const kubeconfigMistakes: readonly (readonly [string, string, string])[] = [
  ['kind: Config', 'kinds: Config', 'kinds: unknown field'],
  ['preferences: {}', 'preferences: 1', 'preferences must be an object'],
  ['contexts: [', 'contexts: 5 #', 'contexts must be a list'],
  ['namespace: default', 'namspace: default', 'contexts[0].context.namspace: unknown field'],
  ['context: {} }', 'contxt: {} }', 'contexts[1].contxt: unknown field'],
  ['server: ', 'servr: ', 'clusters[0].cluster.servr: unknown field'],
  [': true', ': yes please', 'clusters[0].cluster.insecure-skip-tls-verify must be true or false'],
  ['extensions: []', '__proto__: []', 'clusters[0].cluster.__proto__: unknown field'],
  ['token: t', 'token: 7', 'users[0].user.token must be a string'],
  ['token: t', 'token: t, as-groups: [1]', 'users[0].user.as-groups must be a list of strings'],
  ['token: t', 'tokn: t', 'users[0].user.tokn: unknown field'],
]

const auditPolicy = `
apiVersion: audit.k8s.io/v1
kind: Policy
omitManagedFields: true
rules: [{ level: Metadata, users: [ali], resources: [{ group: '', resources: [pods] }] }]
`

const abacPolicy =
  '{"apiVersion":"abac.authorization.kubernetes.io/v1beta1","kind":"Policy","spec":{"user":"ali","readonly":true}}\n'

const configurationOf = (plugin: string, configuration: string): string => `
apiVersion: apiserver.config.k8s.io/v1
kind: AdmissionConfiguration
plugins: [{ name: ${plugin}, configuration: ${configuration} }]
`
const admission = (plugin: string): readonly string[] => [
  `--enable-admission-plugins=${plugin}`,
  '--admission-control-config-file=DIR/config',
]

interface Case {
  readonly name: string
  readonly flags: readonly string[]
  /** The text of the file `config`, which is accepted. */
  readonly text: string
  /** Other files. */
  readonly others?: Readonly<Record<string, string>>
  /** The text that is replaced, what it is replaced by, and the message without the beginning. */
  readonly mistakes: readonly (readonly [string, string, string])[]
  /** The beginning of messages. */
  readonly begin: string
}

const cases: readonly Case[] = [
  {
    name: 'the audit policy',
    flags: ['--audit-policy-file=DIR/config', '--audit-log-path=DIR/log'],
    text: auditPolicy,
    begin: '--audit-policy-file: DIR/config: ',
    mistakes: [
      ['omitManagedFields', 'omitManagedField', 'policy.omitManagedField: unknown field'],
      ['omitManagedFields: true', 'omitManagedFields: 1', 'omitManagedFields: must be true or false'],
      ['users', 'user', 'rules[0].user: unknown field'],
      ['[ali]', '[1]', 'rules[0].users: must be a list of strings'],
      ['resources: [pods]', 'resource: [pods]', 'rules[0].resources[0].resource: unknown field'],
      ["group: ''", 'group: 1', 'rules[0].resources[0].group: must be a string'],
    ],
  },
  ...(
    [
      ['authentication-token-webhook-config-file', []],
      ['authorization-webhook-config-file', ['--authorization-mode=Webhook']],
      ['audit-webhook-config-file', ['--audit-policy-file=DIR/policy']],
    ] as const
  ).map(([flag, more]): Case => ({
    name: `the kubeconfig of --${flag}`,
    flags: [`--${flag}=DIR/config`, ...more],
    text: kubeconfig,
    others: { policy: auditPolicy },
    begin: `--${flag}: DIR/config: `,
    mistakes: kubeconfigMistakes,
  })),
  {
    name: 'the ABAC policy file',
    flags: ['--authorization-mode=ABAC', '--authorization-policy-file=DIR/config'],
    text: abacPolicy,
    begin: '--authorization-policy-file: error reading policy file DIR/config, line 1: ',
    mistakes: [
      ['"spec"', '"specs"', 'unknown field "specs"'],
      ['readonly', 'readOnly', 'unknown field "readOnly"'],
      ['true', '"yes"', 'readonly must be true or false'],
      ['"ali"', '7', 'user must be a string'],
    ],
  },
  {
    name: 'the AdmissionConfiguration',
    flags: ['--admission-control-config-file=DIR/config'],
    text: configurationOf('DefaultTolerationSeconds', '{ defaultNotReadyTolerationSeconds: 5 }'),
    begin: '--admission-control-config-file: DIR/config: ',
    mistakes: [
      ['plugins:', 'plugin:', 'unknown field "plugin"'],
      ['name: D', 'names: D', 'unknown field "plugins[0].names"'],
      ['name: D', 'path: 7, name: D', 'plugins[0].path must be a string'],
      ['plugins: [', 'plugins: 5 # [', 'plugins must be a list'],
    ],
  },
  {
    name: 'the configuration of DefaultTolerationSeconds',
    flags: ['--admission-control-config-file=DIR/config'],
    text: configurationOf('DefaultTolerationSeconds', '{ defaultNotReadyTolerationSeconds: 5 }'),
    begin: 'DIR/config: DefaultTolerationSeconds: ',
    mistakes: [
      ['defaultNotReadyT', 'defaultNotreadyT', 'unknown field "defaultNotreadyTolerationSeconds"'],
      [': 5', ': soon', 'defaultNotReadyTolerationSeconds must be a whole number, not "soon"'],
    ],
  },
  {
    name: 'the configuration of EventRateLimit',
    flags: admission('EventRateLimit'),
    text: configurationOf(
      'EventRateLimit',
      '{ apiVersion: eventratelimit.admission.k8s.io/v1alpha1, kind: Configuration, limits: [{ type: Server, qps: 1, burst: 2 }] }',
    ),
    begin: 'DIR/config: EventRateLimit: ',
    mistakes: [
      ['kind: Configuration,', 'kind: Configuration, limit: [],', 'unknown field "limit"'],
      ['burst', 'brust', 'limits[0]: unknown field "brust"'],
      ['qps: 1', 'qps: many', 'limits[0].qps must be a whole number, not "many"'],
    ],
  },
  {
    name: 'the configuration of ImagePolicyWebhook',
    flags: admission('ImagePolicyWebhook'),
    text: configurationOf('ImagePolicyWebhook', '{ imagePolicy: { kubeConfigFile: backend, allowTTL: 5 } }'),
    others: { backend: kubeconfig },
    begin: 'DIR/config: ImagePolicyWebhook: ',
    mistakes: [
      ['imagePolicy:', 'more: 1, imagePolicy:', 'unknown field "more"'],
      ['allowTTL', 'allowTtl', 'imagePolicy: unknown field "allowTtl"'],
      ['allowTTL: 5', 'allowTTL: 5s', 'imagePolicy.allowTTL must be a whole number, not "5s"'],
    ],
  },
  {
    name: 'the configuration of PodNodeSelector',
    flags: admission('PodNodeSelector'),
    text: configurationOf('PodNodeSelector', '{ podNodeSelectorPluginConfig: { a: env=test } }'),
    begin: 'DIR/config: PodNodeSelector: ',
    mistakes: [
      ['podNodeS', 'more: 1, podNodeS', 'unknown field "more"'],
      ['env=test', '7', 'podNodeSelectorPluginConfig.a must be a string, not 7'],
    ],
  },
  {
    name: 'the configuration of PodTolerationRestriction',
    flags: admission('PodTolerationRestriction'),
    text: configurationOf(
      'PodTolerationRestriction',
      '{ apiVersion: podtolerationrestriction.admission.k8s.io/v1alpha1, kind: Configuration, default: [{ key: a, operator: Exists }] }',
    ),
    begin: 'DIR/config: PodTolerationRestriction: ',
    mistakes: [
      ['default', 'defaults', 'unknown field "defaults"'],
      ['operator', 'operater', 'default[0]: unknown field "operater"'],
      ['key: a', 'key: 7', 'default[0].key must be a string, not 7'],
    ],
  },
  {
    name: 'the configuration of PodSecurity',
    flags: admission('PodSecurity'),
    text: configurationOf(
      'PodSecurity',
      '{ apiVersion: pod-security.admission.config.k8s.io/v1, kind: PodSecurityConfiguration, defaults: { enforce: baseline }, exemptions: { namespaces: [a] } }',
    ),
    begin: 'DIR/config: PodSecurity: ',
    mistakes: [
      ['exemptions', 'exemption', 'unknown field "exemption"'],
      ['enforce', 'enforced', 'defaults: unknown field "enforced"'],
      ['baseline', '7', 'defaults.enforce must be a string, not 7'],
      ['[a]', '[7]', 'exemptions.namespaces[0] must be a string, not 7'],
    ],
  },
  {
    name: 'the configuration of ResourceQuota',
    flags: admission('ResourceQuota'),
    text: configurationOf(
      'ResourceQuota',
      '{ apiVersion: apiserver.config.k8s.io/v1, kind: ResourceQuotaConfiguration, limitedResources: [{ resource: pods, matchScopes: [{ scopeName: PriorityClass, operator: In, values: [high] }] }] }',
    ),
    begin: 'DIR/config: ResourceQuota: ',
    mistakes: [
      ['limitedResources', 'limitedResource', 'unknown field "limitedResource"'],
      ['operator', 'op', 'limitedResources[0].matchScopes[0]: unknown field "op"'],
      ['[high]', '[7]', 'limitedResources[0].matchScopes[0].values[0] must be a string, not 7'],
    ],
  },
  ...['MutatingAdmissionWebhook', 'ValidatingAdmissionWebhook'].map((plugin): Case => ({
    name: `the configuration of ${plugin}`,
    flags: ['--admission-control-config-file=DIR/config'],
    text: configurationOf(
      plugin,
      '{ apiVersion: apiserver.config.k8s.io/v1, kind: WebhookAdmissionConfiguration, kubeConfigFile: users }',
    ),
    others: { users: kubeconfig },
    begin: `DIR/config: ${plugin}: `,
    mistakes: [
      ['kubeConfigFile', 'kubeconfigFile', 'unknown field "kubeconfigFile"'],
      ['kubeConfigFile: users', 'kubeConfigFile: [users]', 'kubeConfigFile must be a string, not ["users"]'],
    ],
  })),
]

describe('a configuration file of the command', () => {
  it.each(cases)('is accepted without mistakes: $name', async ({ flags, text, others = {} }) => {
    await open(flags, { ...others, config: text })
  })

  it.each(cases.flatMap((entry) => entry.mistakes.map((mistake) => ({ ...entry, mistake }))))(
    'is rejected with its name and the path of the member: $name, $mistake.1',
    async ({ flags, text, others = {}, begin, mistake: [good, bad, message] }) => {
      expect(text).toContain(good)
      const error = await open(flags, { ...others, config: text.replace(good, bad) }).catch((reason: unknown) => reason)
      expect(error).toBeInstanceOf(TypeError)
      const actual = (error as TypeError).message.replace(
        / \(see "(?:server|authenticator)-options" in docs\/errors\.md\)$/,
        '',
      )
      expect(actual.startsWith(inFolder(begin)) && actual.endsWith(message) ? 'as expected' : actual).toBe(
        'as expected',
      )
    },
  )

  it('names the file of a kubeconfig that a plugin configuration refers to', async () => {
    const config = configurationOf('ImagePolicyWebhook', '{ imagePolicy: { kubeConfigFile: backend } }')
    const backend = kubeconfig.replace('server: ', 'servr: ')
    await expect(open(admission('ImagePolicyWebhook'), { config, backend })).rejects.toThrow(
      'imagePolicy.kubeConfigFile: clusters[0].cluster.servr: unknown field',
    )
  })
})

describe('the emulated release', () => {
  it('is that of the API server only', async () => {
    await open(['--emulated-version=kube=1.34', '--min-compatibility-version=1.33'], {})
    await expect(open(['--emulated-version=other=1.34'], {})).rejects.toThrow('component not registered: other')
    await expect(open(['--emulated-version=1.37'], {})).rejects.toThrow(
      'emulation version 1.37 is not between [1.33, 1.36.0]',
    )
  })
})
