import { ageColumn, type Column, column, columns, nameColumn } from '@pinnace/resources'
import type { Ingress, IngressClass, IPAddress, NetworkPolicy, ServiceCIDR } from '@pinnace/types/networking-v1'
import { formatSelector } from './format.ts'

// upstream: printers, printIngress
export const ingressColumns: readonly Column<Ingress>[] = columns<Ingress>(
  column('Class', (object) => object.spec?.ingressClassName ?? '<none>'),
  column('Hosts', formatHosts),
  column('Address', ({ status }) => {
    const addresses = (status?.loadBalancer?.ingress ?? []).map(({ ip, hostname }) => ip || (hostname ?? ''))
    return [...new Set(addresses.filter((text) => text !== ''))].sort().join(',')
  }),
  column('Ports', ({ spec }) => ((spec?.tls ?? []).length > 0 ? '80, 443' : '80')),
)

const shownHosts = 3

// upstream: printers, formatHosts – what is left is counted in rules, those without a host too.
function formatHosts({ spec }: Ingress): string {
  const rules = spec?.rules ?? []
  const hosts: string[] = []
  let isMore = false
  for (const { host = '' } of rules) {
    if (hosts.length === shownHosts) isMore = true
    else if (host !== '') hosts.push(host)
  }
  if (hosts.length === 0) return '*'
  return isMore ? `${hosts.join(',')} + ${rules.length - shownHosts} more...` : hosts.join(',')
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

// upstream: printers, printIPAddress – rows have an age that no column declares
export const ipAddressColumns: readonly Column<IPAddress>[] = [
  nameColumn,
  column('ParentRef', ({ spec }) => {
    const { group = '', resource = '', namespace = '', name = '' } = spec?.parentRef ?? {}
    const owner = (group === '' ? resource : `${resource}.${group}`).toLowerCase()
    return [owner, namespace, name].filter((part) => part !== '').join('/')
  }),
  { ...ageColumn, isUndeclared: true },
]

// upstream: printers, printServiceCIDR
export const serviceCidrColumns: readonly Column<ServiceCIDR>[] = columns<ServiceCIDR>(
  column('CIDRs', (object) => (object.spec?.cidrs ?? []).join(',')),
)
