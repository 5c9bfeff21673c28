import { ApiException } from '@kubernetes/client-node'

/** What the server said no with. The client library hands the body over as text or parsed, depending on the call. */
export interface Refusal {
  readonly code: number
  readonly status: {
    readonly kind: string
    readonly apiVersion: string
    readonly status: string
    readonly message: string
    readonly reason: string
    readonly code: number
    readonly details?: {
      readonly name?: string
      readonly group?: string
      readonly kind?: string
      readonly causes?: readonly { readonly reason: string; readonly message: string; readonly field: string }[]
    }
  }
}

/** The refusal of a call; throws where the call succeeds or fails in another way. */
export async function refusal(attempt: Promise<unknown>): Promise<Refusal> {
  try {
    await attempt
  } catch (error) {
    if (!(error instanceof ApiException)) throw error
    const body: unknown = error.body
    return { code: error.code, status: (typeof body === 'string' ? JSON.parse(body) : body) as Refusal['status'] }
  }
  throw new Error('the call succeeded')
}
