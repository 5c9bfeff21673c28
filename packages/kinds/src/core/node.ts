import {
  isCidr,
  isLabelValue,
  isQualifiedName,
  isSemanticEqual,
  parseQuantity,
  quantityMilliValue,
  type FieldErrors,
  type Mutable,
  type Vocabulary,
} from '@pinnace/meta'
import { type Column, ageColumn, column, nameColumn } from '@pinnace/resources'
import type { Node, Taint } from '@pinnace/types/core-v1-nodes'
import type { BehaviorContext, KindBehavior } from '../kind-behavior.ts'
import { keepAllButStatus, keepStatus } from '../status-subresource.ts'
import { parseCidr } from './ip-address.ts'

/** Nodes: address ranges that are set once, taints, resources. */
// upstream: registry/core/node/strategy.go and core/validation, ValidateNode and ValidateNodeUpdate
export function node(vocabulary: Vocabulary, isEnabled: BehaviorContext['isEnabled']): KindBehavior<Node> {
  // upstream: a status update keeps them without the gate too.
  const areFeaturesDeclared = isEnabled('NodeDeclaredFeatures')
  const dropDisabled = (next: Mutable<Node>, live: Node | undefined): void => {
    dropConfigSource(next, live)
    if (!areFeaturesDeclared && live?.status?.declaredFeatures === undefined) delete next.status?.declaredFeatures
  }
  const connect = { type: 'connect', verbs: ['create', 'delete', 'get', 'patch', 'update'] } as const
  return {
    strategy: {
      defaults,
      // A node may be created with its status: its kubelet reports it.
      prepareForCreate: (next) => dropDisabled(next, undefined),
      prepareForUpdate(next, live) {
        keepStatus(next, live)
        dropDisabled(next, live)
      },
      validate,
      // upstream: an update is first held to the rules of a new node, and errors that both find are reported twice.
      validateBetween: (next, _live, errors) => validate(next, errors),
      validateUpdate: validateChange,
      warnings: ({ spec }) => (spec?.externalID ? [externalIdWarning(vocabulary)] : []),
    },
    subresources: {
      status: {
        type: 'object',
        verbs: ['get', 'patch', 'update'],
        ownedFields: ['status'],
        strategy: {
          prepareForUpdate(next, live) {
            keepAllButStatus(next, live)
            dropConfigSource(next, live)
          },
          validateUpdate: validateChange,
        },
      },
      proxy: { ...connect, kind: { group: '', version: 'v1', kind: 'NodeProxyOptions' } },
    },
    columns: nodeColumns(vocabulary),
    selectableFields: { 'spec.unschedulable': (object) => String(object.spec?.unschedulable ?? false) },
  }
}

function externalIdWarning({ product }: Vocabulary): string {
  const name = `${product.charAt(0).toUpperCase()}${product.slice(1)}`
  return `spec.externalID: this field is deprecated, and is unused by ${name}`
}

/** Removes the configuration that kubelets no longer take from the API, unless it is stored. */
// upstream: registry/core/node/strategy.go, dropDisabledFields
function dropConfigSource({ spec, status }: Mutable<Node>, live: Node | undefined): void {
  if (live?.spec?.configSource === undefined) delete spec?.configSource
  if (live?.status?.config === undefined) delete status?.config
}

function defaults(next: Mutable<Node>): void {
  const { status, spec } = next
  if (status?.capacity !== undefined && status.allocatable === undefined) status.allocatable = { ...status.capacity }
  if (spec === undefined) return
  // upstream: apis/core/v1/conversion.go – the older field wins.
  if (spec.podCIDR !== undefined && spec.podCIDR !== '') {
    if (spec.podCIDRs?.[0] !== spec.podCIDR) spec.podCIDRs = [spec.podCIDR]
  } else if (spec.podCIDRs?.[0] !== undefined && (spec.podCIDR ?? '') === '') {
    spec.podCIDR = spec.podCIDRs[0]
  }
}

function validate(next: Node, errors: FieldErrors): void {
  const { taints = [], podCIDRs = [] } = next.spec ?? {}
  validateTaints(taints, errors)
  validateResources(next, errors)
  validateRanges(podCIDRs, errors)
  validateDeclaredFeatures(next, errors)
}

function validateRanges(podCIDRs: readonly string[], errors: FieldErrors): void {
  podCIDRs.forEach((value, index) => {
    for (const message of isCidr(value)) errors.invalid(`spec.podCIDRs[${index}]`, value, message)
  })
  if (podCIDRs.length < 2) return
  const families = new Set(podCIDRs.map((value) => parseCidr(value)?.family))
  if (podCIDRs.length > 2 || families.size < 2) {
    errors.invalid('spec.podCIDRs', podCIDRs, 'may specify no more than one CIDR for each IP family')
  }
}

function validateChange(next: Node, live: Node, errors: FieldErrors): void {
  validateResources(next, errors)
  validateAddresses(next, errors)
  validateDeclaredFeatures(next, errors)
  const spec = next.spec ?? {}
  const old = live.spec ?? {}
  const ranges = spec.podCIDRs ?? []
  const { podCIDRs = [] } = old
  const changes = ranges.length === podCIDRs.length ? ranges.filter((range, index) => range !== podCIDRs[index]) : ['']
  if (podCIDRs.length > 0) {
    for (const _change of changes)
      errors.forbidden('spec.podCIDRs', 'node updates may not change podCIDR except from "" to valid')
  }
  if ((old.providerID ?? '') !== '' && old.providerID !== spec.providerID) {
    errors.forbidden('spec.providerID', 'node updates may not change providerID except from "" to valid')
  }
  if (!isSemanticEqual(spec.configSource, old.configSource) && spec.configSource !== undefined) {
    errors.forbidden('spec.configSource', 'may not be set')
  }
  validateTaints(spec.taints ?? [], errors)
  if ((spec.externalID ?? '') !== (old.externalID ?? '')) errors.forbidden('spec.externalID', 'may not be updated')
}

