import type { TracedStage } from '../../src/inspection.ts'
import { formatMs } from '../model/durations.ts'

/** Where time went: one bar, divided by stage. */
export function StageBar({ stages }: { readonly stages: readonly TracedStage[] }) {
  const total = stages.reduce((sum, { durationMs }) => sum + durationMs, 0)
  if (total === 0) return <></>
  return (
    <div
      class="stages"
      role="img"
      aria-label={stages.map(({ name, durationMs }) => `${name} ${formatMs(durationMs)}`).join(', ')}
    >
      {stages.map(({ name, durationMs }, index) => (
        <span
          key={name}
          class={`stage m${index % 8}`}
          style={{ flexGrow: String(Math.max(durationMs / total, 0.002)) }}
          title={`${name}: ${formatMs(durationMs)}`}
        >
          {durationMs / total > 0.12 && name}
        </span>
      ))}
    </div>
  )
}
