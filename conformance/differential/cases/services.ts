import type { Case, Step } from './case.ts'

/** Node ports and addresses of services: those that a client asks for. The first 86 ports are given to no other. */
export function services(namespace: string): Case {
  const collection = `/api/v1/namespaces/${namespace}/services`
  const body = (name: string, spec: object): object => ({ metadata: { name }, spec })
  const make = (name: string, spec: object): Step[] =>
    ['?dryRun=All', ''].map((query) => ({ method: 'POST', path: `${collection}${query}`, body: body(name, spec) }))
  const change = (name: string, spec: object): Step[] =>
    ['?dryRun=All', ''].map((query) => ({ method: 'PATCH', path: `${collection}/${name}${query}`, body: { spec } }))
  const port = (at: number, nodePort?: number, protocol?: string): object => ({
    name: `p${at}${protocol ?? ''}`,
    port: at,
    ...(nodePort === undefined ? {} : { nodePort }),
    ...(protocol === undefined ? {} : { protocol }),
  })
  const node = (...ports: readonly object[]): object => ({ type: 'NodePort', ports })
  const balanced = (healthCheckNodePort?: number, nodePort?: number): object => ({
    type: 'LoadBalancer',
    externalTrafficPolicy: 'Local',
    ports: [port(1, nodePort)],
    ...(healthCheckNodePort === undefined ? {} : { healthCheckNodePort }),
  })
  const addresses = ['10.96.0.1', '10.96.0.0', '10.111.255.255', '10.1.0.7', '1.2.3.4', '::1', 'x']
  const names = ['ports', 'second', 'balanced', 'plain']
  return {
    name: 'services',
    kind: 'services',
    steps: [
      ...make('ports', node(port(1, 30_001), port(2, 30_002))),
      ...make('second', node(port(1, 30_001), port(2, 30_003))),
      ...make('second', node(port(1, 30_004), port(2, 30_004, 'UDP'))),
      ...make('second', node(port(1, 30_004), port(1, 30_004, 'UDP'), port(1, undefined, 'SCTP'))),
      ...[80, -5, 70_000].flatMap((at) => make('third', node(port(1, at)))),
      ...change('ports', node(port(1, 30_001), port(2, 30_001))),
      ...change('ports', node(port(1, 30_005), port(2, 30_005))),
      ...change('ports', node(port(1, 30_005), port(2, 30_005, 'UDP'))),
      ...change('ports', node(port(1, 30_005), port(2, 30_004))),
      ...change('ports', node(port(1, 30_005), port(2, 80))),
      ...change('ports', node(port(1), port(2), port(3))),
      { method: 'POST', path: `${collection}?dryRun=All`, body: body('dry', node(port(1), port(2, 30_009), port(3))) },
      { method: 'POST', path: `${collection}?dryRun=All`, body: body('dry', balanced()) },
      ...[80, 29_999, 32_768, 70_000, -1, 30_004].flatMap((at) => make('health', balanced(at))),
      ...make('health', balanced(30_010, 30_010)),
      ...make('balanced', balanced(30_010, 30_011)),
      ...make('health', balanced(30_010, 30_012)),
      ...make('plain', { ports: [port(1)] }),
      ...[80, 30_004, 30_010, 30_013].flatMap((at) => change('plain', balanced(at))),
      ...addresses.flatMap((clusterIP) => make('address', { clusterIP, ports: [port(1)] })),
      ...names.map((name): Step => ({ method: 'DELETE', path: `${collection}/${name}`, silent: true })),
    ],
  }
}
