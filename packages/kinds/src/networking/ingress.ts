import { FieldErrors, isDns1123Subdomain, parseIp, type Vocabulary } from '@pinnace/meta'
import type { Ingress, IngressTLS } from '@pinnace/types/networking-v1'
import type { KindBehavior } from '../kind-behavior.ts'
import { ipWarnings, isStrictIp } from '../core/strict-ip.ts'
import { ingressColumns } from '../columns/networking.ts'
import { reportEach } from '../validation/messages.ts'
import { keepAllButStatus } from '../status-subresource.ts'
import { validateIngressBackend } from './ingress-backend.ts'
import { validateHost, validateIngressRules, validateRulePaths } from './ingress-rules.ts'
import { emptiedMember } from '@pinnace/schema'

/** What was stored under older rules and may stay. */
interface Allowances {
  readonly anySecretName: boolean
  readonly anyWildcardRule: boolean
}

const strict: Allowances = { anySecretName: false, anyWildcardRule: false }

/** Ingresses: which requests from outside go to which services. */
// upstream: registry/networking/ingress/strategy.go
export function ingress({ labelDomain }: Vocabulary): KindBehavior<Ingress> {
  const classAnnotation = `${labelDomain}/ingress.class`
  return {
    strategy: {
      validate(next, errors) {
        validateIngress(next, strict, errors)
        const { annotations = {} } = next.metadata
        const { ingressClassName } = next.spec ?? {}
        if (ingressClassName === undefined || !Object.hasOwn(annotations, classAnnotation)) return
        const value = annotations[classAnnotation]
        if (value === ingressClassName) return
        const detail = 'must match `ingressClassName` when both are specified'
        errors.invalid(`annotations.${classAnnotation}`, value, detail)
      },
      validateUpdate: (next, live, errors) => validateIngress(next, allowancesOf(live), errors),
      warnings({ metadata, spec }, live) {
        const isOld = Object.hasOwn(metadata.annotations ?? {}, classAnnotation) && spec?.ingressClassName === undefined
        if (live !== undefined || !isOld) return []
        return [`annotation "${classAnnotation}" is deprecated, please use 'spec.ingressClassName' instead`]
      },
    },
    subresources: {
      status: {
        type: 'object',
        verbs: ['get', 'patch', 'update'],
        ownedFields: ['status'],
        strategy: {
          resetFields: [['spec']],
          prepareForUpdate: keepAllButStatus,
          validateUpdate: validateStatus,
          warnings: ({ status }) =>
            (status?.loadBalancer?.ingress ?? []).flatMap(({ ip = '' }, index) =>
              ip === '' ? [] : ipWarnings(ip, `status.loadBalancer.ingress[${index}]`),
            ),
        },
      },
    },
    columns: ingressColumns,
  }
}

// upstream: networking/validation, ValidateIngressSpec
function validateIngress({ spec = {} }: Ingress, allowances: Allowances, errors: FieldErrors): void {
  const { rules = [], defaultBackend, tls = [], ingressClassName } = spec
  if (rules.length === 0 && !defaultBackend) {
    errors.invalid(
      'spec',
      spec.rules ?? emptiedMember(spec, 'rules'),
      'either `defaultBackend` or `rules` must be specified',
    )
  }
  if (defaultBackend) validateIngressBackend(defaultBackend, 'spec.defaultBackend', errors)
  validateIngressRules(rules, allowances.anyWildcardRule, 'spec.rules', errors)
  tls.forEach((item, index) => validateTls(item, allowances, `spec.tls[${index}]`, errors))
  if (ingressClassName !== undefined) {
    reportEach(errors, isDns1123Subdomain(ingressClassName), 'spec.ingressClassName', ingressClassName)
  }
}

function validateTls(tls: IngressTLS, { anySecretName }: Allowances, at: string, errors: FieldErrors): void {
  tls.hosts?.forEach((host, index) => validateHost(host, `${at}.hosts[${index}]`, errors))
  const { secretName = '' } = tls
  if (!anySecretName && secretName !== '') {
    reportEach(errors, isDns1123Subdomain(secretName), `${at}.secretName`, secretName)
  }
}

// upstream: networking/validation, allowInvalidSecretName and allowInvalidWildcardHostRule
function allowancesOf({ spec = {} }: Ingress): Allowances {
  const errors = new FieldErrors()
  for (const rule of spec.rules ?? []) if (rule.host?.includes('*')) validateRulePaths(rule, '', errors)
  const isBad = ({ secretName = '' }: IngressTLS): boolean =>
    secretName !== '' && isDns1123Subdomain(secretName).length > 0
  return { anySecretName: (spec.tls ?? []).some(isBad), anyWildcardRule: !errors.isEmpty }
}

// upstream: networking/validation, ValidateIngressLoadBalancerStatus
function validateStatus(next: Ingress, live: Ingress, errors: FieldErrors): void {
  const known = new Set(live.status?.loadBalancer?.ingress?.map(({ ip }) => ip))
  next.status?.loadBalancer?.ingress?.forEach(({ ip = '', hostname = '' }, index) => {
    const at = `status.loadBalancer.ingress[${index}]`
    if (ip !== '' && !known.has(ip)) reportEach(errors, isStrictIp(ip), `${at}.ip`, ip)
    if (hostname === '') return
    reportEach(errors, isDns1123Subdomain(hostname), `${at}.hostname`, hostname)
    if (parseIp(hostname) !== undefined) {
      errors.invalid(`${at}.hostname`, hostname, 'must be a DNS name, not an IP address')
    }
  })
}