function validateAddresses({ status }: Node, errors: FieldErrors): void {
  const seen = new Set<string>()
  status?.addresses?.forEach((address, index) => {
    const key = JSON.stringify([address.type, address.address])
    if (seen.has(key)) errors.duplicate(`status.addresses[${index}]`, { Type: address.type, Address: address.address })
    seen.add(key)
  })
}

const maxFeatureName = 253
const featureName = /^[A-Z][a-zA-Z0-9]*(?:\/[a-zA-Z0-9]+)*$/

/** The features that a kubelet reports: names in order. */
// upstream: core/validation, validateDeclaredFeatures
function validateDeclaredFeatures({ status }: Node, errors: FieldErrors): void {
  status?.declaredFeatures?.forEach((name, index, names) => {
    const field = `status.declaredFeatures[${index}]`
    const before = names[index - 1]
    if (before !== undefined && before > name) errors.invalid(field, name, 'list must be sorted alphabetically')
    if (before === name) errors.duplicate(field, name)
    if (Buffer.byteLength(name) > maxFeatureName) {
      const problem = `invalid feature name ${JSON.stringify(name)}: must be no more than ${maxFeatureName} characters`
      return errors.invalid(field, name, problem)
    }
    if (featureName.test(name)) return undefined
    const form =
      "must start with an UpperCamelCase segment, with subsequent segments separated by '/' (e.g., MyFeature or MyFeature/mySubFeature), and contain only alphanumeric characters and slashes"
    errors.invalid(field, name, `invalid feature name ${JSON.stringify(name)}: ${form}`)
  })
}

/** Resources that come in whole pieces. */
const wholeResources: ReadonlySet<string> = new Set(['pods'])

function validateResources({ status }: Node, errors: FieldErrors): void {
  for (const field of ['capacity', 'allocatable'] as const) {
    for (const [name, text] of Object.entries(status?.[field] ?? {})) {
      const quantity = parseQuantity(text)
      if (quantity === undefined) continue
      const path = `status.${field}.${name}`
      const milli = quantityMilliValue(quantity)
      if (milli < 0n) errors.invalid(path, text, 'must be greater than or equal to 0')
      if (wholeResources.has(name) && milli % 1000n !== 0n) errors.invalid(path, text, 'must be an integer')
    }
  }
}

const taintEffects = ['NoSchedule', 'PreferNoSchedule', 'NoExecute']

// upstream: core/validation, validateNodeTaints – the path is under metadata.
function validateTaints(taints: readonly Taint[], errors: FieldErrors): void {
  const seen = new Set<string>()
  taints.forEach((taint, index) => {
    const path = `metadata.taints[${index}]`
    const { key, value = '', effect } = taint
    for (const message of isQualifiedName(key)) errors.invalid(`${path}.key`, key, message)
    const problems = isLabelValue(value)
    if (problems.length > 0) errors.invalid(`${path}.value`, value, problems.join(';'))
    if (effect === undefined || effect === '') errors.required(`${path}.effect`)
    else if (!taintEffects.includes(effect)) errors.notSupported(`${path}.effect`, effect, taintEffects)
    const pair = `${effect}\n${key}`
    if (seen.has(pair)) {
      const text = JSON.stringify({ Key: key, Value: value, Effect: effect, TimeAdded: taint.timeAdded ?? null })
      errors.add('FieldValueDuplicate', path, `Duplicate value: ${text}: taints must be unique by key and effect pair`)
    }
    seen.add(pair)
  })
}

// upstream: printers, printNode
function nodeColumns({ labelDomain }: Vocabulary): readonly Column<Node>[] {
  const rolePrefix = `node-role.${labelDomain}/`
  const roleLabel = `${labelDomain}/role`

  function roles({ metadata: { labels = {} } }: Node): string {
    const names = new Set<string>()
    for (const [key, value] of Object.entries(labels)) {
      if (key.startsWith(rolePrefix) && key.length > rolePrefix.length) names.add(key.slice(rolePrefix.length))
      else if (key === roleLabel && value !== '') names.add(value)
    }
    return names.size === 0 ? '<none>' : [...names].sort().join(',')
  }

  const address = (type: string) => (object: Node) =>
    object.status?.addresses?.find((one) => one.type === type)?.address ?? '<none>'
  const info = (field: 'osImage' | 'kernelVersion' | 'containerRuntimeVersion') => (object: Node) =>
    object.status?.nodeInfo?.[field] || '<unknown>'
  // upstream: printers, printNode – the architecture is appended where it is known.
  const kernel = (object: Node): string => {
    const architecture = object.status?.nodeInfo?.architecture ?? ''
    const version = info('kernelVersion')(object)
    return architecture === '' ? version : `${version} (${architecture})`
  }
  return [
    nameColumn,
    column('Status', readiness),
    column('Roles', roles),
    ageColumn,
    column('Version', (object) => object.status?.nodeInfo?.kubeletVersion ?? ''),
    column('Internal-IP', address('InternalIP'), { wide: true }),
    column('External-IP', address('ExternalIP'), { wide: true }),
    column('OS-Image', info('osImage'), { wide: true }),
    column('Kernel-Version', kernel, { wide: true }),
    column('Container-Runtime', info('containerRuntimeVersion'), { wide: true }),
  ]
}

function readiness({ spec, status }: Node): string {
  const ready = status?.conditions?.find(({ type }) => type === 'Ready')
  const text = ready === undefined ? 'Unknown' : ready.status === 'True' ? 'Ready' : 'NotReady'
  return spec?.unschedulable === true ? `${text},SchedulingDisabled` : text
}
