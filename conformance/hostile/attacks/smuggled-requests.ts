import type { Attack } from '../attack.ts'
import { tokens } from '../scene.ts'
import { many } from '../tools/many.ts'

const path = '/api/v1/namespaces/default/configmaps'
const smuggled = `GET /version HTTP/1.1\r\nHost: x\r\nX-Smuggled: yes\r\n\r\n`
const head = `POST ${path}?dryRun=All HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${tokens['admin']}\r\nContent-Type: application/json\r\n`

/** Messages whose end two readers could see at two places. */
const messages: readonly (readonly [name: string, text: string])[] = [
  ['a length and chunks', `${head}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`],
  ['chunks and a length', `${head}Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n${smuggled}`],
  ['two lengths', `${head}Content-Length: 0\r\nContent-Length: 44\r\n\r\n${smuggled}`],
  ['a length with a plus', `${head}Content-Length: +0\r\n\r\n${smuggled}`],
  ['a length in hexadecimal', `${head}Content-Length: 0x10\r\n\r\n${smuggled}`],
  ['a length with a space', `${head}Content-Length : 0\r\n\r\n${smuggled}`],
  ['a coding with a space', `${head}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n${smuggled}`],
  ['a coding with a tab', `${head}Transfer-Encoding:\tchunked\tx\r\n\r\n0\r\n\r\n${smuggled}`],
  ['a coding that is unknown', `${head}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${smuggled}`],
  ['two codings', `${head}Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n${smuggled}`],
  ['a list of codings', `${head}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${smuggled}`],
  ['a chunk size with a sign', `${head}Transfer-Encoding: chunked\r\n\r\n-1\r\n\r\n0\r\n\r\n${smuggled}`],
  ['a chunk size with a prefix', `${head}Transfer-Encoding: chunked\r\n\r\n0x0\r\n\r\n${smuggled}`],
  ['a chunk that lies', `${head}Transfer-Encoding: chunked\r\n\r\n2\r\nabcdef\r\n0\r\n\r\n${smuggled}`],
  ['a folded coding', `${head}X-A: b\r\n Transfer-Encoding: chunked\r\nContent-Length: 0\r\n\r\n${smuggled}`],
  ['a bare line feed', `${head}X-A: b\nContent-Length: 0\r\n\r\n${smuggled}`],
  ['a carriage return in a name', `${head}X-A\r: b\r\nContent-Length: 0\r\n\r\n${smuggled}`],
]

export const attack: Attack = {
  title: `${messages.length} messages whose end is ambiguous, each with a request in its tail`,
  limits: { cpuMs: 500, stopMs: 50 },
  async run(target, judge) {
    const answers = await many(messages.length, 4, async (index) => {
      const [name, text] = messages[index] ?? ['', '']
      const socket = await target.open('http/1.1')
      let received = ''
      socket.setTimeout(1_000, () => socket.destroy())
      socket.on('data', (chunk) => (received += chunk.toString('latin1')))
      socket.on('error', () => undefined)
      socket.write(text)
      await new Promise((resolve) => socket.once('close', resolve))
      return { name, received }
    })
    for (const { name, received } of answers) {
      judge.expect(!received.includes('gitVersion'), `${name}: the request in its tail was answered`)
    }
  },
}
