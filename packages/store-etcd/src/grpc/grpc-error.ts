/** The statuses of gRPC, by number. */
// upstream: grpc doc/statuscodes.md
export const grpcStatus = {
  ok: 0,
  cancelled: 1,
  unknown: 2,
  invalidArgument: 3,
  deadlineExceeded: 4,
  notFound: 5,
  alreadyExists: 6,
  permissionDenied: 7,
  resourceExhausted: 8,
  failedPrecondition: 9,
  aborted: 10,
  outOfRange: 11,
  unimplemented: 12,
  internal: 13,
  unavailable: 14,
  dataLoss: 15,
  unauthenticated: 16,
} as const

/** A call that has failed. */
export class GrpcError extends Error {
  /** One of {@link grpcStatus}. */
  readonly status: number
  /** Whether the server may have seen the call; false if it certainly did nothing. */
  readonly isSent: boolean

  constructor(status: number, message: string, { isSent = true, cause }: { isSent?: boolean; cause?: unknown } = {}) {
    super(message, { cause })
    this.status = status
    this.isSent = isSent
  }
}

/** The failure of a connection, or of what it takes to get one. */
export function unavailable(message: string, options?: { isSent?: boolean; cause?: unknown }): GrpcError {
  return new GrpcError(grpcStatus.unavailable, message, options)
}

/** What the last headers of a call say; undefined if it has succeeded. */
export function readTrailers(headers: ReadonlyMap<string, string>): GrpcError | undefined {
  const status = headers.get('grpc-status')
  if (status === undefined) {
    const http = headers.get(':status') ?? '200'
    const isUnavailable = ['429', '502', '503', '504'].includes(http)
    return new GrpcError(isUnavailable ? grpcStatus.unavailable : grpcStatus.unknown, `the answer is HTTP ${http}`)
  }
  if (status === '0') return undefined
  return new GrpcError(Number(status), decodeMessage(headers.get('grpc-message') ?? ''))
}

/** Decodes the percent-encoding of a message; one that is not valid stays as it is. */
function decodeMessage(message: string): string {
  try {
    return decodeURIComponent(message)
  } catch {
    return message
  }
}
