import { StatusError, type ApiObject } from '@pinnace/meta'
import type { Event } from '@pinnace/types/core-v1'
import type { Event as NewerEvent } from '@pinnace/types/events-v1'
import type { AdmissionAttributes } from '../../admission-attributes.ts'
import type { BuiltInPlugin } from '../../built-in-plugin.ts'
import { createTokenBuckets } from './token-buckets.ts'
import { readEventLimits, type EventLimit, type EventLimitType } from './event-limits.ts'

/** Limits the rate of events by server, namespace, user, or source and object. */
// upstream: plugin/pkg/admission/eventratelimit; events of the group `events` are not limited there; here they are.
export const eventRateLimit: BuiltInPlugin = {
  name: 'EventRateLimit',
  isDefault: false,
  configure: readEventLimits,
  create({ clock, vocabulary }, settings) {
    const limits = (settings as readonly EventLimit[]).map((limit) => ({
      type: limit.type,
      take: createTokenBuckets(limit.type === 'Server' ? { ...limit, cacheSize: 1 } : limit, clock),
    }))
    return {
      name: 'EventRateLimit',
      handles: (operation) => operation === 'CREATE' || operation === 'UPDATE',
      resources: [
        { group: '', resource: 'events' },
        { group: vocabulary.group('events'), resource: 'events' },
      ],
      validate(attributes) {
        if (attributes.dryRun) return
        let refused: string | undefined
        // Every limit counts the event, even if another refuses it; the message names the last one that does.
        for (const { type, take } of limits) {
          const key = keys[type](attributes)
          if (!take(key)) refused = `limit reached on type ${type} for key ${key}`
        }
        if (refused !== undefined) throw new StatusError('TooManyRequests', `Too many requests: ${refused}`)
      },
    }
  },
}

const keys: Readonly<Record<EventLimitType, (attributes: AdmissionAttributes) => string>> = {
  Server: () => '',
  Namespace: ({ namespace }) => namespace,
  User: ({ user }) => user.username,
  SourceAndObject({ object }) {
    const { source, involvedObject, deprecatedSource, regarding } = object as ApiObject as Event & NewerEvent
    const { component = '', host = '' } = source ?? deprecatedSource ?? {}
    const { kind = '', namespace = '', name = '', uid = '', apiVersion = '' } = involvedObject ?? regarding ?? {}
    return [component, host, kind, namespace, name, uid, apiVersion].join('')
  },
}
