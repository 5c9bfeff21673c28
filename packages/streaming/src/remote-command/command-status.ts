import { Buffer } from 'node:buffer'
import { internalError, type Status } from '@pinnace/meta'
import type { CommandVersion } from '../protocol-names.ts'
import type { CommandEnd } from './command-streams.ts'

/**
 * What is sent on the error stream when a command has ended: a Status since version 4, before that the text of a failure
 * and nothing for a success.
 */
// upstream: cri-streaming/pkg/streaming/remotecommand, exec.go, v4WriteStatusFunc and v1WriteStatusFunc
export function commandStatus(end: CommandEnd, version: CommandVersion): Buffer {
  if ('status' in end) return end.status
  const status = toStatus(end)
  if (version === 'v4' || version === 'v5') return Buffer.from(JSON.stringify(status))
  return Buffer.from(status.message ?? '')
}

function toStatus(end: Exclude<CommandEnd, { readonly status: Buffer }>): Partial<Status> {
  if ('error' in end) return internalError(`error executing command in container: ${end.error}`).toStatus()
  if (end.exitCode === 0) return { metadata: {}, status: 'Success' }
  return {
    metadata: {},
    status: 'Failure',
    message: `command terminated with non-zero exit code: exit status ${end.exitCode}`,
    reason: 'NonZeroExitCode',
    details: { causes: [{ reason: 'ExitCode', message: String(end.exitCode) }] },
  }
}
