import { thenMaybe, type Awaitable } from '@pinnace/meta'
import type { Pod, PodSpec } from '@pinnace/types/core-v1-pods'
import type { BuiltInPlugin } from '../built-in-plugin.ts'
import { refusal } from '../refusal.ts'

const pods = { group: '', resource: 'pods' }
const hostFields = [
  ['hostNetwork', 'network'],
  ['hostPID', 'pid'],
  ['hostIPC', 'ipc'],
] as const

/** Refuses exec and attach in pods that share namespaces of the host, and in privileged containers. */
// upstream: plugin/pkg/admission/exec/admission.go (until 1.20)
export const denyEscalatingExec: BuiltInPlugin = denyExec('DenyEscalatingExec', hostFields)

/** Refuses exec and attach in privileged containers. */
export const denyExecOnPrivileged: BuiltInPlugin = denyExec('DenyExecOnPrivileged', [])

function denyExec(name: string, denied: readonly (typeof hostFields)[number][]): BuiltInPlugin {
  return {
    name,
    isDefault: false,
    deprecation: `the ${name} admission plugin is deprecated; use of PodSecurity or a custom admission plugin to limit creation of pods is recommended instead`,
    create: ({ objects }) => ({
      name,
      handles: (operation) => operation === 'CONNECT',
      resources: [pods],
      validate(attributes): Awaitable<void> {
        const { subresource, namespace, name: pod } = attributes
        if (subresource !== 'exec' && subresource !== 'attach') return
        return thenMaybe(objects.get<Pod>(pods, namespace, pod), (found) => {
          if (found === undefined) throw refusal(attributes, `pods ${JSON.stringify(pod)} not found`)
          const { spec } = found
          if (spec === undefined) return
          for (const [field, what] of denied) {
            if (spec[field] === true) {
              throw refusal(attributes, `cannot exec into or attach to a container using host ${what}`)
            }
          }
          if (hasPrivileged(spec)) throw refusal(attributes, 'cannot exec into or attach to a privileged container')
        })
      },
    }),
  }
}

function hasPrivileged({ initContainers = [], containers, ephemeralContainers = [] }: PodSpec): boolean {
  return [...initContainers, ...containers, ...ephemeralContainers].some(
    ({ securityContext }) => securityContext?.privileged === true,
  )
}
