/** Milliseconds as people read them: `0.4 ms`, `12 ms`, `1.5 s`. */
export function formatMs(ms: number): string {
  if (ms < 10) return `${ms.toFixed(1)} ms`
  if (ms < 1000) return `${Math.round(ms)} ms`
  return `${(ms / 1000).toFixed(1)} s`
}

/** How long ago a time was: `12 s`, `5 m`, `3 h`, `2 d`. */
export function formatAge(time: string, nowMs: number): string {
  const seconds = Math.max(0, Math.floor((nowMs - Date.parse(time)) / 1000))
  if (!Number.isFinite(seconds)) return ''
  if (seconds < 120) return `${seconds} s`
  if (seconds < 7200) return `${Math.floor(seconds / 60)} m`
  if (seconds < 172_800) return `${Math.floor(seconds / 3600)} h`
  return `${Math.floor(seconds / 86_400)} d`
}

/** A time to wait, in its two largest units: `500 ms`, `90 s`, `2 h 5 min`, `3 d 4 h`. */
export function formatSpan(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`
  const seconds = ms / 1000
  if (seconds < 120) return `${Number(seconds.toFixed(1))} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 120) return joined([minutes, 'min'], [Math.floor(seconds % 60), 's'])
  const hours = Math.floor(minutes / 60)
  if (hours < 48) return joined([hours, 'h'], [minutes % 60, 'min'])
  return joined([Math.floor(hours / 24), 'd'], [hours % 24, 'h'])
}

function joined(...parts: readonly (readonly [amount: number, unit: string])[]): string {
  return parts
    .filter(([amount]) => amount > 0)
    .map(([amount, unit]) => `${amount} ${unit}`)
    .join(' ')
}
