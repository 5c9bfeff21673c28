import { qosClass, validateTolerations } from '@pinnace/kinds'
import {
  thenMaybe,
  FieldErrors,
  notFound,
  parseJson,
  unclassifiedError,
  type ApiObject,
  type Awaitable,
  type Mutable,
} from '@pinnace/meta'
import type { Pod } from '@pinnace/types/core-v1-pods'
import type { Toleration } from '@pinnace/types/core-v1-selectors'
import type { AdmissionAttributes } from '../admission-attributes.ts'
import type { BuiltInPlugin } from '../built-in-plugin.ts'
import { readDocument, readInteger, readItems, readText } from '../read-document.ts'
import { readFields } from '../read-fields.ts'
import { refusal } from '../refusal.ts'
import { areAllCovered, mergeTolerations } from './tolerations.ts'

interface Settings {
  readonly default: readonly Toleration[]
  readonly whitelist: readonly Toleration[]
}

const group = 'podtolerationrestriction'
const namespaces = { group: '', resource: 'namespaces' }

/** Adds the default tolerations of a namespace to its pods, and refuses tolerations not in its whitelist. */
// upstream: plugin/pkg/admission/podtolerationrestriction/admission.go
export const podTolerationRestriction: BuiltInPlugin = {
  name: 'PodTolerationRestriction',
  isDefault: false,
  configure({ value, vocabulary }): Settings {
    if (value === undefined || value === null) return { default: [], whitelist: [] }
    const kind = { apiVersion: `${group}.admission.${vocabulary.groupDomain}/v1alpha1`, kind: 'Configuration' }
    const fields = readDocument('PodTolerationRestriction', value, [kind], ['default', 'whitelist'])
    return { default: readTolerations('default', fields), whitelist: readTolerations('whitelist', fields) }
  },
  create({ objects, vocabulary }, settings) {
    const cluster = settings as Settings
    const { labelDomain } = vocabulary
    const defaultAnnotation = `scheduler.alpha.${labelDomain}/defaultTolerations`
    const whitelistAnnotation = `scheduler.alpha.${labelDomain}/tolerationsWhitelist`
    const underPressure = { key: `node.${labelDomain}/memory-pressure`, operator: 'Exists', effect: 'NoSchedule' }
    const ofNamespace = (
      attributes: AdmissionAttributes,
      annotation: string,
    ): Awaitable<readonly Toleration[] | undefined> =>
      thenMaybe(objects.get(namespaces, '', attributes.namespace), (namespace) => {
        if (namespace === undefined) throw notFound(namespaces, attributes.namespace)
        return tolerationsIn(namespace, annotation, attributes)
      })
    const assertAllowed = (attributes: AdmissionAttributes): Awaitable<void> => {
      const { tolerations = [] } = (attributes.object as Pod).spec ?? {}
      if (attributes.subresource !== '' || tolerations.length === 0) return
      return thenMaybe(ofNamespace(attributes, whitelistAnnotation), (found) => {
        const whitelist = found ?? cluster.whitelist
        if (whitelist.length === 0 || areAllCovered(tolerations, whitelist)) return
        const scope = found === undefined ? 'cluster' : 'namespace'
        // upstream: a plain error, which is answered with 500.
        throw unclassifiedError(
          `pod tolerations (possibly merged with namespace default tolerations) conflict with its ${scope} whitelist`,
        )
      })
    }
    return {
      name: 'PodTolerationRestriction',
      handles: (operation) => operation === 'CREATE' || operation === 'UPDATE',
      resources: [{ group: '', resource: 'pods' }],
      admit(attributes): Awaitable<void> {
        if (attributes.subresource !== '') return
        const defaults = attributes.operation === 'CREATE' ? ofNamespace(attributes, defaultAnnotation) : []
        return thenMaybe(defaults, (found) => {
          const { spec } = attributes.object as Mutable<Pod>
          if (spec === undefined) return
          // Pods with requests or limits may run on a node under memory pressure.
          const pressure = qosClass(spec) === 'BestEffort' ? [] : [underPressure]
          const extra = [...(found ?? cluster.default), ...pressure]
          if (extra.length > 0) {
            spec.tolerations = mergeTolerations(spec.tolerations ?? [], extra).map((one) => ({ ...one }))
          }
          return assertAllowed(attributes)
        })
      },
      validate: assertAllowed,
    }
  },
}

function readTolerations(
  field: 'default' | 'whitelist',
  fields: Readonly<Record<string, unknown>>,
): readonly Toleration[] {
  const tolerations = readItems(`PodTolerationRestriction: ${field}`, fields[field]).map((value, index) =>
    toToleration(`PodTolerationRestriction: ${field}[${index}]`, value),
  )
  const errors = new FieldErrors()
  validateTolerations(tolerations, `${group}.${field}`, errors)
  if (errors.isEmpty) return tolerations
  const texts = errors.list.map((error) => `${error.field}: ${error.message}`)
  throw new TypeError(`PodTolerationRestriction: invalid config: [${texts.join(', ')}]`)
}

// An empty annotation overrides the configuration with an empty list.
function tolerationsIn(
  { metadata: { name, annotations = {} } }: ApiObject,
  annotation: string,
  attributes: AdmissionAttributes,
): readonly Toleration[] | undefined {
  const text = Object.hasOwn(annotations, annotation) ? annotations[annotation] : undefined
  if (text === undefined) return undefined
  if (text === '') return []
  const where = `annotation ${annotation} of namespace ${JSON.stringify(name)}`
  try {
    const { value } = parseJson(text)
    return readItems(where, value).map((one, index) => toToleration(`${where}: [${index}]`, one))
  } catch (error) {
    throw refusal(attributes, error instanceof TypeError ? error.message : `${where} is not valid JSON`)
  }
}

function toToleration(where: string, value: unknown): Toleration {
  const fields = readFields(where, value, ['key', 'operator', 'value', 'effect', 'tolerationSeconds'])
  const texts = (['key', 'operator', 'value', 'effect'] as const).flatMap((name) => {
    const text = readText(`${where}.${name}`, fields[name])
    return text === '' ? [] : [[name, text]]
  })
  const { tolerationSeconds: seconds } = fields
  const duration =
    seconds === undefined || seconds === null
      ? {}
      : { tolerationSeconds: readInteger(`${where}.tolerationSeconds`, seconds) }
  return { ...Object.fromEntries(texts), ...duration }
}
