import { useEffect, useState } from 'preact/hooks'

/** Something that is read from the server. */
export type Loaded<T> =
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly value: T }
  | { readonly state: 'failed'; readonly error: unknown }

/** Reads something, again whenever one of the keys changes. */
export function useLoad<T>(load: (signal: AbortSignal) => Promise<T>, keys: readonly unknown[]): Loaded<T> {
  const [loaded, setLoaded] = useState<Loaded<T>>({ state: 'loading' })
  useEffect(() => {
    const stopping = new AbortController()
    setLoaded({ state: 'loading' })
    load(stopping.signal).then(
      (value) => stopping.signal.aborted || setLoaded({ state: 'ready', value }),
      (error: unknown) => stopping.signal.aborted || setLoaded({ state: 'failed', error }),
    )
    return () => stopping.abort()
  }, keys)
  return loaded
}

/** Calls a function now and after every interval; a call begins when the one before has ended. */
export function usePolling(
  intervalMs: number,
  poll: (signal: AbortSignal) => Promise<void>,
  keys: readonly unknown[],
): void {
  useEffect(() => {
    const stopping = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const run = async (): Promise<void> => {
      await poll(stopping.signal)
      if (!stopping.signal.aborted) timer = setTimeout(() => void run(), intervalMs)
    }
    void run()
    return () => {
      stopping.abort()
      clearTimeout(timer)
    }
  }, keys)
}
