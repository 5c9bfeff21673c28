import { isAbsolute, join } from 'node:path'
import { loadRemoteService, type RemoteService } from '@pinnace/authn'
import { formatDuration } from '@pinnace/meta'
import type { PluginConfiguration } from '../../built-in-plugin.ts'
import { messageOf } from '../../message-of.ts'
import { readInteger, readText } from '../../read-document.ts'
import { readFields } from '../../read-fields.ts'

/** The configuration of the plugin. */
export interface ImagePolicySettings {
  readonly remote: RemoteService
  /** How long an allowed review is cached; 0 for not at all. */
  readonly allowTtlMs: number
  /** How long a denied review is cached; 0 for not at all. */
  readonly denyTtlMs: number
  /** The delay before the first retry. */
  readonly retryBackoffMs: number
  /** Whether pods are allowed when the backend fails. */
  readonly defaultAllow: boolean
}

const plugin = 'ImagePolicyWebhook'
const where = `${plugin}: imagePolicy`
const minuteMs = 60_000
const nanosecondMs = 1e-6

interface Span {
  readonly unitMs: number
  readonly defaultMs: number
  readonly minMs: number
  readonly maxMs: number
}

const backoff: Span = { unitMs: 1, defaultMs: 500, minMs: nanosecondMs, maxMs: 5 * minuteMs }
const allowed: Span = { unitMs: 1000, defaultMs: 5 * minuteMs, minMs: 1000, maxMs: 30 * minuteMs }
const denied: Span = { ...allowed, defaultMs: 30_000 }

/** Reads the configuration of the plugin, which is required, and the file with the address of the backend. */
// upstream: plugin/pkg/admission/imagepolicy/admission.go, NewImagePolicyWebhook; config.go, normalizeWebhookConfig
export async function readImagePolicySettings({ value, directory }: PluginConfiguration): Promise<ImagePolicySettings> {
  if (value === undefined) throw new TypeError(`${plugin}: no config specified`)
  const known = ['kubeConfigFile', 'allowTTL', 'denyTTL', 'retryBackoff', 'defaultAllow']
  const fields = readFields(where, readFields(plugin, value, ['imagePolicy'])['imagePolicy'] ?? {}, known)
  const file = readText(`${where}.kubeConfigFile`, fields['kubeConfigFile'])
  if (file === '') throw new TypeError(`${where}.kubeConfigFile: Required value`)
  const { defaultAllow = false } = fields
  if (typeof defaultAllow !== 'boolean') {
    throw new TypeError(`${where}.defaultAllow must be true or false, not ${JSON.stringify(defaultAllow)}`)
  }
  return {
    retryBackoffMs: readSpan('retryBackoff', fields, backoff),
    allowTtlMs: readSpan('allowTTL', fields, allowed),
    denyTtlMs: readSpan('denyTTL', fields, denied),
    defaultAllow,
    remote: await readRemote(isAbsolute(file) ? file : join(directory, file)),
  }
}

/** Reads a duration: -1 is zero, 0 is the default. */
function readSpan(name: string, fields: Readonly<Record<string, unknown>>, span: Span): number {
  const count = readInteger(`${where}.${name}`, fields[name])
  if (count === -1) return 0
  if (count === 0) return span.defaultMs
  const ms = count * span.unitMs
  if (ms >= span.minMs && ms <= span.maxMs) return ms
  const [min, max, got] = [span.minMs, span.maxMs, ms].map(formatDuration)
  throw new TypeError(`${where}.${name}: valid value is between ${min} and ${max}, got ${got}`)
}

async function readRemote(file: string): Promise<RemoteService> {
  try {
    return await loadRemoteService(file)
  } catch (cause) {
    throw new TypeError(`${where}.kubeConfigFile: ${messageOf(cause)}`, { cause })
  }
}
