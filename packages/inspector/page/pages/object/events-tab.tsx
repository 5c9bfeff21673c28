import { readObjects } from '../../api/read-collection.ts'
import { namespaceOf } from '../../model/api-object.ts'
import { memberOf, textOf } from '../../model/json.ts'
import { Empty, Show } from '../../parts/states.tsx'
import { useServer } from '../../parts/server-context.ts'
import { useLoad } from '../../parts/use-load.ts'
import type { TabProps } from './tab-props.ts'

/** The events about the object, newest first. */
export function EventsTab({ object }: TabProps) {
  const { api } = useServer()
  const loaded = useLoad(() => {
    const namespace = namespaceOf(object)
    const path = `/api/v1${namespace === '' ? '' : `/namespaces/${encodeURIComponent(namespace)}`}/events`
    return readObjects(api, path, { fieldSelector: `involvedObject.uid=${textOf(object.metadata, 'uid')}` })
  }, [object])
  return (
    <Show loaded={loaded}>
      {(events) => {
        if (events.length === 0) return <Empty>No event is about this object.</Empty>
        const timed = events.map((event) => ({
          event,
          time: textOf(event, 'lastTimestamp') || textOf(event, 'eventTime'),
        }))
        return (
          <div class="scroll" tabIndex={0} role="region" aria-label="Events">
            <table class="wide">
              <thead>
                <tr>
                  <th scope="col">Time</th>
                  <th scope="col">Type</th>
                  <th scope="col">Reason</th>
                  <th scope="col">Message</th>
                  <th scope="col">From</th>
                </tr>
              </thead>
              <tbody>
                {timed
                  .toSorted((left, right) => right.time.localeCompare(left.time))
                  .map(({ event, time }) => (
                    <tr key={textOf(event.metadata, 'uid')}>
                      <td class="mono">{time}</td>
                      <td class={textOf(event, 'type') === 'Warning' ? 'bad' : ''}>{textOf(event, 'type')}</td>
                      <td>{textOf(event, 'reason')}</td>
                      <td>{textOf(event, 'message')}</td>
                      <td>{textOf(memberOf(event, 'source'), 'component') || textOf(event, 'reportingComponent')}</td>
                    </tr>
                  ))}
              </tbody>
            </table>
          </div>
        )
      }}
    </Show>
  )
}
