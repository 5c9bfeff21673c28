import { isPortName, isPortNumber, type FieldErrors } from '@pinnace/meta'
import type { ContainerPort } from '@pinnace/types/core-v1-containers'
import { reportEach } from '../../../validation/messages.ts'
import type { AnyContainer } from './visit-containers.ts'

const protocols = ['SCTP', 'TCP', 'UDP']

/** The ports of one container; `at` is the container's path. */
// upstream: core/validation, validateContainerPorts
export function validateContainerPorts(ports: readonly ContainerPort[], at: string, errors: FieldErrors): void {
  const names = ports.length > 1 ? new Set<string>() : undefined
  for (const [index, port] of ports.entries()) {
    if (port.name !== undefined && port.name !== '') {
      const messages = isPortName(port.name)
      if (messages.length > 0) reportEach(errors, messages, `${at}.ports[${index}].name`, port.name)
      else if (names?.has(port.name)) errors.duplicate(`${at}.ports[${index}].name`, port.name)
      else names?.add(port.name)
    }
    if (!port.containerPort) {
      errors.required(`${at}.ports[${index}].containerPort`)
    } else if (!isPort(port.containerPort)) {
      reportEach(errors, isPortNumber(port.containerPort), `${at}.ports[${index}].containerPort`, port.containerPort)
    }
    if (port.hostPort && !isPort(port.hostPort)) {
      reportEach(errors, isPortNumber(port.hostPort), `${at}.ports[${index}].hostPort`, port.hostPort)
    }
    if (!port.protocol) errors.required(`${at}.ports[${index}].protocol`)
    else if (port.protocol !== 'TCP' && !protocols.includes(port.protocol)) {
      errors.notSupported(`${at}.ports[${index}].protocol`, port.protocol, protocols)
    }
  }
}

/** Refuses one host port asked for twice among containers that run at the same time. */
// upstream: core/validation, AccumulateUniqueHostPorts
export function validateHostPortConflicts(
  containers: readonly AnyContainer[],
  at: string,
  firstIndex: number,
  errors: FieldErrors,
): void {
  let taken: Set<string> | undefined
  for (const [index, container] of containers.entries()) {
    const ports = container.ports
    if (!ports) continue
    for (const [portIndex, port] of ports.entries()) {
      if (!port.hostPort) continue
      const key = `${port.protocol ?? ''}/${port.hostIP ?? ''}/${port.hostPort}`
      taken ??= new Set()
      if (taken.has(key)) errors.duplicate(`${at}[${firstIndex + index}].ports[${portIndex}].hostPort`, key)
      else taken.add(key)
    }
  }
}

/** On the host's network a container port is the host's port. */
// upstream: core/validation, validatePodHostNetworkDeps
export function validateHostNetworkPorts(
  containers: readonly AnyContainer[],
  isPod: boolean,
  at: string,
  errors: FieldErrors,
): void {
  for (const [index, container] of containers.entries()) {
    const ports = container.ports
    if (!ports) continue
    for (const [portIndex, { hostPort = 0, containerPort }] of ports.entries()) {
      if ((isPod || hostPort !== 0) && hostPort !== containerPort) {
        errors.invalid(
          `${at}[${index}].ports[${portIndex}].hostPort`,
          hostPort,
          'must match `containerPort` when `hostNetwork` is true',
        )
      }
    }
  }
}

function isPort(port: number): boolean {
  return port >= 1 && port <= 65535
}
