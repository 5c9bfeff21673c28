import { Buffer } from 'node:buffer'
import { internalError } from '@pinnace/meta'
import type { CommandVersion } from '../protocol-names.ts'
import type { CommandEnd } from './command-streams.ts'

/** The Status of a success. */
export const successText: Buffer = Buffer.from(JSON.stringify({ metadata: {}, status: 'Success' }))

/**
 * What is sent on the error stream when a command has ended: a Status since version 4, before that the text of a failure
 * and nothing for a success.
 */
// upstream: cri-streaming/pkg/streaming/remotecommand, exec.go, v4WriteStatusFunc and v1WriteStatusFunc
export function commandStatus(end: CommandEnd, version: CommandVersion): Buffer {
  if ('status' in end) return end.status
  const status = toStatus(end)
  if (version === 'v4' || version === 'v5') return status
  const { message = '' } = JSON.parse(status.toString()) as { readonly message?: string }
  return Buffer.from(message)
}

/** The Status of a command that ended with an exit code. */
export function failureText(exitCode: number, reason: string): Buffer {
  return Buffer.from(
    JSON.stringify({
      metadata: {},
      status: 'Failure',
      message: `command terminated with non-zero exit code: ${reason}`,
      reason: 'NonZeroExitCode',
      details: { causes: [{ reason: 'ExitCode', message: String(exitCode) }] },
    }),
  )
}

/** The Status of a command that could not be run. */
export function errorText(error: string): Buffer {
  const { kind: _kind, apiVersion: _apiVersion, ...status } = internalError(error).toStatus()
  return Buffer.from(JSON.stringify(status))
}

function toStatus(end: Exclude<CommandEnd, { readonly status: Buffer }>): Buffer {
  if ('error' in end) return errorText(`error executing command in container: ${end.error}`)
  return end.exitCode === 0 ? successText : failureText(end.exitCode, `exit status ${end.exitCode}`)
}
