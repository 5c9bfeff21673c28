import { noMetrics, parseRequestInfo, type UserInfo } from '@pinnace/meta'
import { createFakeClock, createSeededRandom } from '@pinnace/testing'
import type { FlowSchema, PriorityLevelConfiguration, Subject } from '@pinnace/types/flowcontrol-v1'
import { createFlowController, oneSeat, type FlowController, type FlowRequest } from '../src/index.ts'

const random = createSeededRandom(7)

/** A priority level that queues, or rejects without queues. */
export function level(
  name: string,
  shares: number,
  queuing?: { queues: number; handSize: number; queueLengthLimit: number },
  more: object = {},
): PriorityLevelConfiguration {
  const limitResponse = queuing === undefined ? { type: 'Reject' } : { type: 'Queue', queuing }
  return {
    apiVersion: 'v1',
    kind: 'PriorityLevelConfiguration',
    metadata: { name, uid: `level-${name}` },
    spec: {
      type: 'Limited',
      limited: { nominalConcurrencyShares: shares, limitResponse, lendablePercent: 0, ...more },
    },
  }
}

export const exempt: PriorityLevelConfiguration = {
  apiVersion: 'v1',
  kind: 'PriorityLevelConfiguration',
  metadata: { name: 'exempt', uid: 'level-exempt' },
  spec: { type: 'Exempt', exempt: { nominalConcurrencyShares: 0, lendablePercent: 0 } },
}

/** A flow schema for every request of the subjects. */
export function schema(name: string, levelName: string, subjects: readonly Subject[], more: object = {}): FlowSchema {
  const rules = [
    {
      subjects,
      resourceRules: [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'], namespaces: ['*'], clusterScope: true }],
      nonResourceRules: [{ verbs: ['*'], nonResourceURLs: ['*'] }],
    },
  ]
  return {
    apiVersion: 'v1',
    kind: 'FlowSchema',
    metadata: { name, uid: `schema-${name}` },
    spec: {
      priorityLevelConfiguration: { name: levelName },
      matchingPrecedence: 100,
      distinguisherMethod: { type: 'ByUser' },
      rules,
      ...more,
    },
  }
}

export const everybody: Subject = { kind: 'Group', group: { name: '*' } }

export function user(username: string, groups: readonly string[] = []): UserInfo {
  return { username, groups, extra: {} }
}

export interface Scene {
  readonly clock: ReturnType<typeof createFakeClock>
  readonly flows: FlowController
  /** Requests a seat; the result says what became of it. */
  request(username: string, more?: Partial<FlowRequest>): Attempt
}

export interface Attempt {
  state: 'waiting' | 'executing' | 'done' | 'rejected'
  finish(): void
}

/** A controller with that many seats. */
export function scene(
  seats: number,
  levels: readonly PriorityLevelConfiguration[],
  schemas: readonly FlowSchema[],
): Scene {
  const clock = createFakeClock()
  const flows = createFlowController({ clock, random, metrics: noMetrics, seats })
  flows.configure(levels, schemas)
  const info = parseRequestInfo('GET', '/api/v1/namespaces/default/pods')
  return {
    clock,
    flows,
    request(username, more = {}) {
      let seat: Disposable | undefined
      const attempt: Attempt = {
        state: 'waiting',
        finish() {
          attempt.state = 'done'
          seat?.[Symbol.dispose]()
        },
      }
      const taken = (found: Disposable): void => {
        seat = found
        attempt.state = 'executing'
      }
      const refused = (): void => {
        attempt.state = 'rejected'
      }
      try {
        const acquired = flows.acquire({ user: user(username), info, estimate: () => oneSeat, ...more })
        if (acquired instanceof Promise) acquired.then(taken, refused)
        else taken(acquired)
      } catch {
        refused()
      }
      return attempt
    },
  }
}
