import { useEffect, useMemo, useState } from 'preact/hooks'
import { createApiClient, type ApiClient } from './api/api-client.ts'
import { ApiError } from './api/api-error.ts'
import { hasTimePage } from './api/time-api.ts'
import { discoverKinds, type KindInfo } from './api/discover-kinds.ts'
import { dropToken, keepToken } from './api/session.ts'
import { memberOf, textOf } from './model/json.ts'
import { parseRoute, type Route } from './model/routes.ts'
import { AccessPage } from './pages/access-page.tsx'
import { KindsPage } from './pages/kinds-page.tsx'
import { ObjectPage } from './pages/object-page.tsx'
import { ObjectsPage } from './pages/objects-page.tsx'
import { RequestPage } from './pages/request-page.tsx'
import { RequestsPage } from './pages/requests-page.tsx'
import { TimePage } from './pages/time-page.tsx'
import { WatchesPage } from './pages/watches-page.tsx'
import { ServerContext } from './parts/server-context.ts'
import { Shell } from './parts/shell.tsx'
import { SignIn } from './parts/sign-in.tsx'
import { Failure, Loading } from './parts/states.tsx'
import { useLoad } from './parts/use-load.ts'

/** The whole page. */
export function App({ token: given, groupDomain }: { readonly token: string; readonly groupDomain: string }) {
  const [token, setToken] = useState(given)
  const api = useMemo(() => createApiClient(token, groupDomain), [token])
  const session = useLoad(() => openSession(api), [api])
  const route = useRoute()
  const signIn = (next: string): void => {
    keepToken(next)
    setToken(next)
  }
  if (session.state === 'loading') return <Loading />
  if (session.state === 'failed') {
    const { error } = session
    const isDenied = error instanceof ApiError && (error.code === 401 || error.code === 403)
    return isDenied ? <SignIn error={token === '' ? undefined : error} onToken={signIn} /> : <Failure error={error} />
  }
  const signOut = (): void => {
    dropToken()
    setToken('')
  }
  return (
    <ServerContext.Provider value={{ api, kinds: session.value.kinds }}>
      <Shell
        page={route.page}
        user={session.value.user}
        hasTime={session.value.hasTime}
        onSignOut={token === '' ? undefined : signOut}
      >
        <Page route={route} />
      </Shell>
    </ServerContext.Provider>
  )
}

function Page({ route }: { readonly route: Route }) {
  switch (route.page) {
    case 'kinds':
      return <KindsPage />
    case 'objects':
      return <ObjectsPage key={JSON.stringify(route.kind)} {...route} />
    case 'object':
      return <ObjectPage key={JSON.stringify([route.kind, route.namespace, route.name])} {...route} />
    case 'requests':
      return route.number === undefined ? <RequestsPage /> : <RequestPage key={route.number} number={route.number} />
    case 'access':
      return <AccessPage query={route.query} />
    case 'watches':
      return <WatchesPage />
    case 'time':
      return <TimePage />
  }
}

function useRoute(): Route {
  const [route, setRoute] = useState(() => parseRoute(location.hash))
  useEffect(() => {
    const change = (): void => {
      setRoute(parseRoute(location.hash))
      window.scrollTo(0, 0)
    }
    addEventListener('hashchange', change)
    return () => removeEventListener('hashchange', change)
  }, [])
  useEffect(() => {
    const place = route.page === 'object' ? route.name : route.page === 'objects' ? route.kind.resource : route.page
    document.title = `${place} · Inspector`
  }, [route])
  return route
}

interface Session {
  readonly user: string
  readonly kinds: readonly KindInfo[]
  readonly hasTime: boolean
}

/** Reads who the user is, and what the server serves. Rejects with the 401 or 403 of a user who may see neither. */
async function openSession(api: ApiClient): Promise<Session> {
  const [kinds, user, hasTime] = await Promise.all([discoverKinds(api), readUser(api), hasTimePage(api)])
  return { kinds, user, hasTime }
}

async function readUser(api: ApiClient): Promise<string> {
  const apiVersion = `authentication.${api.groupDomain}/v1`
  try {
    const { body } = await api.send({
      method: 'POST',
      path: `/apis/${apiVersion}/selfsubjectreviews`,
      body: JSON.stringify({ apiVersion, kind: 'SelfSubjectReview' }),
    })
    return textOf(memberOf(memberOf(body, 'status'), 'userInfo'), 'username')
  } catch (error) {
    // A user who may not ask has a name that is not shown.
    if (error instanceof ApiError && error.code === 403) return ''
    throw error
  }
}
