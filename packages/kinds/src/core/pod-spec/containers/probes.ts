import { isHttpHeaderName, isPortName, isPortNumber, type FieldErrors } from '@pinnace/meta'
import type { HTTPGetAction, Lifecycle, LifecycleHandler, Probe, ProbeHandler } from '@pinnace/types/core-v1-containers'
import type { PodScope } from '../pod-rules.ts'
import { reportEach, validateNotNegative } from '../../../validation/messages.ts'
import type { AnyContainer } from './visit-containers.ts'

const schemes = ['HTTP', 'HTTPS']

/** Everything a container may do about its own health; `at` is the container's path. */
export function validateProbesAndLifecycle(
  container: AnyContainer,
  scope: PodScope,
  at: string,
  errors: FieldErrors,
): void {
  if (container.lifecycle) validateLifecycle(container.lifecycle, scope, `${at}.lifecycle`, errors)
  if (container.livenessProbe) validateLivenessProbe(container.livenessProbe, `${at}.livenessProbe`, errors)
  if (container.readinessProbe) {
    const field = `${at}.readinessProbe`
    const probe = container.readinessProbe
    validateProbe(probe, field, errors)
    if (probe.terminationGracePeriodSeconds !== undefined) {
      errors.invalid(
        `${field}.terminationGracePeriodSeconds`,
        probe.terminationGracePeriodSeconds,
        'must not be set for readinessProbes',
      )
    }
  }
  if (container.startupProbe) validateLivenessProbe(container.startupProbe, `${at}.startupProbe`, errors)
}

// upstream: core/validation, validateLivenessProbe and validateStartupProbe
function validateLivenessProbe(probe: Probe, field: string, errors: FieldErrors): void {
  validateProbe(probe, field, errors)
  if (probe.successThreshold !== 1)
    errors.invalid(`${field}.successThreshold`, probe.successThreshold ?? 0, 'must be 1')
}

// upstream: core/validation, validateProbe
function validateProbe(probe: Probe, field: string, errors: FieldErrors): void {
  validateHandler(probe, undefined, field, errors)
  if (
    isNegative(probe.initialDelaySeconds) ||
    isNegative(probe.timeoutSeconds) ||
    isNegative(probe.periodSeconds) ||
    isNegative(probe.successThreshold) ||
    isNegative(probe.failureThreshold)
  ) {
    validateNotNegative(probe.initialDelaySeconds, `${field}.initialDelaySeconds`, errors)
    validateNotNegative(probe.timeoutSeconds, `${field}.timeoutSeconds`, errors)
    validateNotNegative(probe.periodSeconds, `${field}.periodSeconds`, errors)
    validateNotNegative(probe.successThreshold, `${field}.successThreshold`, errors)
    validateNotNegative(probe.failureThreshold, `${field}.failureThreshold`, errors)
  }
  const grace = probe.terminationGracePeriodSeconds
  if (grace !== undefined && grace <= 0) {
    errors.invalid(`${field}.terminationGracePeriodSeconds`, grace, 'must be greater than 0')
  }
}

// upstream: core/validation, validateLifecycle
function validateLifecycle(lifecycle: Lifecycle, scope: PodScope, field: string, errors: FieldErrors): void {
  const { gracePeriodSeconds } = scope
  if (lifecycle.postStart) validateHandler(lifecycle.postStart, gracePeriodSeconds, `${field}.postStart`, errors)
  if (lifecycle.preStop) validateHandler(lifecycle.preStop, gracePeriodSeconds, `${field}.preStop`, errors)
}

// upstream: core/validation, validateHandler – the first handler counts, the others are refused unread.
function validateHandler(
  handler: ProbeHandler & LifecycleHandler,
  gracePeriodSeconds: number | undefined,
  field: string,
  errors: FieldErrors,
): void {
  let found = false
  const isFirst = (name: string): boolean => {
    if (found) errors.forbidden(`${field}.${name}`, 'may not specify more than 1 handler type')
    const first = !found
    found = true
    return first
  }
  if (handler.exec && isFirst('exec') && !handler.exec.command?.length) errors.required(`${field}.exec.command`)
  if (handler.httpGet && isFirst('httpGet')) validateHttpGet(handler.httpGet, `${field}.httpGet`, errors)
  if (handler.tcpSocket && isFirst('tcpSocket')) validatePort(handler.tcpSocket.port, `${field}.tcpSocket`, errors)
  if (handler.grpc && isFirst('grpc')) validatePort(handler.grpc.port, `${field}.grpc`, errors)
  if (handler.sleep && isFirst('sleep')) {
    const { seconds } = handler.sleep
    // An invalid grace period is reported where it stands.
    if (gracePeriodSeconds !== undefined && (seconds < 0 || seconds > gracePeriodSeconds)) {
      const limit = `must be non-negative and less than terminationGracePeriodSeconds (${gracePeriodSeconds})`
      errors.invalid(`${field}.sleep`, seconds, limit)
    }
  }
  if (!found) errors.required(field, 'must specify a handler type')
}

// upstream: core/validation, validateHTTPGetAction – header errors name the list.
function validateHttpGet(action: HTTPGetAction, field: string, errors: FieldErrors): void {
  if (!action.path) errors.required(`${field}.path`)
  validatePort(action.port, field, errors)
  if (action.scheme !== 'HTTP' && action.scheme !== 'HTTPS') {
    errors.notSupported(`${field}.scheme`, action.scheme ?? '', schemes)
  }
  for (const header of action.httpHeaders ?? []) {
    reportEach(errors, isHttpHeaderName(header.name), `${field}.httpHeaders`, header.name)
  }
}

/** A port's number or name; `at` is what has a field `port`. */
// upstream: core/validation, ValidatePortNumOrName
function validatePort(port: number | string, at: string, errors: FieldErrors): void {
  if (typeof port === 'number') {
    if (port < 1 || port > 65535) reportEach(errors, isPortNumber(port), `${at}.port`, port)
    return
  }
  const messages = isPortName(port)
  if (messages.length > 0) reportEach(errors, messages, `${at}.port`, port)
}

function isNegative(value: number | undefined): boolean {
  return value !== undefined && value < 0
}
