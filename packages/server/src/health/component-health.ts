import { createHttpClient, formatConnectionError } from '@pinnace/http-client'
import { freezeJson, type Clock } from '@pinnace/meta'
import type { ComponentStatus } from '@pinnace/types/core-v1'

/** The components of a control plane and their health, as component statuses show it. */
export interface ComponentHealth {
  /** Checks all components, or the named one: none if there is no such component. */
  read(name: string | undefined, signal: AbortSignal | undefined): Promise<readonly ComponentStatus[]>
}

/** Options for {@link createComponentHealth}. */
export interface ComponentHealthOptions {
  readonly clock: Clock
  /** Fails if the store does not answer. */
  readonly askStore: () => Promise<void>
}

type Health = Pick<ComponentStatus, 'conditions'>
type Check = (signal: AbortSignal | undefined) => Promise<string>

// upstream: kubernetes/pkg/registry/core/componentstatus/validator.go, probeTimeOut
const timeoutMs = 20_000
const maxBytes = 10_240

/** The health of the components of a control plane: each is asked when it is read. */
// upstream: pkg/registry/core/rest/storage_core.go, serversToValidate
export function createComponentHealth({ clock, askStore }: ComponentHealthOptions): ComponentHealth {
  const probe =
    (port: number): Check =>
    (signal) =>
      probeHealth(clock, `https://127.0.0.1:${port}/healthz`, signal)
  const checks: Readonly<Record<string, Check>> = {
    'controller-manager': probe(10_257),
    scheduler: probe(10_259),
    'etcd-0': async () => {
      await askStore()
      return 'ok'
    },
  }
  return {
    read(name, signal) {
      const chosen = Object.entries(checks).filter(([each]) => name === undefined || each === name)
      return Promise.all(
        chosen.map(async ([each, check]) =>
          freezeJson<ComponentStatus>({
            kind: 'ComponentStatus',
            apiVersion: 'v1',
            metadata: { name: each },
            ...(await healthOf(check, signal)),
          }),
        ),
      )
    },
  }
}

async function healthOf(check: Check, signal: AbortSignal | undefined): Promise<Health> {
  try {
    return { conditions: [{ type: 'Healthy', status: 'True', message: await check(signal) }] }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return { conditions: [{ type: 'Healthy', status: 'False', message }] }
  }
}

/** The body of the answer of a component. The certificate is not verified: components on the machine sign their own. */
// upstream: kubernetes/pkg/probe/http/http.go, DoHTTPProbe
async function probeHealth(clock: Clock, url: string, signal: AbortSignal | undefined): Promise<string> {
  const client = createHttpClient({ tls: { insecureSkipVerify: true }, clock, maxIdleConnections: 0 })
  try {
    const { status, body } = await client
      .send({ method: 'GET', url, timeoutMs, maxBytes, signal })
      .catch((error: unknown) => {
        throw new Error(`Get "${url}": ${formatConnectionError(error)}`, { cause: error })
      })
    if (status < 200 || status >= 400) throw new Error(`HTTP probe failed with statuscode: ${status}`)
    return body.toString()
  } finally {
    client.destroy()
  }
}
