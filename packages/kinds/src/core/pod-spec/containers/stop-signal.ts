import type { FieldErrors } from '@pinnace/meta'
import type { PodSpec } from '@pinnace/types/core-v1-pods'
import { someContainer, visitContainers, type AnyContainer } from './visit-containers.ts'

const windowsSignals = ['SIGKILL', 'SIGTERM']

const plainSignals =
  'SIGABRT SIGALRM SIGBUS SIGCHLD SIGCLD SIGCONT SIGFPE SIGHUP SIGILL SIGINT SIGIO SIGIOT SIGKILL SIGPIPE SIGPOLL SIGPROF ' +
  'SIGPWR SIGQUIT SIGSEGV SIGSTKFLT SIGSTOP SIGSYS SIGTERM SIGTRAP SIGTSTP SIGTTIN SIGTTOU SIGURG SIGUSR1 SIGUSR2 ' +
  'SIGVTALRM SIGWINCH SIGXCPU SIGXFSZ SIGRTMIN SIGRTMAX'

/** Which signals stop a container depends on the pod's operating system, which must then be named. */
// upstream: core/validation, validateStopSignal
export function validateStopSignals(spec: PodSpec, at: string, errors: FieldErrors): void {
  if (!someContainer(spec, hasSignal)) return
  visitContainers(spec, (container, list, index) => {
    const signal = container.lifecycle?.stopSignal
    if (signal === undefined) return
    const field = `${at}.${list}[${index}].lifecycle.stopSignal`
    const os = spec.os?.name
    if (os === undefined) {
      errors.forbidden(field, 'may not be set for containers with empty `spec.os.name`')
      return
    }
    const supported = os === 'windows' ? windowsSignals : linuxSignals()
    if (!supported.includes(signal)) errors.notSupported(field, signal, supported)
  })
}

function hasSignal({ lifecycle }: AnyContainer): boolean {
  return lifecycle?.stopSignal !== undefined
}

function linuxSignals(): string[] {
  const afterMin = Array.from({ length: 15 }, (_, index) => `SIGRTMIN+${index + 1}`)
  const beforeMax = Array.from({ length: 14 }, (_, index) => `SIGRTMAX-${index + 1}`)
  return [...plainSignals.split(' '), ...afterMin, ...beforeMax]
}
