import { spawn } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { simulateWorkloads, startControllers, type Controllers } from '@pinnace/controllers'
import type { CommandHandler } from '@pinnace/server'
import { eventually } from '@pinnace/testing'
import { expect, it } from 'vitest'
import { onNewestKubectl } from './support/on-kubectls.ts'

/** Runs a command on this machine. */
const runHere: CommandHandler = async (stdin, stdout, { command: [program = '', ...options], stderr, signal }) => {
  const child = spawn(program, options, { signal })
  child.on('error', () => {})
  child.stdin.on('error', () => {})
  stdin.pipe(child.stdin)
  child.stdout.pipe(stdout, { end: false })
  child.stderr.pipe(stderr, { end: false })
  return new Promise((resolve) => child.once('close', (code) => resolve(code ?? 1)))
}

onNewestKubectl('connections', (k) => {
  async function simulate(): Promise<Controllers> {
    const additional = simulateWorkloads({ nodes: 1 })
    const controllers = startControllers({
      client: k.server.connect(),
      additional,
      controllers: additional.map(({ name }) => name),
    })
    await controllers.started
    await k.have({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'web', annotations: { 'simulate.pinnace.dev/logs': 'started\nserving' } },
      spec: { containers: [{ name: 'main', image: 'example.dev/main' }] },
    })
    await k.ok('wait --for=condition=Ready pod/web --timeout=30s')
    return controllers
  }

  it('shows and follows logs', async () => {
    await using _ = await simulate()
    await k.prints('logs web', 'started\nserving\n')
    await k.prints('logs web --tail=1', 'serving\n')
    await k.fails('logs web -c other', 'error: container other is not valid for pod web\n')
    const following = k.start('logs -f web')
    await eventually(() => following.printed().includes('serving\n'), true)
    k.server.pods.log({ namespace: 'default', name: 'web' }, 'more')
    await eventually(() => following.printed(), 'started\nserving\nmore\n')
    await k.ok('delete pod web --now')
    expect((await following.outcome).code).toBe(0)
  })

  it('runs commands, with their input, output and exit codes', async () => {
    await using _ = await simulate()
    using _exec = k.server.pods.onExec({ name: 'web' }, runHere)
    await k.prints('exec -i web -- cat', 'input', { input: 'input' })
    await k.ends('exec web -- sh -c "echo problem >&2; exit 3"', {
      code: 3,
      stderr: 'problem\ncommand terminated with exit code 3\n',
    })
  })

  it('copies files both ways', async () => {
    await using _ = await simulate()
    using _exec = k.server.pods.onExec({ name: 'web' }, runHere)
    const path = k.file('sent', 'content')
    await k.ok(`cp ${path} default/web:${k.folder}/received`)
    await k.ok(`cp default/web:${k.folder}/received ${k.folder}/back`)
    await k.prints(`exec web -- cat ${k.folder}/back`, 'content')
  })

  it('copies folders both ways, with folders in them and large files', async () => {
    await using _ = await simulate()
    using _exec = k.server.pods.onExec({ name: 'web' }, runHere)
    const large = 'line of a large file\n'.repeat(100_000)
    const files: Readonly<Record<string, string>> = {
      'a.txt': 'a',
      'empty.txt': '',
      'inner/b.txt': 'b',
      'inner/deeper/large.txt': large,
      'with space/ü.txt': 'named',
    }
    for (const [name, content] of Object.entries(files)) {
      await mkdir(dirname(join(k.folder, 'tree', name)), { recursive: true })
      await writeFile(join(k.folder, 'tree', name), content)
    }
    await k.ok(`cp ${k.folder}/tree default/web:${k.folder}/sent-tree`)
    await k.ok(`cp default/web:${k.folder}/sent-tree ${k.folder}/tree-back`)
    for (const [name, content] of Object.entries(files)) {
      expect(await readFile(join(k.folder, 'tree-back', name), 'utf8')).toBe(content)
    }
  })

  it('attaches', async () => {
    await using _ = await simulate()
    using _attach = k.server.pods.onAttach({ name: 'web' }, async (stdin, stdout) => {
      for await (const chunk of stdin) stdout.write(String(chunk).toUpperCase())
    })
    expect(await k.ok('attach -i web', { input: 'abc' })).toBe('ABC')
  })

  it('forwards ports', async () => {
    await using _ = await simulate()
    const target = createServer((request, response) => response.end(`served ${request.url}`))
    await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve))
    using _forward = k.server.pods.onPortForward({ name: 'web' }, { port: (target.address() as AddressInfo).port })
    const forwarding = k.start('port-forward pod/web :80')
    const port = await eventually(
      () => /127\.0\.0\.1:(\d+)/.exec(forwarding.printed())?.[1],
      (found) => found !== undefined,
    )
    for (const path of ['/a', '/b']) {
      const reply = await fetch(`http://127.0.0.1:${port}${path}`)
      expect(await reply.text()).toBe(`served ${path}`)
    }
    forwarding.stop()
    await forwarding.outcome
    target.close()
  })

  it('sends a file of any size through a proxy', async () => {
    await using _ = await simulate()
    const target = createServer(async (request, response) => {
      let received = 0
      for await (const chunk of request as AsyncIterable<Buffer>) received += chunk.length
      response.end(`${request.method} ${request.url} ${received}`)
    })
    await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve))
    using _forward = k.server.pods.onPortForward({ name: 'web' }, { port: (target.address() as AddressInfo).port })
    const path = k.file('large', 'x'.repeat(8 * 1024 * 1024))
    const proxied = '/api/v1/namespaces/default/pods/web/proxy/upload'
    await k.prints(`create --raw ${proxied} -f ${path}`, 'POST /upload 8388608')
    target.close()
  })
})
