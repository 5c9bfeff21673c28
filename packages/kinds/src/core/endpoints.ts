import { isDns1123Label, isDns1123Subdomain, isIp, isPortNumber, type FieldErrors, type Mutable } from '@pinnace/meta'
import { column, columns } from '@pinnace/resources'
import type { EndpointAddress, EndpointPort, Endpoints, EndpointSubset } from '@pinnace/types/core-v1'
import type { KindBehavior } from '../kind-behavior.ts'
import { validateAppProtocol } from './app-protocol.ts'
import { validateNonSpecialIp } from './special-ip.ts'

/** Endpoints: addresses and ports that stand behind a service. */
// upstream: core/validation, ValidateEndpoints and ValidateEndpointsUpdate
export const endpoints: KindBehavior<Endpoints> = {
  strategy: {
    defaults(next: Mutable<Endpoints>) {
      for (const subset of next.subsets ?? []) {
        for (const port of subset.ports ?? []) if ((port.protocol ?? '') === '') port.protocol = 'TCP'
      }
    },
    validate: validateSubsets,
    validateUpdate: (next, _, errors) => validateSubsets(next, errors),
  },
  columns: columns<Endpoints>(column('Endpoints', (object) => formatEndpoints(object.subsets ?? []))),
}

const protocols = ['SCTP', 'TCP', 'UDP']

function validateSubsets({ subsets }: Endpoints, errors: FieldErrors): void {
  subsets?.forEach((subset, index) => {
    const path = `subsets[${index}]`
    const { addresses = [], notReadyAddresses = [], ports = [] } = subset
    if (addresses.length === 0 && notReadyAddresses.length === 0) {
      errors.required(path, 'must specify `addresses` or `notReadyAddresses`')
    }
    addresses.forEach((address, at) => validateAddress(address, `${path}.addresses[${at}]`, errors))
    notReadyAddresses.forEach((address, at) => validateAddress(address, `${path}.notReadyAddresses[${at}]`, errors))
    ports.forEach((port, at) => validatePort(port, ports.length > 1, `${path}.ports[${at}]`, errors))
  })
}

function validateAddress({ ip, hostname = '', nodeName }: EndpointAddress, path: string, errors: FieldErrors): void {
  for (const message of isIp(ip)) errors.invalid(`${path}.ip`, ip, message)
  if (hostname !== '')
    for (const message of isDns1123Label(hostname)) errors.invalid(`${path}.hostname`, hostname, message)
  if (nodeName !== undefined) {
    for (const message of isDns1123Subdomain(nodeName)) errors.invalid(`${path}.nodeName`, nodeName, message)
  }
  validateNonSpecialIp(ip, `${path}.ip`, errors)
}

function validatePort(
  { name = '', port, protocol = '', appProtocol }: EndpointPort,
  isNameRequired: boolean,
  path: string,
  errors: FieldErrors,
): void {
  if (name === '') {
    if (isNameRequired) errors.required(`${path}.name`)
  } else {
    for (const message of isDns1123Label(name)) errors.invalid(`${path}.name`, name, message)
  }
  for (const message of isPortNumber(port)) errors.invalid(`${path}.port`, port, message)
  if (protocol === '') errors.required(`${path}.protocol`)
  else if (!protocols.includes(protocol)) errors.notSupported(`${path}.protocol`, protocol, protocols)
  if (appProtocol !== undefined) validateAppProtocol(appProtocol, `${path}.appProtocol`, errors)
}

const shownEndpoints = 3

// upstream: printers, formatEndpoints
function formatEndpoints(subsets: readonly EndpointSubset[]): string {
  const all: string[] = []
  for (const { addresses = [], ports = [] } of subsets) {
    if (ports.length === 0) for (const { ip } of addresses) all.push(ip)
    for (const { port } of ports) for (const { ip } of addresses) all.push(joinHostPort(ip, port))
  }
  if (all.length === 0) return '<none>'
  const shown = all.slice(0, shownEndpoints).join(',')
  return all.length > shownEndpoints ? `${shown} + ${all.length - shownEndpoints} more...` : shown
}

function joinHostPort(host: string, port: number): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`
}
