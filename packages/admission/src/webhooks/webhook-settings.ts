import { isAbsolute, join } from 'node:path'
import { loadRemoteUsers, type RemoteUsers } from '@pinnace/authn'
import type { PluginConfiguration } from '../built-in-plugin.ts'
import { messageOf } from '../message-of.ts'
import { readDocument, readText } from '../read-document.ts'

/** The configuration of a webhook plugin. */
export interface WebhookSettings {
  /** Credentials of the server, by host and port of the webhook. */
  readonly users: RemoteUsers | undefined
}

/** Creates the `configure` of a webhook plugin, which throws a TypeError that names the plugin and the field. */
// upstream: apiserver/pkg/admission/plugin/webhook/config, LoadConfig
export function webhookSettingsOf(plugin: string): (configuration: PluginConfiguration) => Promise<WebhookSettings> {
  return async ({ value, directory, vocabulary }) => {
    if (value === undefined || value === null) return { users: undefined }
    const group = `apiserver.config.${vocabulary.groupDomain}`
    const kinds = [
      { apiVersion: `${group}/v1`, kind: 'WebhookAdmissionConfiguration' },
      { apiVersion: `${group}/v1alpha1`, kind: 'WebhookAdmission' },
    ]
    const { kubeConfigFile } = readDocument(plugin, value, kinds, ['kubeConfigFile'])
    const file = readText(`${plugin}: kubeConfigFile`, kubeConfigFile)
    if (file === '') return { users: undefined }
    try {
      return { users: await loadRemoteUsers(isAbsolute(file) ? file : join(directory, file)) }
    } catch (cause) {
      throw new TypeError(`${plugin}: kubeConfigFile: ${messageOf(cause)}`, { cause })
    }
  }
}
