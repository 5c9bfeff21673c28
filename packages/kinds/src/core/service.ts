import type { Vocabulary } from '@pinnace/meta'
import { type Column, nameIsDnsLabel, column, columns } from '@pinnace/resources'
import { loadType } from '@pinnace/types'
import type { Service } from '@pinnace/types/core-v1'
import type { KindBehavior } from '../kind-behavior.ts'
import { formatLabels } from '../columns/format.ts'
import { keepAllButStatus, keepStatus, resetStatus } from '../status-subresource.ts'
import { addressObjects } from './service/address-objects.ts'
import { allocateService } from './service/allocation.ts'
import type { ServiceRanges } from './service/ranges.ts'
import { setServiceDefaults } from './service/defaults.ts'
import { dropMeaningless, keepAllocated, normalizeClusterIps } from './service/transitions.ts'
import { serviceWarnings } from './service/warnings.ts'
import { validateService, validateServiceChange, validateServiceStatus } from './service/validation.ts'

/** Services: a name for endpoints, with addresses and ports taken from the ranges given. */
// upstream: registry/core/service
export function service(vocabulary: Vocabulary, ranges: ServiceRanges): KindBehavior<Service> {
  const agentName = vocabulary.signers.nodeServing.slice(vocabulary.labelDomain.length + 1, -'-serving'.length)
  return {
    validateName: nameIsDnsLabel,
    strategy: {
      defaults: setServiceDefaults,
      prepareForCreate(next) {
        resetStatus(next, () => loadType('core.v1.Service'))
        normalizeClusterIps(next, undefined)
      },
      prepareForUpdate(next, live) {
        keepStatus(next, live)
        keepAllocated(next, live)
        normalizeClusterIps(next, live)
        dropMeaningless(next, live)
      },
      validate: (next, errors) => validateService(next, agentName, errors),
      validateUpdate: (next, live, errors) => validateServiceChange(next, live, agentName, errors),
      warnings: serviceWarnings,
    },
    allocate: (next, live, errors, context) => allocateService(next, live, errors, { ranges, context }),
    allocatesFrom: [
      { group: vocabulary.group('networking'), resource: 'servicecidrs' },
      { group: vocabulary.group('networking'), resource: 'ipaddresses' },
    ],
    companions: (object) => addressObjects(object, vocabulary),
    subresources: {
      status: {
        type: 'object',
        verbs: ['get', 'patch', 'update'],
        ownedFields: ['status'],
        strategy: { prepareForUpdate: keepAllButStatus, validateUpdate: validateServiceStatus },
      },
      proxy: {
        type: 'connect',
        verbs: ['create', 'delete', 'get', 'patch', 'update'],
        kind: { group: '', version: 'v1', kind: 'ServiceProxyOptions' },
      },
    },
    columns: serviceColumns,
    selectableFields: {
      'spec.clusterIP': (object) => object.spec?.clusterIP ?? '',
      'spec.type': (object) => object.spec?.type ?? '',
    },
  }
}

// upstream: printers, printService
const serviceColumns: readonly Column<Service>[] = columns<Service>(
  column('Type', (object) => object.spec?.type ?? ''),
  column('Cluster-IP', (object) => object.spec?.clusterIPs?.[0] ?? '<none>'),
  column('External-IP', externalIp),
  column('Port(s)', (object) => formatPorts(object)),
  column('Selector', (object) => formatLabels(object.spec?.selector), { wide: true }),
)

function externalIp({ spec = {}, status }: Service): string {
  const given = spec.externalIPs ?? []
  switch (spec.type) {
    case 'ClusterIP':
    case 'NodePort':
      return given.length === 0 ? '<none>' : given.join(',')
    case 'LoadBalancer': {
      const balanced = status?.loadBalancer?.ingress?.map(({ ip, hostname }) => ip || (hostname ?? '')) ?? []
      const all = [...balanced.filter((text) => text !== ''), ...given]
      return all.length === 0 ? '<pending>' : all.join(',')
    }
    case 'ExternalName':
      return spec.externalName ?? ''
    default:
      return '<unknown>'
  }
}

function formatPorts({ spec }: Service): string {
  const ports = spec?.ports ?? []
  if (ports.length === 0) return '<none>'
  return ports
    .map(({ port, nodePort = 0, protocol = '' }) =>
      nodePort > 0 ? `${port}:${nodePort}/${protocol}` : `${port}/${protocol}`,
    )
    .join(',')
}
