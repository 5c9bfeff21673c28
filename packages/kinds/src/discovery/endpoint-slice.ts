import {
  isDns1123Label,
  isDns1123Subdomain,
  isFullyQualifiedName,
  isLabelValue,
  isSemanticEqual,
  type FieldErrors,
  type Mutable,
} from '@pinnace/meta'
import { validateLabels, column, columns } from '@pinnace/resources'
import type { Endpoint, EndpointPort, EndpointSlice } from '@pinnace/types/discovery-v1'
import type { KindBehavior } from '../kind-behavior.ts'
import { validateAppProtocol } from '../core/app-protocol.ts'
import { parseIp } from '../core/ip-address.ts'
import { validateNonSpecialIp } from '../core/special-ip.ts'

const addressTypes = ['FQDN', 'IPv4', 'IPv6']
const protocols = ['SCTP', 'TCP', 'UDP']
const maxEndpoints = 1000
const maxAddresses = 100
const maxPorts = 20_000
const maxZoneHints = 8

/** Endpoint slices: part of the endpoints of a service, all of one address type. */
// upstream: registry/discovery/endpointslice/strategy.go, apis/discovery/validation
export const endpointSlice: KindBehavior<EndpointSlice> = {
  strategy: {
    defaults(next) {
      for (const port of next.ports ?? []) {
        port.name ??= ''
        port.protocol ??= 'TCP'
      }
    },
    prepareForCreate(next) {
      next.metadata.generation = 1
    },
    prepareForUpdate(next, live) {
      // Labels and annotations say what a slice is for, so their changes count too.
      const isSame =
        isSemanticEqual(next.endpoints, live.endpoints) &&
        isSemanticEqual(next.ports, live.ports) &&
        isSemanticEqual(next.addressType, live.addressType) &&
        isSemanticEqual(next.metadata.labels, live.metadata.labels) &&
        isSemanticEqual(next.metadata.annotations, live.metadata.annotations)
      if (!isSame) (next as Mutable<EndpointSlice>).metadata.generation = (live.metadata.generation ?? 0) + 1
    },
    validate,
    validateUpdate(next, live, errors) {
      validate(next, errors)
      if (next.addressType !== live.addressType) errors.invalid('addressType', next.addressType, 'field is immutable')
    },
  },
  columns: columns<EndpointSlice>(
    column('AddressType', (object) => object.addressType),
    column('Ports', (object) => formatPorts(object.ports ?? [])),
    column('Endpoints', (object) => formatEndpoints(object.endpoints ?? [])),
  ),
}

function validate({ addressType, endpoints: listed, ports }: EndpointSlice, errors: FieldErrors): void {
  const endpoints = listed ?? []
  if (addressType === undefined || (addressType as string) === '') errors.required('addressType')
  else if (!addressTypes.includes(addressType)) errors.notSupported('addressType', addressType, addressTypes)
  if (endpoints.length > maxEndpoints) {
    errors.tooMany('endpoints', endpoints.length, maxEndpoints)
  } else {
    endpoints.forEach((endpoint, index) => validateEndpoint(endpoint, addressType, `endpoints[${index}]`, errors))
  }
  validatePorts(ports ?? [], errors)
}

function validateEndpoint(endpoint: Endpoint, addressType: string, path: string, errors: FieldErrors): void {
  const { addresses = [], hostname, nodeName, deprecatedTopology = {}, hints } = endpoint
  if ((addresses ?? []).length === 0) errors.required(`${path}.addresses`, 'must contain at least 1 address')
  else if (addresses.length > maxAddresses) errors.tooMany(`${path}.addresses`, addresses.length, maxAddresses)
  addresses?.forEach((address, index) => validateAddress(address, addressType, `${path}.addresses[${index}]`, errors))
  if (nodeName !== undefined) {
    for (const message of isDns1123Subdomain(nodeName)) errors.invalid(`${path}.nodeName`, nodeName, message)
  }
  validateLabels(deprecatedTopology, `${path}.topology`, errors)
  if (hostname !== undefined) {
    for (const message of isDns1123Label(hostname)) errors.invalid(`${path}.hostname`, hostname, message)
  }
  const { forZones = [] } = hints ?? {}
  if (forZones.length > maxZoneHints) {
    errors.tooMany(`${path}.hints.forZones`, forZones.length, maxZoneHints)
    return
  }
  const seen = new Set<string>()
  forZones.forEach(({ name }, index) => {
    const zonePath = `${path}.hints.forZones[${index}].name`
    if (seen.has(name)) errors.duplicate(zonePath, name)
    seen.add(name)
    for (const message of isLabelValue(name)) errors.invalid(zonePath, name, message)
  })
}

function validateAddress(address: string, addressType: string, path: string, errors: FieldErrors): void {
  if (addressType === 'FQDN') {
    for (const message of isFullyQualifiedName(address)) errors.invalid(path, address, message)
    return
  }
  const ip = parseIp(address)
  if (ip === undefined || ip.family !== addressType) {
    errors.invalid(path, address, `must be a valid ${addressType === 'IPv6' ? 'IPv6' : 'IPv4'} address`)
    return
  }
  validateNonSpecialIp(address, path, errors)
}

function validatePorts(ports: readonly EndpointPort[], errors: FieldErrors): void {
  if (ports.length > maxPorts) {
    errors.tooMany('ports', ports.length, maxPorts)
    return
  }
  const names = new Set<string>()
  ports.forEach(({ name = '', protocol, appProtocol }, index) => {
    const path = `ports[${index}]`
    if (name !== '') for (const message of isDns1123Label(name)) errors.invalid(`${path}.name`, name, message)
    if (names.has(name)) errors.duplicate(`${path}.name`, name)
    names.add(name)
    if (protocol === undefined) errors.required(`${path}.protocol`)
    else if (!protocols.includes(protocol)) errors.notSupported(`${path}.protocol`, protocol, protocols)
    if (appProtocol !== undefined) validateAppProtocol(appProtocol, `${path}.appProtocol`, errors)
  })
}

const shown = 3

// upstream: printers, formatDiscoveryPorts and formatDiscoveryEndpoints
function formatPorts(ports: readonly EndpointPort[]): string {
  if (ports.length === 0) return '<unset>'
  return shorten(ports.map(({ name = '', port }) => (port === undefined ? (name === '' ? '*' : name) : String(port))))
}

function formatEndpoints(endpoints: readonly Endpoint[]): string {
  if (endpoints.length === 0) return '<unset>'
  return shorten(endpoints.flatMap(({ addresses }) => addresses))
}

function shorten(texts: readonly string[]): string {
  const text = texts.slice(0, shown).join(',')
  return texts.length > shown ? `${text} + ${texts.length - shown} more...` : text
}
