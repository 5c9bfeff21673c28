import { formatSpan } from '../../model/durations.ts'
import type { PanelProps } from './panel-props.ts'

const steps = [
  ['1 s', 1000],
  ['10 s', 10_000],
  ['1 min', 60_000],
  ['10 min', 600_000],
  ['1 h', 3_600_000],
  ['1 d', 86_400_000],
] as const

/** The clock of the server, and the timers that wait for it. */
export function ClockPanel({ report: { now, isVirtual, isAdvancing, timers, timerCount }, change }: PanelProps) {
  return (
    <section>
      <h2>Clock</h2>
      <p class="clock mono">
        <time>{now.replace('T', ' ')}</time>
      </p>
      {!isVirtual && <p class="faint">This is the clock of the machine: pass a fake clock to advance it.</p>}
      {isVirtual && (
        <>
          <div class="filters" role="group" aria-label="Advance the clock">
            {steps.map(([title, ms]) => (
              <button
                key={title}
                type="button"
                disabled={isAdvancing}
                onClick={() => void change('POST', '/advance', { ms })}
              >
                + {title}
              </button>
            ))}
            <button
              type="button"
              disabled={isAdvancing || timerCount === 0}
              onClick={() => void change('POST', '/advance', { toNextTimer: true })}
            >
              To the next timer
            </button>
            <span class="status" role="status">
              {isAdvancing ? 'advancing …' : ''}
            </span>
          </div>
          <Timers timers={timers} count={timerCount} />
        </>
      )}
    </section>
  )
}

function Timers({ timers, count }: { readonly timers: PanelProps['report']['timers']; readonly count: number }) {
  if (count === 0) return <p class="faint">No timer is pending.</p>
  return (
    <>
      <h3>{count === 1 ? '1 pending timer' : `${count.toLocaleString('en-US')} pending timers`}</h3>
      <div class="scroll timers" tabIndex={0} role="region" aria-label="Pending timers">
        <table class="wide">
          <thead>
            <tr>
              <th scope="col">Due in</th>
              <th scope="col">Due at</th>
            </tr>
          </thead>
          <tbody>
            {timers.map(({ dueInMs, dueAt }, index) => (
              <tr key={index}>
                <td>{formatSpan(dueInMs)}</td>
                <td class="mono">{dueAt}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}
