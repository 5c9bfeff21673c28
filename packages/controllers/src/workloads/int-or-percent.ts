/** Resolves a number or a percentage (`"25%"`) of a total to a whole number; 0 when absent. */
// upstream: apimachinery/pkg/util/intstr, GetScaledValueFromIntOrPercent
export function scaledValue(value: number | string | undefined, total: number, rounding: 'up' | 'down'): number {
  if (value === undefined) return 0
  if (typeof value === 'number') return value
  const share = (Number(value.slice(0, -1)) * total) / 100
  return rounding === 'up' ? Math.ceil(share) : Math.floor(share)
}
