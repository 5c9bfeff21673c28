import type { CheckPod } from '../check.ts'

const safe0 = [
  'kernel.shm_rmid_forced',
  'net.ipv4.ip_local_port_range',
  'net.ipv4.tcp_syncookies',
  'net.ipv4.ping_group_range',
  'net.ipv4.ip_unprivileged_port_start',
]
const safe27 = [...safe0, 'net.ipv4.ip_local_reserved_ports']
const safe29 = [
  ...safe27,
  'net.ipv4.tcp_keepalive_time',
  'net.ipv4.tcp_fin_timeout',
  'net.ipv4.tcp_keepalive_intvl',
  'net.ipv4.tcp_keepalive_probes',
]
const safe32 = [...safe29, 'net.ipv4.tcp_rmem', 'net.ipv4.tcp_wmem']
const safe37 = [...safe32, 'net.ipv4.tcp_slow_start_after_idle', 'net.ipv4.tcp_notsent_lowat']

// upstream: pod-security-admission/policy/check_sysctls.go
export const sysctlsSince0: CheckPod = sysctls(safe0)
export const sysctlsSince27: CheckPod = sysctls(safe27)
export const sysctlsSince29: CheckPod = sysctls(safe29)
export const sysctlsSince32: CheckPod = sysctls(safe32)
export const sysctlsSince37: CheckPod = sysctls(safe37)

/** Allows safe sysctls only: those that are namespaced to the pod. */
function sysctls(safe: readonly string[]): CheckPod {
  const allowed = new Set(safe)
  return ({ securityContext }) => {
    const bad = (securityContext?.sysctls ?? []).filter(({ name }) => !allowed.has(name))
    if (bad.length === 0) return undefined
    return { reason: 'forbidden sysctls', detail: bad.map(({ name }) => name).join(', ') }
  }
}
