import { isDns1123Label, isDns1123Subdomain, isIp, type FieldErrors } from '@pinnace/meta'
import type { HostAlias, PodDNSConfig, PodSpec } from '@pinnace/types/core-v1-pods'
import { reportEach } from '../../validation/messages.ts'

const policies = ['ClusterFirstWithHostNet', 'ClusterFirst', 'Default', 'None']
const maxNameservers = 3
const maxSearches = 32
const maxSearchCharacters = 2048

/** Where a pod asks for names; `at` is the spec's path. */
// upstream: core/validation, validateDNSPolicy
export function validateDnsPolicy({ dnsPolicy }: PodSpec, at: string, errors: FieldErrors): void {
  if (!dnsPolicy) errors.required(`${at}.dnsPolicy`)
  else if (!policies.includes(dnsPolicy)) errors.notSupported(`${at}.dnsPolicy`, dnsPolicy, policies)
}

/** How a pod resolves names; `at` is the spec's path. */
// upstream: core/validation, validatePodDNSConfig
export function validateDns({ dnsPolicy, dnsConfig }: PodSpec, at: string, errors: FieldErrors): void {
  if (dnsPolicy === 'None') {
    if (!dnsConfig) return errors.required(`${at}.dnsConfig`, 'must provide `dnsConfig` when `dnsPolicy` is None')
    if (!dnsConfig.nameservers?.length) {
      const problem = 'must provide at least one DNS nameserver when `dnsPolicy` is None'
      return errors.required(`${at}.dnsConfig.nameservers`, problem)
    }
  }
  if (dnsConfig) validateDnsConfig(dnsConfig, `${at}.dnsConfig`, errors)
  return undefined
}

function validateDnsConfig(config: PodDNSConfig, at: string, errors: FieldErrors): void {
  const { nameservers = [], searches = [], options = [] } = config
  if (nameservers.length > maxNameservers) {
    errors.invalid(`${at}.nameservers`, nameservers, `must not have more than ${maxNameservers} nameservers`)
  }
  for (const [index, nameserver] of nameservers.entries()) {
    reportEach(errors, isIp(nameserver), `${at}.nameservers[${index}]`, nameserver)
  }
  if (searches.length > maxSearches) {
    errors.invalid(`${at}.searches`, searches, `must not have more than ${maxSearches} search paths`)
  }
  if (searches.join(' ').length > maxSearchCharacters) {
    const problem = `must not have more than ${maxSearchCharacters} characters (including spaces) in the search list`
    errors.invalid(`${at}.searches`, searches, problem)
  }
  for (const [index, search] of searches.entries()) {
    validateSearch(search, `${at}.searches[${index}]`, errors)
  }
  for (const [index, option] of options.entries()) {
    if (!option.name) errors.required(`${at}.options[${index}]`, 'must not be empty')
  }
}

/** A search path: a subdomain whose labels may have underscores, with or without its last dot. */
// upstream: apimachinery/pkg/util/validation, IsDNS1123SubdomainWithUnderscore
function validateSearch(search: string, field: string, errors: FieldErrors): void {
  if (search === '.') return
  const name = search.endsWith('.') ? search.slice(0, -1) : search
  if (name.length > 253) errors.invalid(field, name, 'must be no more than 253 characters')
  if (!name.split('.').every((label) => searchLabel.test(label))) errors.invalid(field, name, badSearch)
}

const searchLabel = /^_?[a-z0-9](?:[-_a-z0-9]*[a-z0-9])?$/
const badSearch =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '_', '-' or '.', and must start " +
  "and end with an alphanumeric character (e.g. 'example.com', regex used for validation is " +
  "'_?[a-z0-9]([-_a-z0-9]*[a-z0-9])?(\\._?[a-z0-9]([-_a-z0-9]*[a-z0-9])?)*')"

/** Extra lines of a pod's hosts file; `at` is the path of the list. */
// upstream: core/validation, ValidateHostAliases
export function validateHostAliases(aliases: readonly HostAlias[], at: string, errors: FieldErrors): void {
  for (const [index, { ip, hostnames = [] }] of aliases.entries()) {
    reportEach(errors, isIp(ip), `${at}[${index}].ip`, ip)
    for (const [position, hostname] of hostnames.entries()) {
      reportEach(errors, isDns1123Subdomain(hostname), `${at}[${index}].hostnames[${position}]`, hostname)
    }
  }
}

/** What a pod is called on its network. */
export function validateHostnames(spec: PodSpec, at: string, errors: FieldErrors): void {
  const { hostname, subdomain } = spec
  if (hostname) reportEach(errors, isDns1123Label(hostname), `${at}.hostname`, hostname)
  if (subdomain) reportEach(errors, isDns1123Label(subdomain), `${at}.subdomain`, subdomain)
}

/** The host name of the pod in place of the one made from its other names. */
// upstream: core/validation, validateHostnameOverride – a Linux kernel's host name has at most 64 bytes.
export function validateHostnameOverride(spec: PodSpec, at: string, errors: FieldErrors): void {
  const { hostnameOverride } = spec
  if (hostnameOverride === undefined) return
  const field = `${at}.hostnameOverride`
  if (spec.setHostnameAsFQDN === true) {
    errors.forbidden(field, 'may not be specified when setHostnameAsFQDN is true')
  }
  if (spec.hostNetwork === true) errors.forbidden(field, 'may not be specified when hostNetwork is true')
  if (Buffer.byteLength(hostnameOverride) > 64) errors.tooLong(field, 64)
  reportEach(errors, isDns1123Subdomain(hostnameOverride), field, hostnameOverride)
}
