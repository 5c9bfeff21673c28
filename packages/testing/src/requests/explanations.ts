import type { Explanation } from '@pinnace/server'
import type { LoggedRequest } from './request-log.ts'

/** A request of a log whose explanation is to come. */
export type ExplainedRequest = LoggedRequest & { explanation: Explanation | undefined }

/** Brings the explanations of a server and its forks to the requests of their logs. */
export interface Explanations {
  /** The option `explain` of the server. */
  explain(explanation: Explanation): void
  /** A request that has begun. */
  expect(request: ExplainedRequest): void
  /** A request that has been answered. */
  forget(request: ExplainedRequest): void
}

/** Creates explanations without requests. It holds the requests that are in progress. */
export function createExplanations(): Explanations {
  const waiting = new Set<ExplainedRequest>()
  return {
    explain(explanation) {
      for (const request of waiting) {
        if (request.explanation !== undefined || !isOf(explanation, request)) continue
        request.explanation = explanation
        return
      }
    },
    expect: (request) => void waiting.add(request),
    forget: (request) => void waiting.delete(request),
  }
}

function isOf({ user, attributes }: Explanation, request: LoggedRequest): boolean {
  return (
    user === request.user &&
    attributes.verb === request.verb &&
    attributes.group === request.group &&
    attributes.resource === request.resource &&
    attributes.subresource === request.subresource &&
    attributes.namespace === request.namespace &&
    attributes.name === request.name
  )
}
