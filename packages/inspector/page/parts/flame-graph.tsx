import type { FlameBar } from '../model/flame.ts'
import { formatMs } from '../model/durations.ts'

/** The height of a bar, pixels; as the style sheet has it. */
const barHeight = 22

/** Bars above those that they consist of; the width is the time. */
export function FlameGraph({ bars }: { readonly bars: readonly FlameBar[] }) {
  const totalMs = Math.max(0, ...bars.map(({ startMs, durationMs }) => startMs + durationMs))
  if (totalMs === 0) return <></>
  const depth = Math.max(...bars.map((bar) => bar.depth)) + 1
  return (
    <div
      class="flame"
      role="img"
      style={{ height: `${depth * barHeight}px` }}
      aria-label={bars.map(({ name, durationMs }) => `${name} ${formatMs(durationMs)}`).join(', ')}
    >
      {bars.map(({ name, depth: row, startMs, durationMs }, index) => (
        <span
          key={index}
          class={`frame m${index % 8}`}
          title={`${name}: ${formatMs(durationMs)}`}
          style={{
            top: `${row * barHeight}px`,
            left: `${(startMs / totalMs) * 100}%`,
            width: `${(durationMs / totalMs) * 100}%`,
          }}
        >
          {durationMs / totalMs > 0.06 && name}
        </span>
      ))}
    </div>
  )
}
