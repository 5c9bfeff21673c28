// Draws the CPU time of Pinnace beside that of kube-apiserver and etcd, as SVG. Like the other diagrams of the docs, it
// has the color of the text around it where it stands in a page, and that of the system's color scheme as an image.
import { format } from './table.mjs'

const style = '<style>svg{color:#24292f}@media(prefers-color-scheme:dark){svg{color:#e6edf3}}</style>'
/** Readable on white and on black. */
const accent = '#3b82f6'

const width = 760
const top = 44
const rowHeight = 34
const barHeight = 14
const barLeft = 230
const barWidth = 330

/** Draws rows of the scenario `original`; the length of a bar is the CPU time, that of kube-apiserver and etcd is the whole. */
export function plotBesideOriginal(rows) {
  const height = top + rows.length * rowHeight + 8
  return [
    `<svg width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" xmlns="http://www.w3.org/2000/svg" font-family="sans-serif" font-size="13">${style}`,
    legend(),
    ...rows.map((row, index) => bars(row, top + index * rowHeight)),
    '</svg>',
    '',
  ].join('\n')
}

function legend() {
  const second = barLeft + 100
  return [
    rect({ x: barLeft, y: 12, length: 12, fill: accent }),
    text({ x: barLeft + 18, y: 23, value: 'Pinnace' }),
    rect({ x: second, y: 12, length: 12, fill: 'currentColor', opacity: 0.2 }),
    text({ x: second + 18, y: 23, value: 'kube-apiserver and etcd' }),
  ].join('\n')
}

function bars({ name, ours, bare }, y) {
  const share = ours / bare
  // A bar that is longer than the other one ends at the margin.
  const length = Math.max(1, Math.min(share, 1.25) * barWidth)
  const middle = y + 12
  return [
    text({ x: barLeft - 12, y: middle, value: name, anchor: 'end' }),
    rect({ x: barLeft, y, length: barWidth, fill: 'currentColor', opacity: 0.2 }),
    rect({ x: barLeft, y, length, fill: accent }),
    text({
      x: barLeft + Math.max(barWidth, length) + 10,
      y: middle,
      value: `${percent(share)} (${milliseconds(ours)} / ${milliseconds(bare)} ms)`,
    }),
  ].join('\n')
}

function rect({ x, y, length, fill, opacity = 1 }) {
  return `<rect x="${x}" y="${y}" width="${length.toFixed(1)}" height="${barHeight}" fill="${fill}" fill-opacity="${opacity}"/>`
}

function text({ x, y, value, anchor = 'start' }) {
  const escaped = value.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return `<text x="${x}" y="${y}" fill="currentColor" text-anchor="${anchor}">${escaped}</text>`
}

function percent(share) {
  return `${(share * 100).toFixed(0)}%`
}

function milliseconds(micros) {
  return format(micros / 1_000)
}
