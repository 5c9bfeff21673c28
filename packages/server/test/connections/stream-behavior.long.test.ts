import { text } from 'node:stream/consumers'
import { eventually } from '@pinnace/testing'
import { describe, expect, it } from 'vitest'
import { startSimulatedPod } from './support/simulated-pod.ts'
import { openSpdy, openWebSocket } from './support/upgrade.ts'

const pod = '/api/v1/namespaces/default/pods/web'
const hour = 3_600_000

describe('streams of connections', () => {
  it('end in one direction while the other goes on', async () => {
    await using started = await startSimulatedPod()
    let received = ''
    started.server.pods.onPortForward({ name: 'web' }, async (connection) => {
      connection.end('first')
      received = await text(connection)
    })
    const client = await openSpdy(started.listening, `${pod}/portforward`, 'portforward.k8s.io')
    await client.open({ streamType: 'error', port: '80', requestID: '1' })
    const data = await client.open({ streamType: 'data', port: '80', requestID: '1' })
    let sent = ''
    let hasEnded = false
    data.on('data', (chunk: Buffer) => (sent += String(chunk)))
    data.once('end', () => (hasEnded = true))
    await eventually(() => [sent, hasEnded], ['first', true])
    data.write('late ')
    data.end('words')
    await eventually(() => received, 'late words')
    client.destroy()
  })

  it('pass a command its input until the client ends it, and its output until the command ends', async () => {
    await using started = await startSimulatedPod()
    started.server.pods.onExec({ name: 'web' }, async (stdin, stdout) => {
      const input = await text(stdin)
      stdout.write(`after the end: ${input}`)
    })
    const path = `${pod}/exec?command=cat&stdin=true&stdout=true`
    const client = await openSpdy(started.listening, path, 'v4.channel.k8s.io')
    await client.open({ streamType: 'error' })
    const stdin = await client.open({ streamType: 'stdin' })
    const stdout = await client.open({ streamType: 'stdout' })
    stdin.end('input')
    expect(await text(stdout)).toBe('after the end: input')
  })

  it('pass on the sizes of a terminal, over SPDY and over WebSocket', async () => {
    await using started = await startSimulatedPod()
    const seen: string[] = []
    started.server.pods.onExec({ name: 'web' }, async (_stdin, stdout, { sizes, tty }) => {
      for await (const { width, height } of sizes) {
        seen.push(`${width}x${height}`)
        if (width === 0) break
        stdout.write(`${tty} ${width}x${height}\n`)
      }
    })
    const path = `${pod}/exec?command=sh&stdin=true&stdout=true&tty=true`
    const webSocket = await openWebSocket(started.listening, path, 'v5.channel.k8s.io')
    const resize = (width: number, height: number): void =>
      webSocket.send(Buffer.from(`\x04${JSON.stringify({ Width: width, Height: height })}`))
    resize(80, 24)
    await eventually(() => seen, ['80x24'])
    resize(120, 40)
    await eventually(() => seen, ['80x24', '120x40'])
    const spdy = await openSpdy(started.listening, path, 'v4.channel.k8s.io')
    await spdy.open({ streamType: 'error' })
    await spdy.open({ streamType: 'stdin' })
    await spdy.open({ streamType: 'stdout' })
    const sizes = await spdy.open({ streamType: 'resize' })
    sizes.write('{"Width":100,"Height":30}\n')
    await eventually(() => seen.at(-1), '100x30')
    webSocket.connection.destroy()
    spdy.destroy()
  })

  it('stop a command whose output is not read, and lose nothing of it', async () => {
    await using started = await startSimulatedPod()
    const total = 64 * 1024 * 1024
    const chunk = Buffer.alloc(64 * 1024, 'x')
    let written = 0
    started.server.pods.onExec({ name: 'web' }, async (_stdin, stdout) => {
      while (written < total) {
        written += chunk.length
        if (!stdout.write(chunk)) await new Promise<void>((resolve) => stdout.once('drain', resolve))
      }
    })
    const path = `${pod}/exec?command=yes&stdout=true`
    const client = await openSpdy(started.listening, path, 'v4.channel.k8s.io')
    await client.open({ streamType: 'error' })
    const stdout = await client.open({ streamType: 'stdout' })
    await eventually(async () => {
      const before = written
      await new Promise((resolve) => setTimeout(resolve, 100))
      return written > 0 && written === before
    }, true)
    // The buffers on the way.
    expect(written).toBeLessThan(16 * 1024 * 1024)
    let received = 0
    for await (const piece of stdout as AsyncIterable<Buffer>) received += piece.length
    expect(received).toBe(total)
  })

  it('are closed after four hours without a byte', async () => {
    await using started = await startSimulatedPod()
    const { clock, server, listening } = started
    let isAborted = false
    server.pods.onExec({ name: 'web' }, async (_stdin, _stdout, { signal }) => {
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
      isAborted = true
    })
    const path = `${pod}/exec?command=sh&stdin=true&stdout=true`
    const webSocket = await openWebSocket(listening, path, 'v5.channel.k8s.io')
    let isClosed = false
    webSocket.connection.once('close', () => (isClosed = true))
    await eventually(() => webSocket.frames.length > 0, true)
    for (let hours = 0; hours < 2; hours++) await clock.advance(hour)
    webSocket.send(Buffer.from('\0a'))
    await new Promise((resolve) => setTimeout(resolve, 50))
    for (let hours = 0; hours < 3; hours++) await clock.advance(hour)
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect([isClosed, isAborted]).toEqual([false, false])
    // The time without a byte is looked at every hour.
    for (let hours = 0; hours < 2; hours++) await clock.advance(hour)
    await eventually(() => [isClosed, isAborted], [true, true])
  })

  it('are closed if the client does not open them within 30 seconds', async () => {
    await using started = await startSimulatedPod()
    started.server.pods.onExec({ name: 'web' }, () => 0)
    const path = `${pod}/exec?command=sh&stdout=true`
    const client = await openSpdy(started.listening, path, 'v4.channel.k8s.io')
    await client.open({ streamType: 'error' })
    await started.clock.advance(29_000)
    let isClosed = false
    void client.closed.then(() => (isClosed = true))
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(isClosed).toBe(false)
    await started.clock.advance(1_000)
    await eventually(() => isClosed, true)
  })
})
