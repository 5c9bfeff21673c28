import type { CheckPod } from '../check.ts'

const fields = ['hostNetwork', 'hostPID', 'hostIPC'] as const

/** Forbids the network, PID and IPC namespaces of the host. */
// upstream: pod-security-admission/policy/check_hostNamespaces.go
export const hostNamespaces: CheckPod = (spec) => {
  const shared = fields.filter((field) => spec[field] === true)
  if (shared.length === 0) return undefined
  return { reason: 'host namespaces', detail: shared.map((field) => `${field}=true`).join(', ') }
}
