import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'

/** The frame of every page: where one can go, and who one is. */
export function Shell({ page, user, hasTime, onSignOut, children }: ShellProps) {
  return (
    <div class="shell">
      <a class="skip" href="#main" onClick={focusMain}>
        Skip to the content
      </a>
      <header class="top">
        <span class="brand">
          <span class="mark" aria-hidden="true" /> Inspector
        </span>
        <nav aria-label="Pages">
          {(hasTime ? [...pages, timePage] : pages).map(([name, title]) => (
            <a key={name} href={`#/${name}`} aria-current={isCurrent(page, name) ? 'page' : undefined}>
              {title}
            </a>
          ))}
        </nav>
        <span class="who">
          <ThemeButton />
          <span class="user" title={user}>
            {user}
          </span>
          {onSignOut !== undefined && (
            <button type="button" class="quiet" onClick={onSignOut}>
              Sign out
            </button>
          )}
        </span>
      </header>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
    </div>
  )
}

interface ShellProps {
  readonly page: string
  readonly user: string
  /** Whether the server is one of a test, which shows its clock. */
  readonly hasTime: boolean
  readonly onSignOut: (() => void) | undefined
  readonly children: ComponentChildren
}

const pages = [
  ['kinds', 'Kinds'],
  ['requests', 'Requests'],
  ['access', 'Access'],
  ['watches', 'Watches'],
] as const
const timePage = ['time', 'Time'] as const

function isCurrent(page: string, name: string): boolean {
  return page === name || (name === 'kinds' && (page === 'objects' || page === 'object'))
}

// The fragment is the route, so a link to an element moves the focus itself.
function focusMain(event: Event): void {
  event.preventDefault()
  document.getElementById('main')?.focus()
}

const themes = ['system', 'light', 'dark'] as const

function ThemeButton() {
  const [theme, setTheme] = useState(document.documentElement.dataset['theme'] ?? 'system')
  const next = themes[(themes.findIndex((one) => one === theme) + 1) % themes.length] ?? 'system'
  const change = (): void => {
    if (next === 'system') delete document.documentElement.dataset['theme']
    else document.documentElement.dataset['theme'] = next
    setTheme(next)
  }
  return (
    <button type="button" class="quiet" onClick={change} title={`Change to ${next}`}>
      Theme: {theme}
    </button>
  )
}
