import { createHash } from 'node:crypto'
import { webhookConfiguration, type DefinedPlugin, type WebhookConfiguration } from '@pinnace/admission/define'
import type { LooseObject } from '@pinnace/client'
import type { Vocabulary } from '@pinnace/meta'
import type { PluginFile } from './load-plugins.ts'
import { pathOf } from './serve-plugins.ts'

/** Options for {@link pluginManifests}. */
export interface PluginManifestsOptions extends PluginFile {
  /** The name of the Deployment, its Service and the rest. */
  readonly name: string
  readonly namespace: string
  readonly image: string
  readonly replicas: number
  readonly vocabulary: Vocabulary
  /** The serving certificate for `NAME.NAMESPACE.svc`, its key and its CA, PEM. */
  readonly certificate: { readonly ca: string; readonly cert: string; readonly key: string }
}

/** The port of the container. */
export const containerPort = 8443

/** Where the container finds its certificate. */
export const tlsDirectory = '/tls'

/** What runs the plugins in a cluster: namespace, service account, its role, certificate, service, deployment. */
export function pluginManifests(options: PluginManifestsOptions): readonly LooseObject[] {
  const { name, namespace, certificate, clusterRoleRules } = options
  const labels = labelsOf(options)
  const metadata = { name, namespace, labels }
  return [
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } },
    { apiVersion: 'v1', kind: 'ServiceAccount', metadata, automountServiceAccountToken: clusterRoleRules.length > 0 },
    ...rolesOf(options),
    {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata,
      type: `${options.vocabulary.labelDomain}/tls`,
      stringData: { 'tls.crt': certificate.cert, 'tls.key': certificate.key },
    },
    {
      apiVersion: 'v1',
      kind: 'Service',
      metadata,
      spec: { selector: labels, ports: [{ name: 'https', port: 443, targetPort: 'https' }] },
    },
    deploymentOf(options),
  ]
}

/**
 * The webhook configurations of the plugins. They leave out the namespace of the plugins themselves, so that their pods
 * can start while no plugin answers.
 */
export function pluginConfigurations(options: PluginManifestsOptions): readonly WebhookConfiguration[] {
  const { plugins, name, namespace, vocabulary, certificate } = options
  return plugins.flatMap((plugin) =>
    webhookConfiguration(outsideOf(namespace, plugin, vocabulary), {
      service: { namespace, name, path: pathOf(plugin) },
      caBundle: certificate.ca,
      vocabulary,
    }),
  )
}

function outsideOf(namespace: string, plugin: DefinedPlugin, vocabulary: Vocabulary): DefinedPlugin {
  const { namespaceSelector, ...definition } = plugin.definition
  const key = `${vocabulary.labelDomain}/metadata.name`
  const own = { key, operator: 'NotIn' as const, values: [namespace] }
  const matchExpressions = [...(namespaceSelector?.matchExpressions ?? []), own]
  return { ...plugin, definition: { ...definition, namespaceSelector: { ...namespaceSelector, matchExpressions } } }
}

function rolesOf({ name, namespace, clusterRoleRules, vocabulary }: PluginManifestsOptions): readonly LooseObject[] {
  if (clusterRoleRules.length === 0) return []
  const group = vocabulary.group('rbac.authorization')
  const role = `${namespace}:${name}`
  return [
    { apiVersion: `${group}/v1`, kind: 'ClusterRole', metadata: { name: role }, rules: clusterRoleRules },
    {
      apiVersion: `${group}/v1`,
      kind: 'ClusterRoleBinding',
      metadata: { name: role },
      roleRef: { apiGroup: group, kind: 'ClusterRole', name: role },
      subjects: [{ kind: 'ServiceAccount', name, namespace }],
    },
  ]
}

function deploymentOf(options: PluginManifestsOptions): LooseObject {
  const { name, namespace, image, replicas, certificate } = options
  const labels = labelsOf(options)
  // A new certificate makes new pods.
  const annotations = { 'checksum/certificate': createHash('sha256').update(certificate.cert).digest('hex') }
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, namespace, labels },
    spec: {
      replicas,
      selector: { matchLabels: labels },
      template: {
        metadata: { labels, annotations },
        spec: {
          serviceAccountName: name,
          securityContext: { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: 'RuntimeDefault' } },
          containers: [containerOf(name, image)],
          volumes: [{ name: 'tls', secret: { secretName: name } }],
        },
      },
    },
  }
}

function containerOf(name: string, image: string): object {
  const probe = { httpGet: { path: '/healthz', port: 'https', scheme: 'HTTPS' } }
  return {
    name,
    image,
    ports: [{ name: 'https', containerPort }],
    readinessProbe: probe,
    livenessProbe: probe,
    resources: { requests: { cpu: '50m', memory: '96Mi' }, limits: { memory: '256Mi' } },
    securityContext: {
      allowPrivilegeEscalation: false,
      capabilities: { drop: ['ALL'] },
      readOnlyRootFilesystem: true,
    },
    volumeMounts: [{ name: 'tls', mountPath: tlsDirectory, readOnly: true }],
  }
}

function labelsOf({ name, vocabulary }: PluginManifestsOptions): Readonly<Record<string, string>> {
  return { [`app.${vocabulary.labelDomain}/name`]: name }
}
