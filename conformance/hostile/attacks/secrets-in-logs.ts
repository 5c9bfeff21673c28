import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Attack } from '../attack.ts'

let auditLog = ''
const hidden = ['hidden-value', 'hidden-token', Buffer.from('hidden-value').toString('base64')]

export const attack: Attack = {
  title: 'secrets, tokens and line breaks in everything that is logged (-v=4, audit at RequestResponse)',
  limits: { cpuMs: 2_000, residentMiB: 200, stopMs: 50 },
  server(folder) {
    const policy = join(folder, 'policy.yaml')
    auditLog = join(folder, 'audit.log')
    writeFileSync(policy, 'apiVersion: audit.k8s.io/v1\nkind: Policy\nrules: [{level: RequestResponse}]\n')
    return { flags: ['--v=4', `--audit-policy-file=${policy}`, `--audit-log-path=${auditLog}`] }
  },
  async run(target, judge) {
    const secrets = '/api/v1/namespaces/default/secrets'
    await target.send({
      method: 'POST',
      path: secrets,
      body: { metadata: { name: 's' }, stringData: { a: 'hidden-value' } },
    })
    await target.send({ path: `${secrets}/s` })
    await target.send({ path: secrets })
    await target.send({ method: 'DELETE', path: secrets })
    await target.send({ path: '/api', as: 'hidden-token' })
    await target.send({
      method: 'POST',
      path: '/apis/authentication.k8s.io/v1/tokenreviews',
      body: { spec: { token: 'hidden-token' } },
    })
    const token = await target.send({
      method: 'POST',
      path: '/api/v1/namespaces/default/serviceaccounts/default/token',
      body: { spec: {} },
    })
    const issued = /"token":\s*"([^"]+)"/.exec(token.text)?.[1]
    await target.send({ path: '/readyz', headers: { 'user-agent': 'forged line', 'x-forwarded-for': '{"forged":1}' } })
    const texts = { log: target.log(), 'audit log': readFileSync(auditLog, 'utf8') }
    for (const [name, text] of Object.entries(texts)) {
      for (const word of [...hidden, 'admin-token', ...(issued === undefined ? [] : [issued])]) {
        judge.expect(!text.includes(word), `${word} stands in the ${name}`)
      }
      const lines = text.split('\n').filter((line) => line !== '')
      judge.expect(lines.length > 5, `the ${name} is empty`)
      for (const line of lines) judge.expect(isJson(line), `a line of the ${name} is not JSON: ${line.slice(0, 80)}`)
    }
  },
}

function isJson(line: string): boolean {
  try {
    JSON.parse(line)
    return true
  } catch {
    return false
  }
}
