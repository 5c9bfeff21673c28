import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { renderSession, sessionCommands, shapeOf } from '../site/terminal-session.mjs'
import { root } from '../workspace.mjs'

const read = (name: string): string => readFileSync(join(root, 'docs', 'images', name), 'utf8')

describe('the terminal session of the documents', () => {
  const recording = JSON.parse(read('terminal-session.json')) as { command: string; output: string }[]

  it('has the commands of the script, and the picture is that of the recording', () => {
    expect(recording.map(({ command }) => command)).toEqual(sessionCommands)
    expect(read('terminal-session.svg')).toBe(renderSession(recording))
  })

  it('shows every line of the output, in order, and all of them where motion is reduced', () => {
    const svg = read('terminal-session.svg')
    const shown = [...svg.matchAll(/<text class="(\w)"[^>]*animation-delay:(\d+)ms">(.*)<\/text>/g)]
    const lines = recording.flatMap(({ output }) => (output === '' ? [] : output.split('\n')))
    expect(shown.filter(([, name]) => name === 'o').map((match) => match[3])).toEqual(
      lines.map((line) => line.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')),
    )
    const delays = shown.map((match) => Number(match[2]))
    expect(delays).toEqual(delays.toSorted((a, b) => a - b))
    expect(svg).toMatch(/@media \(prefers-reduced-motion: no-preference\) \{ text \{ opacity: 0/)
  })

  it('compares sessions without ports, names of pods and ages', () => {
    const output = 'serving https://127.0.0.1:4711\nWaiting for deployment "web"\nweb-7957885594-58kns   1/1   2m5s'
    expect(shapeOf([{ command: 'a', output }])[0]?.output).toBe(
      'serving https://127.0.0.1:PORT\nweb-HASH-NAME  1/1  AGE',
    )
  })
})
