import { isAbsolute, join } from 'node:path'
import { loadRemoteUsers, type RemoteUsers } from '@pinnace/authn'
import type { PluginConfiguration } from '../built-in-plugin.ts'

/** What webhook plugins are told: whom the server is to which webhook. */
export interface WebhookSettings {
  readonly users: RemoteUsers | undefined
}

/** Reads the configuration of a webhook plugin. Throws a TypeError that names the field. */
// upstream: apiserver/pkg/admission/plugin/webhook/config, LoadConfig
export async function readWebhookSettings(configuration: PluginConfiguration): Promise<WebhookSettings> {
  const { value, directory, vocabulary } = configuration
  if (value === undefined || value === null) return { users: undefined }
  if (typeof value !== 'object' || Array.isArray(value)) {
    throw new TypeError('the configuration of admission webhooks must be an object')
  }
  const { apiVersion, kind, kubeConfigFile: file, ...others } = value as Readonly<Record<string, unknown>>
  const group = `apiserver.config.${vocabulary.groupDomain}`
  const known = [
    [`${group}/v1`, 'WebhookAdmissionConfiguration'],
    [`${group}/v1alpha1`, 'WebhookAdmission'],
  ] as const
  if (!known.some((one) => one[0] === apiVersion && one[1] === kind)) {
    const names = known.map((one) => `${one[1]} of ${one[0]}`).join(' or ')
    throw new TypeError(`expected ${names}, got ${String(kind)} of ${String(apiVersion)}`)
  }
  const [unknown] = Object.keys(others)
  if (unknown !== undefined) throw new TypeError(`unknown field ${JSON.stringify(unknown)} in ${String(kind)}`)
  if (file === undefined || file === null || file === '') return { users: undefined }
  if (typeof file !== 'string') throw new TypeError('kubeConfigFile must be a string')
  try {
    return { users: await loadRemoteUsers(isAbsolute(file) ? file : join(directory, file)) }
  } catch (cause) {
    throw new TypeError(`kubeConfigFile: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
  }
}
