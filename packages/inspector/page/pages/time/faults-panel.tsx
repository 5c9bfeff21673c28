import { faultOf, faultSwitches, otherFaults, type FaultSwitch } from '../../model/fault-switches.ts'
import type { PanelProps } from './panel-props.ts'

/** Faults that happen to the requests of every client but the inspector, as switches. */
export function FaultsPanel({ report: { faults }, change }: PanelProps) {
  const others = otherFaults(faults)
  return (
    <section>
      <h2>Faults</h2>
      <p class="faint">They happen to the requests of every client, but not to those of this page.</p>
      <ul class="switches">
        {faultSwitches.map((one) => (
          <li key={one.title}>
            <Switch one={one} report={{ faults }} change={change} />
          </li>
        ))}
      </ul>
      {others.length > 0 && (
        <>
          <h3>Faults of the test</h3>
          <ul class="nodes">
            {others.map(({ id, type, options, count }) => (
              <li key={id}>
                <strong>{type}</strong> <code>{options}</code> <span class="tag">{timesOf(count)}</span>
                <button type="button" class="quiet" onClick={() => void change('DELETE', `/faults/${id}`)}>
                  Remove
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

interface SwitchProps extends Pick<PanelProps, 'change'> {
  readonly one: FaultSwitch
  readonly report: Pick<PanelProps['report'], 'faults'>
}

function Switch({ one, report: { faults }, change }: SwitchProps) {
  const active = faultOf(one, faults)
  return (
    <label class={active === undefined ? 'switch' : 'switch on'}>
      <input
        type="checkbox"
        role="switch"
        checked={active !== undefined}
        onChange={() =>
          void (active === undefined ? change('POST', '/faults', one.fault) : change('DELETE', `/faults/${active.id}`))
        }
      />
      <span>
        <strong>{one.title}</strong>
        {active !== undefined && <span class="tag bad">{timesOf(active.count)}</span>}
        <small>{one.description}</small>
      </span>
    </label>
  )
}

function timesOf(count: number): string {
  return count === 1 ? 'happened once' : count === 0 ? 'not yet' : `happened ${count} times`
}
