import { useState } from 'preact/hooks'
import { Failure } from './states.tsx'

/** Asks for a bearer token. */
export function SignIn({ error, onToken }: { readonly error: unknown; readonly onToken: (token: string) => void }) {
  const [token, setToken] = useState('')
  const submit = (event: Event): void => {
    event.preventDefault()
    onToken(token.trim())
  }
  return (
    <main class="sign-in">
      <form onSubmit={submit}>
        <h1>
          <span class="mark" aria-hidden="true" /> Inspector
        </h1>
        <p>
          The page acts with the permissions of a bearer token. It stays in this tab, and is sent to this server only.
        </p>
        <label for="token">Bearer token</label>
        <input
          id="token"
          type="password"
          autocomplete="off"
          value={token}
          onInput={(event) => setToken(event.currentTarget.value)}
        />
        <button type="submit">Open</button>
        {error !== undefined && token === '' && <Failure error={error} />}
      </form>
    </main>
  )
}
