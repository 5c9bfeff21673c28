import {
  isDns1123Label,
  isDns1123Subdomain,
  isFullyQualifiedDomainName,
  isLabelValue,
  isEqualJson,
  isSemanticEqual,
  type FieldErrors,
  type Mutable,
} from '@pinnace/meta'
import { column, columns } from '@pinnace/resources'
import type { Endpoint, EndpointPort, EndpointSlice } from '@pinnace/types/discovery-v1'
import type { KindBehavior } from '../kind-behavior.ts'
import { validateAppProtocol } from '../core/app-protocol.ts'
import { parseIp } from '../core/ip-address.ts'
import { validateNonSpecialIp } from '../core/special-ip.ts'
import { ipWarnings, isCanonicalIp, isStrictIp } from '../core/strict-ip.ts'
import { reportEach, sentences } from '../validation/messages.ts'
import { countGeneration, startGeneration } from '../generation.ts'

const addressTypes = ['FQDN', 'IPv4', 'IPv6']
const protocols = ['SCTP', 'TCP', 'UDP']
const maxEndpoints = 1000
const maxAddresses = 100
const maxPorts = 20_000
const maxHints = 8

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
      dropTopology(next)
      startGeneration(next)
    },
    prepareForUpdate(next, live) {
      // Labels say what a slice is for, so their changes count too.
      const isSame =
        isEqualJson(next.endpoints, live.endpoints) &&
        isSemanticEqual(next.ports, live.ports) &&
        isSemanticEqual(next.addressType, live.addressType) &&
        isSemanticEqual(next.metadata.labels, live.metadata.labels)
      if (!isSame) countGeneration(next, live)
      dropTopology(next)
    },
    validate(next, errors) {
      validateHead(next, errors)
      validateEndpoints(next, errors)
    },
    validateUpdate(next, live, errors) {
      validateHead(next, errors)
      // upstream: endpoints that stay as they are stored are not looked at again
      if (!isEqualJson(next.endpoints, live.endpoints)) validateEndpoints(next, errors)
      if (next.addressType !== live.addressType) errors.invalid('addressType', next.addressType, sentences.immutable)
    },
    warnings: warningsOf,
  },
  columns: columns<EndpointSlice>(
    column('AddressType', (object) => object.addressType),
    column('Ports', (object) => formatPorts(object.ports ?? [])),
    column('Endpoints', (object) => formatEndpoints(object.endpoints ?? [])),
  ),
}

/** Drops what v1 shows of older objects and does not take. */
// upstream: registry/discovery/endpointslice/strategy.go, dropTopologyOnV1
function dropTopology(next: Mutable<EndpointSlice>): void {
  for (const endpoint of next.endpoints ?? []) delete endpoint.deprecatedTopology
}

// upstream: registry/discovery/endpointslice/strategy.go, warnOnBadIPs and WarningsOnCreate
function warningsOf(next: EndpointSlice, live: EndpointSlice | undefined): readonly string[] {
  const isNewName = next.addressType === 'FQDN' && live === undefined
  return [
    ...(isNewName ? ['spec.addressType: FQDN endpoints are deprecated'] : []),
    ...(next.endpoints ?? []).flatMap(({ addresses }, index) =>
      (addresses ?? []).flatMap((address, place) => ipWarnings(address, `endpoints[${index}].addresses[${place}]`)),
    ),
  ]
}

function validateHead({ addressType, ports }: EndpointSlice, errors: FieldErrors): void {
  if (addressType === undefined || (addressType as string) === '') errors.required('addressType')
  else if (!addressTypes.includes(addressType)) errors.notSupported('addressType', addressType, addressTypes)
  validatePorts(ports ?? [], errors)
}

function validateEndpoints({ addressType, endpoints: listed }: EndpointSlice, errors: FieldErrors): void {
  const endpoints = listed ?? []
  if (endpoints.length > maxEndpoints) return errors.tooMany('endpoints', endpoints.length, maxEndpoints)
  endpoints.forEach((endpoint, index) => validateEndpoint(endpoint, addressType, `endpoints[${index}]`, errors))
  return undefined
}

function validateEndpoint(endpoint: Endpoint, addressType: string, path: string, errors: FieldErrors): void {
  const { addresses = [], hostname, nodeName, hints } = endpoint
  if ((addresses ?? []).length === 0) errors.required(`${path}.addresses`, 'must contain at least 1 address')
  else if (addresses.length > maxAddresses) errors.tooMany(`${path}.addresses`, addresses.length, maxAddresses)
  addresses?.forEach((address, index) => validateAddress(address, index, addressType, { path, errors }))
  if (nodeName !== undefined) reportEach(errors, isDns1123Subdomain(nodeName), `${path}.nodeName`, nodeName)
  if (hostname !== undefined) reportEach(errors, isDns1123Label(hostname), `${path}.hostname`, hostname)
  const { forZones = [], forNodes = [] } = hints ?? {}
  if (forZones.length > maxHints) return errors.tooMany(`${path}.hints.forZones`, forZones.length, maxHints)
  validateHints(forZones, isLabelValue, `${path}.hints.forZones`, errors)
  if (forNodes.length > maxHints) return errors.tooMany(`${path}.hints.forNodes`, forNodes.length, maxHints)
  return validateHints(forNodes, isDns1123Subdomain, `${path}.hints.forNodes`, errors)
}

function validateHints(
  hints: readonly { readonly name: string }[],
  messagesOf: (name: string) => readonly string[],
  at: string,
  errors: FieldErrors,
): void {
  const seen = new Set<string>()
  hints.forEach(({ name }, index) => {
    if (seen.has(name)) errors.duplicate(`${at}[${index}].name`, name)
    seen.add(name)
    reportEach(errors, messagesOf(name), `${at}[${index}].name`, name)
  })
}

function validateAddress(
  address: string,
  index: number,
  addressType: string,
  { path, errors }: { readonly path: string; readonly errors: FieldErrors },
): void {
  const field = `${path}.addresses[${index}]`
  if (addressType === 'FQDN') return validateDomain(address, field, errors)
  if (addressType !== 'IPv4' && addressType !== 'IPv6') return undefined
  const problems = isStrictIp(address)
  if (problems.length > 0) return reportEach(errors, problems, field, address)
  if (parseIp(address)?.family === addressType) reportEach(errors, isCanonicalIp(address), field, address)
  // upstream: without the index, by mistake
  else errors.invalid(`${path}.addresses`, address, `must be an ${addressType} address`)
  return validateNonSpecialIp(address, field, errors)
}

function validateDomain(address: string, field: string, errors: FieldErrors): void {
  const domain = address.replace(/\.$/, '')
  if (domain === '') errors.required(field)
  else reportEach(errors, isFullyQualifiedDomainName(domain), field, domain)
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
