import { StatusError } from '@pinnace/meta'

/** The 500 of a request whose event could not be stored; over HTTP it is a text. */
// upstream: endpoints/filters/audit.go, WithAudit
export class UnauditedRequest extends StatusError {
  constructor() {
    super('InternalError', 'failed to store audit event')
  }
}
