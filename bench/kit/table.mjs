// The rows as text.

export function printHead(title) {
  console.log(`\n${title.padEnd(58)} ${'ours'.padStart(10)} ${'bare'.padStart(10)} unit       ratio   aim`)
}

export function printRow({ name, ours, bare, unit, ratio, aim }) {
  const verdict = aim === undefined ? '' : `${format(aim).padStart(6)} ${(ratio ?? ours) <= aim ? '' : 'MISSED'}`
  console.log(
    `  ${name.padEnd(56)} ${format(ours).padStart(10)} ${format(bare).padStart(10)} ${unit.padEnd(8)} ${format(ratio).padStart(7)}${verdict}`,
  )
}

/** A number as tables show it. */
export function format(value) {
  if (value === undefined) return ''
  if (Math.abs(value) >= 1000) return value.toFixed(0)
  return value.toFixed(Math.abs(value) >= 100 ? 1 : 2)
}
