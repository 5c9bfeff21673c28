import { Buffer } from 'node:buffer'
import { kubernetesVocabulary, withErrorCodes, type ApiObject, type Vocabulary } from '@pinnace/meta'
import type { Rule } from '../rules.ts'
import { isPolicy, type DefinedPolicy } from './define-admission-policy.ts'
import type { DefinedPlugin, PluginDefinition } from './plugin-definition.ts'

/** Options for {@link webhookConfiguration}. */
export interface WebhookConfigurationOptions {
  /** The service in front of {@link serveWebhook}; exclusive with `url`. */
  readonly service?: {
    readonly namespace: string
    readonly name: string
    readonly port?: number
    /** What comes before `/mutate` and `/validate`: `/team-label`. @default nothing */
    readonly path?: string
  }
  /** The address of {@link serveWebhook}, without `/mutate` and `/validate`: `https://10.0.0.7:8443`. */
  readonly url?: string
  /** The CA of its certificate, PEM. @default the authorities that the server trusts */
  readonly caBundle?: string
  /** A domain with at least three parts. @default the name of the plugin in lower case, below `admission.local` */
  readonly webhookName?: string
  /** How long the server waits for an answer, seconds, 1 to 30. @default 10 */
  readonly timeoutSeconds?: number
  /** The vocabulary of the server. @default kubernetes */
  readonly vocabulary?: Vocabulary
}

/** An object that makes a server call a plugin. */
export interface WebhookConfiguration extends ApiObject {
  readonly apiVersion: string
  readonly kind: 'MutatingWebhookConfiguration' | 'ValidatingWebhookConfiguration'
  readonly webhooks: readonly ConfiguredWebhook[]
}

/** The only webhook of a {@link WebhookConfiguration}. */
export interface ConfiguredWebhook extends Pick<
  PluginDefinition,
  'rules' | 'failurePolicy' | 'matchPolicy' | 'namespaceSelector' | 'objectSelector' | 'reinvocationPolicy'
> {
  readonly name: string
  readonly clientConfig: {
    readonly service?: {
      readonly namespace: string
      readonly name: string
      readonly port?: number
      readonly path: string
    }
    readonly url?: string
    /** PEM, in base64. */
    readonly caBundle?: string
  }
  readonly sideEffects: 'None'
  readonly timeoutSeconds: number
  readonly admissionReviewVersions: readonly string[]
}

/**
 * The webhook configurations of a plugin or a policy that is served with `serveWebhook`: a mutating one if it has `mutate`
 * or mutations, and a validating one if it has `validate`, `validateDelete` or validations. Rules, selectors and policies are those of the plugin. Throws a
 * TypeError unless there is either a service or a URL.
 *
 * @example
 * const objects = webhookConfiguration(teamLabel, { url: 'https://127.0.0.1:8443', caBundle })
 */
export function webhookConfiguration<T extends ApiObject>(
  plugin: DefinedPlugin<T> | DefinedPolicy,
  options: WebhookConfigurationOptions,
): readonly WebhookConfiguration[] {
  return withErrorCodes('admission-plugin', () => configurationsOf(plugin, options))
}

function configurationsOf<T extends ApiObject>(
  plugin: DefinedPlugin<T> | DefinedPolicy,
  options: WebhookConfigurationOptions,
): readonly WebhookConfiguration[] {
  const { webhookName, timeoutSeconds = 10, vocabulary = kubernetesVocabulary } = options
  assertTimeout(timeoutSeconds)
  const definition = isPolicy(plugin) ? policySettings(plugin) : pluginSettings(plugin.definition)
  const name = toDnsLabel(plugin.name)
  const apiVersion = `${vocabulary.group('admissionregistration')}/v1`
  const { rules, matchPolicy, objectSelector, namespaceSelector, failurePolicy } = definition
  const webhook = (path: string): ConfiguredWebhook => ({
    name: webhookName ?? `${name}.admission.local`,
    clientConfig: clientConfigOf(options, path),
    rules,
    failurePolicy: failurePolicy ?? 'Fail',
    matchPolicy: matchPolicy ?? 'Equivalent',
    ...(namespaceSelector === undefined ? {} : { namespaceSelector }),
    ...(objectSelector === undefined ? {} : { objectSelector }),
    sideEffects: 'None',
    timeoutSeconds,
    admissionReviewVersions: ['v1'],
  })
  const { mutates, validates, reinvocationPolicy = 'Never' } = definition
  return [
    ...(mutates
      ? [toConfiguration('MutatingWebhookConfiguration', { ...webhook('/mutate'), reinvocationPolicy })]
      : []),
    ...(validates ? [toConfiguration('ValidatingWebhookConfiguration', webhook('/validate'))] : []),
  ]

  function toConfiguration(kind: WebhookConfiguration['kind'], one: ConfiguredWebhook): WebhookConfiguration {
    return { apiVersion, kind, metadata: { name }, webhooks: [one] }
  }
}

/** What a configuration takes from a plugin or a policy. */
interface Settings extends Pick<
  PluginDefinition,
  'rules' | 'matchPolicy' | 'objectSelector' | 'namespaceSelector' | 'failurePolicy' | 'reinvocationPolicy'
> {
  readonly mutates: boolean
  readonly validates: boolean
}

function pluginSettings<T extends ApiObject>(definition: PluginDefinition<T>): Settings {
  const { mutate, validate, validateDelete } = definition
  return { ...definition, mutates: mutate !== undefined, validates: (validate ?? validateDelete) !== undefined }
}

// Webhooks have no names of resources: the policy compares them. Stored rules are valid, so the cast holds.
function policySettings({ definition }: DefinedPolicy): Settings {
  const rules = definition.rules.map(({ resourceNames: _, ...rule }) => rule) as unknown as readonly Rule[]
  const mutates = 'mutations' in definition
  return { ...definition, rules, mutates, validates: !mutates }
}

function clientConfigOf(
  { service, url, caBundle }: WebhookConfigurationOptions,
  path: string,
): ConfiguredWebhook['clientConfig'] {
  if ((service === undefined) === (url === undefined)) throw new TypeError('webhookConfiguration needs service or url')
  const trust = caBundle === undefined ? {} : { caBundle: Buffer.from(caBundle).toString('base64') }
  if (service !== undefined) return { service: { ...service, path: `${service.path ?? ''}${path}` }, ...trust }
  return { url: `${String(url).replace(/\/$/, '')}${path}`, ...trust }
}

function assertTimeout(seconds: number): void {
  if (Number.isInteger(seconds) && seconds >= 1 && seconds <= 30) return
  throw new TypeError(`timeoutSeconds must be an integer from 1 to 30, not ${String(seconds)}`)
}

/** `TeamLabel` becomes `team-label`. */
function toDnsLabel(name: string): string {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replace(/[^a-z\d]+/g, '-')
    .replace(/^-|-$/g, '')
}
