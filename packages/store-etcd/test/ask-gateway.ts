import type { Etcd } from './start-etcd.ts'

/** Asks etcd through its JSON gateway, which shares no code with the store. */
export async function askGateway(etcd: Etcd, path: string, body: unknown): Promise<unknown> {
  const response = await fetch(`${etcd.endpoints[0]}/v3/${path}`, { method: 'POST', body: JSON.stringify(body) })
  const answer: unknown = await response.json()
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${JSON.stringify(answer)}`)
  return answer
}
