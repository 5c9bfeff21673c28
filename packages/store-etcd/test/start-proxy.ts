import {
  Client,
  credentials,
  Server,
  ServerCredentials,
  type handleUnaryCall,
  type ServerDuplexStream,
  type ServiceError,
  status,
} from '@grpc/grpc-js'
import { BinaryWriter } from '@bufbuild/protobuf/wire'
import { statusMethod } from '../src/messages.ts'
import { decodeWatchResponse, watchPath, type WatchResponse } from '../src/watch-messages.ts'

/** What happens to a request; `forward` sends it to etcd. */
export type Intercept = (path: string, forward: () => Promise<Buffer>) => Promise<Buffer>

/** A proxy between a store and etcd that can lose requests and answers. */
export interface Proxy extends AsyncDisposable {
  readonly url: string
  /** The requests that have arrived, by path. */
  readonly requests: string[]
  /** What etcd has answered to watches. */
  readonly responses: WatchResponse[]
  intercept: Intercept
  /** Ends the streams of all watches, as a broken connection does. */
  cutWatches(): void
  /** The number of watches that are open. */
  watches(): number
}

/** A failure as gRPC reports it. */
export function failure(code: status, details: string): Partial<ServiceError> {
  return { code, details }
}

/** The failure of a connection that breaks while a request is in progress. */
export const connectionLost = failure(status.UNAVAILABLE, 'the connection was lost')

const unaryPaths = [
  'KV/Range',
  'KV/Put',
  'KV/Txn',
  'KV/Compact',
  'Lease/LeaseGrant',
  'Maintenance/Status',
  'Auth/Authenticate',
]

/** Starts a proxy in front of a member. */
export async function startProxy(target: string, { version }: { readonly version?: string } = {}): Promise<Proxy> {
  const client = new Client(new URL(target).host, credentials.createInsecure(), {
    'grpc.max_receive_message_length': -1,
  })
  const server = new Server({ 'grpc.max_receive_message_length': -1 })
  const cuts = new Set<() => void>()
  const requests: string[] = []
  const responses: WatchResponse[] = []
  const raw = (bytes: Buffer): Buffer => bytes
  const options = { requestSerialize: raw, requestDeserialize: raw, responseSerialize: raw, responseDeserialize: raw }
  const proxy = { intercept: (_: string, forward: () => Promise<Buffer>): Promise<Buffer> => forward() }
  for (const name of unaryPaths) {
    const path = `/etcdserverpb.${name}`
    const method = { ...options, path, requestStream: false, responseStream: false }
    const handle: handleUnaryCall<Buffer, Buffer> = (call, reply) => {
      requests.push(name)
      const forward = (): Promise<Buffer> =>
        new Promise((resolve, reject) => {
          client.makeUnaryRequest(path, raw, raw, call.request, call.metadata.clone(), {}, (error, answer) => {
            if (error !== null || answer === undefined) reject(error ?? new Error('no answer'))
            else resolve(version !== undefined && path === statusMethod.path ? ofVersion(version) : answer)
          })
        })
      proxy.intercept(name, forward).then(
        (answer) => reply(null, answer),
        (error: Partial<ServiceError>) => reply(error),
      )
    }
    server.addService({ [path]: method }, { [path]: handle })
  }
  server.addService(
    { watch: { ...options, path: watchPath, requestStream: true, responseStream: true } },
    {
      watch(call: ServerDuplexStream<Buffer, Buffer>) {
        const upstream = client.makeBidiStreamRequest(watchPath, raw, raw, call.metadata.clone())
        const cut = (): void => {
          cuts.delete(cut)
          upstream.cancel()
          call.emit('error', connectionLost)
        }
        cuts.add(cut)
        call.on('data', (bytes: Buffer) => upstream.write(bytes))
        call.on('cancelled', () => {
          cuts.delete(cut)
          upstream.cancel()
        })
        upstream.on('data', (bytes: Buffer) => {
          responses.push(decodeWatchResponse(bytes))
          if (cuts.has(cut)) call.write(bytes)
        })
        upstream.on('error', () => {
          if (cuts.has(cut)) cut()
        })
      },
    },
  )
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) =>
      error === null ? resolve(bound) : reject(error),
    )
  })
  return Object.assign(proxy, {
    url: `http://127.0.0.1:${port}`,
    requests,
    responses,
    cutWatches() {
      for (const cut of cuts) cut()
    },
    watches: () => cuts.size,
    async [Symbol.asyncDispose]() {
      server.forceShutdown()
      client.close()
    },
  })
}

function ofVersion(version: string): Buffer {
  return Buffer.from(new BinaryWriter().tag(2, 2).string(version).finish())
}
