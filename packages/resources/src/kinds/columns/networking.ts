import type { Column } from '../../definition.ts'
import type { Ingress, IngressClass, IPAddress, NetworkPolicy, ServiceCIDR } from '../../types/networking-v1.ts'
import { formatSelector } from './format.ts'
import { column, columns } from './metadata.ts'

// upstream: printers, printIngress
export const ingressColumns: readonly Column<Ingress>[] = columns<Ingress>(
  column('Class', (object) => object.spec?.ingressClassName ?? '<none>'),
  column('Hosts', formatHosts),
  column('Address', ({ status }) =>
    (status?.loadBalancer?.ingress ?? [])
      .map(({ ip, hostname }) => ip || (hostname ?? ''))
      .filter((text) => text !== '')
      .join(','),
  ),
  column('Ports', ({ spec }) => ((spec?.tls ?? []).length > 0 ? '80, 443' : '80')),
)

const shownHosts = 3

function formatHosts({ spec }: Ingress): string {
  const hosts = (spec?.rules ?? []).map(({ host = '' }) => host).filter((host) => host !== '')
  if (hosts.length === 0) return '*'
  const text = hosts.slice(0, shownHosts).join(',')
  return hosts.length > shownHosts ? `${text} + ${hosts.length - shownHosts} more...` : text
}

// upstream: printers, printIngressClass
export const ingressClassColumns: readonly Column<IngressClass>[] = columns<IngressClass>(
  column('Controller', (object) => object.spec?.controller ?? ''),
  column('Parameters', ({ spec }) => {
    const parameters = spec?.parameters
    if (parameters === undefined) return '<none>'
    const group = parameters.apiGroup === undefined ? '' : `.${parameters.apiGroup}`
    return `${parameters.kind}${group}/${parameters.name}`
  }),
)

// upstream: printers, printNetworkPolicy
export const networkPolicyColumns: readonly Column<NetworkPolicy>[] = columns<NetworkPolicy>(
  column('Pod-Selector', (object) => formatSelector(object.spec?.podSelector ?? {})),
)

// upstream: printers, printIPAddress
export const ipAddressColumns: readonly Column<IPAddress>[] = columns<IPAddress>(
  column('ParentRef', ({ spec }) => {
    const { group = '', resource = '', namespace = '', name = '' } = spec?.parentRef ?? {}
    const owner = (group === '' ? resource : `${resource}.${group}`).toLowerCase()
    return [owner, namespace, name].filter((part) => part !== '').join('/')
  }),
)

// upstream: printers, printServiceCIDR
export const serviceCidrColumns: readonly Column<ServiceCIDR>[] = columns<ServiceCIDR>(
  column('CIDRs', (object) => (object.spec?.cidrs ?? []).join(',')),
)
