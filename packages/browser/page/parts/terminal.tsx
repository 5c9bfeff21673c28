import { useEffect, useRef, useState } from 'preact/hooks'
import type { TerminalState } from './use-terminal.ts'

/** The terminal: what was run and printed, and a line to type. Arrow keys go through earlier lines. */
export function Terminal({ terminal: { lines, typed, isBusy, run } }: { readonly terminal: TerminalState }) {
  const [text, setText] = useState('')
  const [position, setPosition] = useState(0)
  const screen = useRef<HTMLDivElement>(null)
  useEffect(() => {
    screen.current?.scrollTo(0, screen.current.scrollHeight)
  }, [lines])
  const submit = (event: Event): void => {
    event.preventDefault()
    const command = text.trim()
    if (command === '' || isBusy) return
    setText('')
    setPosition(0)
    void run([command])
  }
  const recall = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0
    const next = position + step
    if (step === 0 || next < 0 || next > typed.length) return
    event.preventDefault()
    setPosition(next)
    setText(next === 0 ? '' : (typed.at(-next) ?? ''))
  }
  return (
    <section class="terminal">
      <h2>Terminal</h2>
      <div ref={screen} class="screen" role="log" aria-label="Output" tabIndex={0}>
        {lines.map(({ type, text: line }, index) => (
          <pre key={index} class={type}>
            {type === 'command' ? `$ ${line}` : line}
          </pre>
        ))}
      </div>
      <form onSubmit={submit}>
        <span aria-hidden="true">$</span>
        <input
          aria-label="Command"
          value={text}
          placeholder={isBusy ? 'starting …' : 'get namespaces'}
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          onInput={({ currentTarget: { value } }) => setText(value)}
          onKeyDown={recall}
        />
        <button type="submit" disabled={isBusy}>
          Run
        </button>
      </form>
    </section>
  )
}
