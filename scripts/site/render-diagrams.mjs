// Draws the diagrams. Lines and texts have the color of the text around them where an SVG stands in a page, and that of the
// system's color scheme where it is an image.
import { instance } from '@viz-js/viz'
import { diagramTexts } from './diagrams.mjs'

const colors = '<style>svg{color:#24292f}@media(prefers-color-scheme:dark){svg{color:#e6edf3}}</style>'

/** Every diagram as SVG, by its name. */
export async function renderDiagrams() {
  const viz = await instance()
  return Object.fromEntries(
    Object.entries(diagramTexts()).map(([name, text]) => [name, adapt(viz.renderString(text, { format: 'svg' }))]),
  )
}

function adapt(svg) {
  return svg
    .slice(svg.indexOf('<svg'))
    .replace(/<!--[\s\S]*?-->\n?/g, '')
    .replace(/<title>[^<]*<\/title>\n?/g, '')
    .replace(/stroke="black"/g, 'stroke="currentColor"')
    .replace(/fill="black"/g, 'fill="currentColor"')
    .replace(/<text /g, '<text fill="currentColor" ')
    .replace(/>/, `>${colors}`)
}
