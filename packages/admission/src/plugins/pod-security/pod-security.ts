import { thenMaybe, internalError, notFound, type Awaitable } from '@pinnace/meta'
import type { Namespace } from '@pinnace/types/core-v1'
import type { Pod } from '@pinnace/types/core-v1-pods'
import type { AdmissionAttributes } from '../../admission-attributes.ts'
import type { BuiltInPlugin } from '../../built-in-plugin.ts'
import { checkTable } from './check-table.ts'
import { createEvaluator } from './create-evaluator.ts'
import { validateNamespace } from './validate-namespace.ts'
import { evaluatePod } from './evaluate-pod.ts'
import { createPolicyReader, isPrivileged } from './namespace-policy.ts'
import { createPodSecurityMetrics } from './pod-security-metrics.ts'
import { podSources } from './pod-specs.ts'
import { readPodSecuritySettings, type PodSecuritySettings } from './read-settings.ts'
import { isSignificantUpdate } from './significant-update.ts'

const namespaces = { group: '', resource: 'namespaces' }
const pods = { group: '', resource: 'pods' }

// upstream: pod-security-admission/admission/admission.go, ignoredPodSubresources – others can change what a pod runs.
const ignoredSubresources = new Set(['exec', 'attach', 'binding', 'eviction', 'log', 'portforward', 'proxy', 'status'])

/** Applies the Pod Security Standards to pods, by the labels of their namespace: enforces, warns and audits. */
// upstream: plugin/pkg/admission/security/podsecurity and pod-security-admission/admission/admission.go
export const podSecurity: BuiltInPlugin = {
  name: 'PodSecurity',
  isDefault: true,
  configure: readPodSecuritySettings,
  create(context, given) {
    const settings = given as PodSecuritySettings
    const { vocabulary, objects } = context
    const { defaults, exempt } = settings
    const prefix = `pod-security.${vocabulary.labelDomain}/`
    const evaluate = createEvaluator(checkTable(vocabulary))
    const metrics = createPodSecurityMetrics(context.metrics)
    const evaluation = { vocabulary, evaluate, metrics, exemptRuntimeClasses: exempt.runtimeClasses }

    const isExempt = (attributes: AdmissionAttributes): boolean => {
      const { namespace, user } = attributes
      const exemption = exempt.namespaces.has(namespace)
        ? 'namespace'
        : exempt.usernames.has(user.username)
          ? 'user'
          : undefined
      if (exemption === undefined) return false
      metrics.exempted(attributes)
      attributes.annotate(`${prefix}exempt`, exemption)
      return true
    }
    const policyOf = createPolicyReader(prefix, defaults)

    const validatePod = (attributes: AdmissionAttributes): Awaitable<void> => {
      const { namespace: name, object, oldObject } = attributes
      if (ignoredSubresources.has(attributes.subresource) || isExempt(attributes)) return
      return thenMaybe(objects.get<Namespace>(namespaces, '', name), (namespace) => {
        if (namespace === undefined) {
          metrics.failed(true, attributes)
          const refused = internalError(`failed to lookup namespace "${name}"`)
          attributes.annotate(`${prefix}error`, `${refused.message}: ${notFound(namespaces, name).message}`)
          throw refused
        }
        const found = policyOf(namespace)
        if (found.errors.length === 0 && isPrivileged(found.policy)) {
          metrics.evaluated('allow', found.policy.enforce, 'enforce', attributes)
          attributes.annotate(`${prefix}enforce-policy`, 'privileged:latest')
          return
        }
        const pod = object as Pod
        if (oldObject !== undefined && !isSignificantUpdate(pod, oldObject as Pod, vocabulary.labelDomain)) return
        evaluatePod(pod, attributes, found, { ...evaluation, isEnforced: true })
      })
    }

    const validateTemplate = (attributes: AdmissionAttributes): Awaitable<void> => {
      const { namespace: name, resource, subresource, object } = attributes
      if (subresource !== '' || isExempt(attributes)) return
      return thenMaybe(objects.get<Namespace>(namespaces, '', name), (namespace) => {
        if (namespace === undefined) {
          metrics.failed(true, attributes)
          const text = `failed to lookup namespace "${name}": ${notFound(namespaces, name).message}`
          attributes.annotate(`${prefix}error`, text)
          return
        }
        const found = policyOf(namespace)
        const { warn, audit } = found.policy
        if (found.errors.length === 0 && warn.level === 'privileged' && audit.level === 'privileged') return
        const source = podSources.find((one) => one.group === resource.group && one.resource === resource.resource)
        const template = object === undefined ? undefined : source?.find(object)
        if (template !== undefined) evaluatePod(template, attributes, found, { ...evaluation, isEnforced: false })
      })
    }

    return {
      name: 'PodSecurity',
      handles: (operation) => operation === 'CREATE' || operation === 'UPDATE',
      resources: [namespaces, pods, ...podSources],
      validate(attributes): Awaitable<void> {
        const { group, resource } = attributes.resource
        if (group === '' && resource === 'pods') return validatePod(attributes)
        if (group !== '' || resource !== 'namespaces') return validateTemplate(attributes)
        if (attributes.subresource !== '') return
        return validateNamespace(attributes, { context, evaluate, settings })
      },
    }
  },
}
