/** Why a request was not executed. */
// upstream: apiserver/pkg/util/flowcontrol/fairqueuing/queueset/queueset.go
export type RejectionReason = 'queue-full' | 'concurrency-limit' | 'time-out' | 'cancelled'

/** A request that found no seat. */
export class FlowRejection extends Error {
  override readonly name = 'FlowRejection'
  readonly reason: RejectionReason

  constructor(reason: RejectionReason) {
    super(`request rejected: ${reason}`)
    this.reason = reason
  }
}
