import { useEffect, useState } from 'preact/hooks'
import { examples, type Example } from './examples.ts'
import { Commands } from './parts/commands.tsx'
import { Terminal } from './parts/terminal.tsx'
import { useTerminal } from './parts/use-terminal.ts'
import { fromFragment, toFragment, type Shared } from './share-link.ts'
import type { PageServer } from './start-server.ts'

/** The playground: an editor, the commands of an example, and a terminal for the server in the page. */
export function App({ start }: { readonly start: () => Promise<PageServer> }) {
  const [shared, setShared] = useState<Shared>(first)
  const [example, setExample] = useState(first.name)
  const [link, setLink] = useState('')
  const terminal = useTerminal(start, shared.text)
  const open = (next: Example): void => {
    setExample(next.name)
    setShared(next)
    history.replaceState(undefined, '', `#example=${next.name}`)
    void terminal.restart()
  }
  useEffect(() => {
    const read = async (): Promise<void> => {
      const given = await fromFragment(location.hash)
      if (given !== undefined) {
        setExample('')
        setShared(given)
        return
      }
      const named = examples.find(({ name }) => `#example=${name}` === location.hash)
      if (named !== undefined) {
        setExample(named.name)
        setShared(named)
      }
    }
    void read()
    const onHash = (): void => void read()
    addEventListener('hashchange', onHash)
    return () => removeEventListener('hashchange', onHash)
  }, [])
  const share = async (): Promise<void> => {
    const typed = terminal.typed.filter((line) => !shared.commands.includes(line))
    const fragment = await toFragment({ text: shared.text, commands: [...shared.commands, ...typed] })
    history.replaceState(undefined, '', fragment)
    setLink(location.href)
    // Without permission the link is in the address, and below the button.
    await navigator.clipboard?.writeText(location.href).catch(() => undefined)
  }
  return (
    <>
      <header class="top">
        <h1>Playground</h1>
        <label>
          Example
          <select
            value={example}
            onChange={({ currentTarget: { value } }) => open(examples.find(({ name }) => name === value) ?? first)}
          >
            {example === '' && <option value="">of the link</option>}
            {examples.map(({ name, title }) => (
              <option key={name} value={name}>
                {title}
              </option>
            ))}
          </select>
        </label>
        <button type="button" onClick={() => void terminal.restart()}>
          New server
        </button>
        <button type="button" onClick={() => void share()}>
          Share
        </button>
        {link !== '' && (
          <output class="link">
            <a href={link}>Link</a> copied
          </output>
        )}
      </header>
      <main>
        <section class="editor">
          <h2>
            <label for="text">Files</label>
          </h2>
          <textarea
            id="text"
            spellcheck={false}
            value={shared.text}
            onInput={({ currentTarget: { value } }) => setShared({ ...shared, text: value })}
          />
          <Commands commands={shared.commands} isBusy={terminal.isBusy} run={terminal.run} />
        </section>
        <Terminal terminal={terminal} />
      </main>
      <footer>The API server runs in this page. It makes no requests; a reload forgets everything.</footer>
    </>
  )
}

const [first = { name: '', title: '', text: '', commands: [] }] = examples
