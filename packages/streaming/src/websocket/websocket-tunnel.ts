import type { Buffer } from 'node:buffer'
import { Duplex } from 'node:stream'
import { WebSocketConnection } from './websocket-connection.ts'

/** A byte stream in the binary messages of a WebSocket, both ways: another protocol runs inside. */
export function createWebSocketTunnel(transport: Duplex): Duplex {
  const tunnel = new Duplex({
    read: () => webSocket.resume(),
    write: (chunk: Buffer, _encoding, callback) => void webSocket.send(chunk, false, callback),
    final(callback) {
      webSocket.close()
      callback()
    },
    destroy(error, callback) {
      webSocket.close()
      callback(error)
    },
  })
  const webSocket = new WebSocketConnection({
    transport,
    onData: (chunk) => chunk.length === 0 || tunnel.push(chunk),
    onEnd: () => void tunnel.push(null),
  })
  void webSocket.closed.then(() => tunnel.destroy())
  tunnel.on('error', () => {})
  return tunnel
}
