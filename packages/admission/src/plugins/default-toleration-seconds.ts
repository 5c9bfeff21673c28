import type { Mutable } from '@pinnace/meta'
import type { Pod } from '@pinnace/types/core-v1-pods'
import type { Toleration } from '@pinnace/types/core-v1-selectors'
import type { BuiltInPlugin } from '../built-in-plugin.ts'
import { readFields } from '../read-fields.ts'

interface Settings {
  readonly defaultNotReadyTolerationSeconds: number
  readonly defaultUnreachableTolerationSeconds: number
}

const defaultSeconds = 300

/** Adds tolerations for not-ready and unreachable nodes, with a limit in seconds, to pods without such tolerations. */
// upstream: plugin/pkg/admission/defaulttolerationseconds/admission.go
export const defaultTolerationSeconds: BuiltInPlugin = {
  name: 'DefaultTolerationSeconds',
  isDefault: true,
  configure({ value }): Settings {
    const fields = readFields('DefaultTolerationSeconds', value ?? {}, [
      'defaultNotReadyTolerationSeconds',
      'defaultUnreachableTolerationSeconds',
    ])
    return {
      defaultNotReadyTolerationSeconds: readSeconds('defaultNotReadyTolerationSeconds', fields),
      defaultUnreachableTolerationSeconds: readSeconds('defaultUnreachableTolerationSeconds', fields),
    }
  },
  create({ vocabulary }, settings) {
    const { defaultNotReadyTolerationSeconds, defaultUnreachableTolerationSeconds } = settings as Settings
    const notReady = `node.${vocabulary.labelDomain}/not-ready`
    const unreachable = `node.${vocabulary.labelDomain}/unreachable`
    return {
      name: 'DefaultTolerationSeconds',
      handles: (operation) => operation === 'CREATE' || operation === 'UPDATE',
      resources: [{ group: '', resource: 'pods' }],
      admit({ subresource, object }) {
        if (subresource !== '') return
        const { spec } = object as Mutable<Pod>
        if (spec === undefined) return
        const { tolerations = [] } = spec
        const isNotReadyTolerated = tolerates(tolerations, notReady)
        const isUnreachableTolerated = tolerates(tolerations, unreachable)
        if (isNotReadyTolerated && isUnreachableTolerated) return
        spec.tolerations = tolerations
        if (!isNotReadyTolerated) tolerations.push(toleration(notReady, defaultNotReadyTolerationSeconds))
        if (!isUnreachableTolerated) tolerations.push(toleration(unreachable, defaultUnreachableTolerationSeconds))
      },
    }
  },
}

function readSeconds(field: keyof Settings, fields: Readonly<Record<string, unknown>>): number {
  const seconds = fields[field] ?? defaultSeconds
  if (typeof seconds !== 'number' || !Number.isSafeInteger(seconds)) {
    throw new TypeError(`DefaultTolerationSeconds: ${field} must be a whole number, not ${JSON.stringify(seconds)}`)
  }
  return seconds
}

function tolerates(tolerations: readonly Toleration[], taint: string): boolean {
  return tolerations.some(
    ({ key = '', effect = '' }) => (key === '' || key === taint) && (effect === '' || effect === 'NoExecute'),
  )
}

function toleration(key: string, tolerationSeconds: number): Mutable<Toleration> {
  return { key, operator: 'Exists', effect: 'NoExecute', tolerationSeconds }
}
