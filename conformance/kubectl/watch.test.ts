import { expect, it } from 'vitest'
import { configMap } from './support/manifests.ts'
import { normalise } from './support/normalise.ts'
import { onNewestKubectl } from './support/on-kubectls.ts'

const limitMs = 15_000

async function until(holds: () => boolean): Promise<void> {
  const end = performance.now() + limitMs
  while (!holds()) {
    if (performance.now() > end) throw new Error('what was waited for did not come')
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

const rows = (printed: string): string[] => normalise(printed).trimEnd().split('\n')

onNewestKubectl('get --watch', (k) => {
  it('lists what is there, then prints each change as it happens', async () => {
    await k.have(configMap('a', { x: '1' }))
    const watch = k.start('get configmaps -w')
    try {
      await until(() => rows(watch.printed()).length === 2)
      await k.have(configMap('b'))
      await until(() => rows(watch.printed()).length === 3)
      await k.ok(`patch configmap b -p '{"data":{"y":"2"}}'`)
      await until(() => rows(watch.printed()).length === 4)
    } finally {
      watch.stop()
    }
    const { stdout, stderr } = await watch.outcome
    expect({ rows: rows(stdout), stderr }).toEqual({
      rows: ['NAME   DATA   AGE', 'a      1      <age>', 'b      0      <age>', 'b      1      <age>'],
      stderr: '',
    })
  })

  it('prints only changes with --watch-only, and event types with --output-watch-events', async () => {
    await k.have(configMap('a', { x: '1' }))
    const watch = k.start('get configmaps --watch-only --output-watch-events -l app=web')
    try {
      // Nothing is printed for what is there already, so a change is made until one is seen.
      for (let number = 0; watch.printed() === '' && number < limitMs / 250; number++) {
        await k.have(configMap(`n${number}`, {}, { app: 'web' }))
        await new Promise((resolve) => setTimeout(resolve, 250))
      }
      const seen = rows(watch.printed()).length
      await k.have(configMap('other'), configMap('last', {}, { app: 'web' }))
      await until(() => rows(watch.printed()).length > seen && watch.printed().includes('last'))
      await k.ok('label configmap last app-')
      await until(() => watch.printed().includes('DELETED'))
    } finally {
      watch.stop()
    }
    const { stdout } = await watch.outcome
    const printed = rows(stdout).map((row) => row.split(/\s+/).slice(0, 2).join(' '))
    expect(printed[0]).toBe('EVENT NAME')
    expect(printed.at(-2)).toBe('ADDED last')
    expect(printed.at(-1)).toBe('DELETED last')
    expect(stdout).not.toContain('other')
  })

  it('watches one object, as JSON, until it is gone', async () => {
    await k.have(configMap('a', { x: '1' }))
    const watch = k.start('get configmap a -w -o jsonpath={.data.x};')
    try {
      await until(() => watch.printed() === '1;')
      await k.ok(`patch configmap a -p '{"data":{"x":"2"}}'`)
      await until(() => watch.printed() === '1;2;')
    } finally {
      watch.stop()
    }
    expect((await watch.outcome).stdout).toBe('1;2;')
  })

  it('ends by itself where a request timeout is given', async () => {
    await k.have(configMap('a'))
    const { stdout } = await k.run('get configmaps -w --request-timeout=1s')
    expect(rows(stdout)).toEqual(['NAME   DATA   AGE', 'a      0      <age>'])
  })
})
