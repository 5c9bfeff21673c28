import { Buffer } from 'node:buffer'
import { failureText, successText } from './command-status.ts'

/**
 * The report of an agent about the end of a command, in the form for clients: a success, or the exit code. Throws for a
 * failure of another kind, and for a Status that cannot be read.
 */
// upstream: client-go/tools/remotecommand/v4.go, errorDecoderV4, and apiserver/pkg/util/proxy/streamtranslator.go
export function readAgentStatus(text: Buffer): Buffer {
  if (text.length === 0) return successText
  const status = parseStatus(text)
  if (status['status'] === 'Success') return successText
  if (status['status'] !== 'Failure') throw new Error('error stream protocol error: unknown error')
  if (status['reason'] !== 'NonZeroExitCode') throw new Error(String(status['message'] ?? ''))
  if (!isRecord(status['details'])) throw new Error('error stream protocol error: details must be set')
  const { causes } = status['details']
  const cause = (Array.isArray(causes) ? (causes as unknown[]) : []).filter(isRecord).find(isExitCode)
  if (cause === undefined) throw new Error('error stream protocol error: no ExitCode cause given')
  const code = String(cause['message'] ?? '')
  if (!/^\d{1,3}$/.test(code) || Number(code) > 255) {
    throw new Error(`error stream protocol error: invalid exit code value ${JSON.stringify(code)}`)
  }
  return failureText(Number(code), `command terminated with exit code ${Number(code)}`)
}

function parseStatus(text: Buffer): Record<string, unknown> {
  let parsed: unknown
  try {
    parsed = JSON.parse(text.toString())
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`error stream protocol error: ${reason} in ${JSON.stringify(text.toString())}`, { cause: error })
  }
  return isRecord(parsed) ? parsed : {}
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isExitCode(cause: Readonly<Record<string, unknown>>): boolean {
  return cause['reason'] === 'ExitCode'
}
