import {
  thenMaybe,
  forbidden,
  isLabelValue,
  isQualifiedName,
  notFound,
  setMember,
  unclassifiedError,
  type ApiObject,
  type Awaitable,
  type Mutable,
} from '@pinnace/meta'
import type { Pod } from '@pinnace/types/core-v1-pods'
import type { AdmissionAttributes } from '../admission-attributes.ts'
import type { BuiltInPlugin } from '../built-in-plugin.ts'
import { readFields } from '../read-fields.ts'
import { readText } from '../read-document.ts'

type Labels = ReadonlyMap<string, string>

interface Settings {
  /** For namespaces without the annotation. */
  readonly fallback: Labels
  /** The labels pods may select, by namespace. */
  readonly allowed: ReadonlyMap<string, Labels>
}

const listField = 'podNodeSelectorPluginConfig'
const fallbackField = 'clusterDefaultNodeSelector'
const namespaces = { group: '', resource: 'namespaces' }

/** Merges the node selector of a namespace into its pods. */
// upstream: plugin/pkg/admission/podnodeselector/admission.go
export const podNodeSelector: BuiltInPlugin = {
  name: 'PodNodeSelector',
  isDefault: false,
  configure: ({ value }): Settings => readSettings(value ?? {}),
  create({ objects, vocabulary }, settings) {
    const { fallback, allowed } = settings as Settings
    const annotation = `scheduler.alpha.${vocabulary.labelDomain}/node-selector`
    const ofNamespace = (attributes: AdmissionAttributes): Awaitable<Labels> =>
      thenMaybe(objects.get(namespaces, '', attributes.namespace), (namespace) => {
        if (namespace === undefined) throw notFound(namespaces, attributes.namespace)
        return selectorOf(namespace, annotation, fallback)
      })
    const assertInLimits = (attributes: AdmissionAttributes): void => {
      const limits = allowed.get(attributes.namespace)
      if (limits === undefined || limits.size === 0) return
      const pod = attributes.object as Pod
      for (const [key, label] of Object.entries(pod.spec?.nodeSelector ?? {})) {
        if (limits.get(key) === label) continue
        throw refuse(attributes, pod, 'pod node label selector labels conflict with its namespace whitelist')
      }
    }
    return {
      name: 'PodNodeSelector',
      handles: (operation) => operation === 'CREATE',
      resources: [{ group: '', resource: 'pods' }],
      admit(attributes): Awaitable<void> {
        if (attributes.subresource !== '') return
        return thenMaybe(ofNamespace(attributes), (selector) => {
          const pod = attributes.object as Mutable<Pod>
          assertNoConflict(attributes, pod, selector)
          if (pod.spec !== undefined && selector.size > 0) {
            const nodeSelector = (pod.spec.nodeSelector ??= {})
            for (const [key, label] of selector) setMember(nodeSelector, key, label)
          }
          assertInLimits(attributes)
        })
      },
      validate(attributes): Awaitable<void> {
        if (attributes.subresource !== '') return
        return thenMaybe(ofNamespace(attributes), (selector) => {
          assertNoConflict(attributes, attributes.object as Pod, selector)
          assertInLimits(attributes)
        })
      },
    }
  },
}

function readSettings(value: unknown): Settings {
  const list = readFields('PodNodeSelector', value, [listField])[listField] ?? {}
  if (typeof list !== 'object' || Array.isArray(list)) {
    throw new TypeError(`PodNodeSelector: ${listField} must be an object`)
  }
  const allowed = new Map(
    Object.entries(list).map(([namespace, text]) => {
      const where = `PodNodeSelector: ${listField}.${namespace}`
      const labels = parseLabels(readText(where, text))
      if (typeof labels === 'string') throw new TypeError(`${where}: ${labels}`)
      return [namespace, labels]
    }),
  )
  const fallback = allowed.get(fallbackField) ?? new Map<string, string>()
  allowed.delete(fallbackField)
  return { fallback, allowed }
}

function selectorOf({ metadata: { annotations = {} } }: ApiObject, annotation: string, fallback: Labels): Labels {
  const text = Object.hasOwn(annotations, annotation) ? annotations[annotation] : undefined
  if (text === undefined) return fallback
  const labels = parseLabels(text)
  // upstream: a plain error, which is answered with 500.
  if (typeof labels === 'string') throw unclassifiedError(labels)
  return labels
}

// upstream: apimachinery/pkg/labels, ConvertSelectorToLabelsMap
function parseLabels(text: string): Labels | string {
  const labels = new Map<string, string>()
  if (text === '') return labels
  for (const part of text.split(',')) {
    const words = part.split('=')
    const [key = '', value = ''] = words.map((word) => word.trim())
    if (words.length !== 2) return `invalid selector: [${words.join(' ')}]`
    const problems = [...isQualifiedName(key), ...isLabelValue(value)]
    if (problems.length > 0) return `invalid selector: [${words.join(' ')}]: ${problems.join('; ')}`
    labels.set(key, value)
  }
  return labels
}

function assertNoConflict(attributes: AdmissionAttributes, pod: Pod, selector: Labels): void {
  for (const [key, value] of Object.entries(pod.spec?.nodeSelector ?? {})) {
    const wanted = selector.get(key)
    if (wanted === undefined || wanted === value) continue
    throw refuse(attributes, pod, 'pod node label selector conflicts with its namespace node label selector')
  }
}

// upstream: a pod with generateName has no name here.
function refuse({ resource }: AdmissionAttributes, { metadata }: Pod, reason: string): Error {
  return forbidden(resource, metadata.name ?? '', reason)
}
