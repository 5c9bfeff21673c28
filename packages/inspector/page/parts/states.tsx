import type { ComponentChildren } from 'preact'
import { ApiError } from '../api/api-error.ts'
import type { Loaded } from './use-load.ts'

/** Shows what was read, that it is being read, or why it cannot be. */
export function Show<T>({
  loaded,
  children,
}: {
  readonly loaded: Loaded<T>
  readonly children: (value: T) => ComponentChildren
}) {
  if (loaded.state === 'loading') return <Loading />
  if (loaded.state === 'failed') return <Failure error={loaded.error} />
  return <>{children(loaded.value)}</>
}

/** Gray bars in the place of what is read. */
export function Loading() {
  return (
    <div class="loading" role="status" aria-label="Loading">
      <span />
      <span />
      <span />
    </div>
  )
}

/** Why something cannot be shown, with every cause that the server gives. */
export function Failure({ error }: { readonly error: unknown }) {
  const message = error instanceof Error ? error.message : String(error)
  return (
    <div class="notice failure" role="alert">
      <strong>{titleOf(error)}</strong>
      <p>{message}</p>
      {error instanceof ApiError && error.causes.length > 0 && (
        <ul>
          {error.causes.map(({ field, message: cause }) => (
            <li key={`${field}${cause}`}>
              {field !== '' && <code>{field}</code>} {cause}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function titleOf(error: unknown): string {
  if (!(error instanceof ApiError) || error.code !== 403) return 'The server refused this'
  return error.isChange ? 'You may not do this' : 'You may not see this'
}

/** Says that there is nothing. */
export function Empty({ children }: { readonly children: ComponentChildren }) {
  return <p class="empty">{children}</p>
}
