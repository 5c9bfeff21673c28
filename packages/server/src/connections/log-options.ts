import { badRequest, canonicalTime, FieldErrors, invalid } from '@pinnace/meta'
import { goTimeError, timeLayout } from '@pinnace/schema'

/** The options of a log, decoded. */
export interface LogOptions {
  readonly container: string
  readonly follow: boolean
  readonly previous: boolean
  readonly timestamps: boolean
  readonly insecureSkipTlsVerify: boolean
  readonly sinceSeconds: number | undefined
  /** Whole seconds, UTC. */
  readonly sinceTime: string | undefined
  readonly tailLines: number | undefined
  readonly limitBytes: number | undefined
}

/** Validates the options of a log. Throws 400 and 422 with the messages of Kubernetes. */
// upstream: core/validation, ValidatePodLogOptions; PodLogsQuerySplitStreams is off
export function toLogOptions(decoded: Readonly<Record<string, unknown>>, name: string): LogOptions {
  const options: LogOptions = {
    container: text(decoded['container']) ?? '',
    follow: decoded['follow'] === true,
    previous: decoded['previous'] === true,
    timestamps: decoded['timestamps'] === true,
    insecureSkipTlsVerify: decoded['insecureSkipTLSVerifyBackend'] === true,
    sinceSeconds: number(decoded['sinceSeconds']),
    sinceTime: readTime(text(decoded['sinceTime'])),
    tailLines: number(decoded['tailLines']),
    limitBytes: number(decoded['limitBytes']),
  }
  const errors = new FieldErrors()
  const { tailLines, limitBytes, sinceSeconds, sinceTime } = options
  if (tailLines !== undefined && tailLines < 0) {
    errors.invalid('tailLines', tailLines, 'must be greater than or equal to 0')
  }
  if (limitBytes !== undefined && limitBytes < 1) errors.invalid('limitBytes', limitBytes, 'must be greater than 0')
  if (sinceSeconds !== undefined && sinceTime !== undefined) {
    errors.forbidden('[]', 'at most one of `sinceTime` or `sinceSeconds` may be specified')
  } else if (sinceSeconds !== undefined && sinceSeconds < 1) {
    errors.invalid('sinceSeconds', sinceSeconds, 'must be greater than 0')
  }
  if (decoded['stream'] !== undefined) errors.forbidden('stream', 'may not be specified')
  if (!errors.isEmpty) throw invalid({ group: '', kind: 'PodLogOptions' }, name, errors.list)
  return options
}

// upstream: apimachinery/pkg/apis/meta/v1/time.go, UnmarshalQueryParameter – an empty text and `null` are the zero time
function readTime(value: string | undefined): string | undefined {
  if (value === undefined) return undefined
  if (value === '' || value === 'null') return '0001-01-01T00:00:00Z'
  const canonical = canonicalTime(value)
  if (canonical === undefined) throw badRequest(goTimeError(value, timeLayout))
  return canonical
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

function number(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined
}
