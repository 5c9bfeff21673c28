import { conditionsOf } from '../../model/conditions.ts'
import { Empty } from '../../parts/states.tsx'
import type { TabProps } from './tab-props.ts'

/** The conditions of the object on a time line. */
export function ConditionsTab({ object }: TabProps) {
  const conditions = conditionsOf(object)
  if (conditions.length === 0) return <Empty>It has no conditions.</Empty>
  return (
    <ol class="timeline">
      {conditions.map(({ type, status, reason, message, time }) => (
        <li key={type} class={status === 'True' ? 'on' : status === 'False' ? 'off' : ''}>
          <time>{time === '' ? 'time unknown' : time}</time>
          <strong>{type}</strong> <span class="tag">{status}</span> {reason}
          {message !== '' && <p>{message}</p>}
        </li>
      ))}
    </ol>
  )
}
