import { isPortName, isPortNumber, type FieldErrors } from '@pinnace/meta'
import type { NetworkPolicyPort } from '@pinnace/types/networking-v1'
import { reportEach } from '../validation/messages.ts'

const protocols = ['TCP', 'UDP', 'SCTP']

/** A port by number or name, or several in a row; `at` is the path of the port. */
// upstream: networking/validation, ValidateNetworkPolicyPort
export function validatePolicyPort(given: NetworkPolicyPort, at: string, errors: FieldErrors): void {
  const { protocol, port, endPort } = given
  if (protocol !== undefined && !protocols.includes(protocol)) {
    errors.notSupported(`${at}.protocol`, protocol, protocols)
  }
  const field = `${at}.endPort`
  if (port === undefined) {
    if (endPort !== undefined) errors.invalid(field, endPort, 'may not be specified when `port` is not specified')
  } else if (typeof port === 'string') {
    if (endPort !== undefined) errors.invalid(field, endPort, 'may not be specified when `port` is non-numeric')
    reportEach(errors, isPortName(port), `${at}.port`, port)
  } else {
    reportEach(errors, isPortNumber(port), `${at}.port`, port)
    if (endPort === undefined) return
    // upstream: shows the port
    if (endPort < port) errors.invalid(field, port, 'must be greater than or equal to `port`')
    reportEach(errors, isPortNumber(endPort), field, endPort)
  }
}
