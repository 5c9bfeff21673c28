import { statusCodes, StatusError, type StatusReason } from '@pinnace/meta'
import type { FaultAction } from './fault.ts'

type StatusAction = Extract<FaultAction, { readonly type: 'status' }>

/** The error of a status fault. Throws a TypeError without a code and a reason. */
export function statusOf({ code, reason, message, retryAfterSeconds }: StatusAction): StatusError {
  const found = reason ?? reasonOf(code)
  return new StatusError(found, message ?? `a fault of the test answers ${found}`, {
    code: code ?? statusCodes[found],
    ...(retryAfterSeconds === undefined ? {} : { details: { retryAfterSeconds } }),
  })
}

function reasonOf(code: number | undefined): StatusReason {
  if (code === undefined) throw new TypeError('a status fault needs a code or a reason')
  const known = preferred[code]
  if (known === undefined) throw new TypeError(`a status fault with code ${code} needs a reason`)
  return known
}

/** The usual reason of each code. */
const preferred: Readonly<Record<number, StatusReason>> = {
  ...Object.fromEntries(Object.entries(statusCodes).map(([reason, code]) => [code, reason as StatusReason])),
  409: 'Conflict',
  410: 'Expired',
  500: 'InternalError',
}
