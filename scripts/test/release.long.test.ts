import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { bump } from '../release/plan-release.mjs'
import { parseChangeset } from '../release/read-changesets.mjs'
import { release } from '../release/release.mjs'
import { root } from '../workspace.mjs'

const today = '2030-01-31'

interface Repository extends Disposable {
  readonly folder: string
  read(path: string): string
  git(...args: readonly string[]): string
  commit(files: Readonly<Record<string, string>>): void
  release(options?: { readonly dryRun?: boolean; readonly check?: () => Promise<void> }): Promise<{ tag: string }>
}

function openRepository(files: Readonly<Record<string, string>>): Repository {
  const folder = mkdtempSync(join(tmpdir(), 'pinnace-release-'))
  const git = (...args: readonly string[]): string => {
    const identity = ['-c', 'user.name=test', '-c', 'user.email=test@example.dev', '-c', 'commit.gpgsign=false']
    return execFileSync('git', [...identity, ...args], { cwd: folder, encoding: 'utf8' }).trim()
  }
  const repository: Repository = {
    folder,
    git,
    read: (path) => readFileSync(join(folder, path), 'utf8'),
    commit(written) {
      for (const [path, text] of Object.entries(written)) {
        mkdirSync(dirname(join(folder, path)), { recursive: true })
        writeFileSync(join(folder, path), text)
      }
      git('add', '--all')
      git('commit', '--quiet', '--message', 'a change')
    },
    release: ({ dryRun = false, check = async () => {} } = {}) =>
      release({ root: folder, today, dryRun, sources: ['packages/cli/main.ts'], check, log: () => undefined }),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  }
  git('init', '--quiet')
  git('config', 'user.name', 'test')
  git('config', 'user.email', 'test@example.dev')
  repository.commit(files)
  return repository
}

const manifest = '{\n  "name": "some",\n  "version": "0.1.0"\n}\n'
const files = {
  'package.json': manifest,
  'packages/cli/package.json': manifest,
  'packages/cli/main.ts': "const version = '0.1.0'\n",
  'CHANGELOG.md': '# Changes\n\nHow to read it.\n\n## 0.1.0, unreleased\n\nThe first version.\n\n- One entry.\n',
}
const minor = '---\npinnace: minor\n---\n\n`start` takes an array. You are affected if\nyou call it: write `[x]`.\n'
const patch = '---\npinnace: patch\n---\n\nA watch ends in time.\n'

describe('release', () => {
  it('tags the first version and dates its part of the changelog', async () => {
    using repository = openRepository(files)
    await repository.release()
    expect(repository.git('tag')).toBe('v0.1.0')
    expect(repository.read('CHANGELOG.md')).toContain('## 0.1.0 (2030-01-31)\n\nThe first version.\n\n- One entry.\n')
    expect(repository.git('status', '--porcelain')).toBe('')
  })

  it('bumps all versions by the largest changeset, and writes breaking changes first', async () => {
    using repository = openRepository(files)
    await repository.release()
    repository.commit({ '.changeset/a.md': patch, '.changeset/b.md': minor, '.changeset/README.md': 'how to' })
    expect((await repository.release()).tag).toBe('v0.2.0')
    expect(repository.read('packages/cli/package.json')).toContain('"version": "0.2.0"')
    expect(repository.read('packages/cli/main.ts')).toBe("const version = '0.2.0'\n")
    expect(repository.read('CHANGELOG.md')).toBe(
      [
        '# Changes\n\nHow to read it.\n\n## 0.2.0 (2030-01-31)\n',
        '### What you may have to change\n',
        '- `start` takes an array. You are affected if you call it: write `[x]`.\n',
        '### Also new\n',
        '- A watch ends in time.\n',
        '## 0.1.0 (2030-01-31)\n\nThe first version.\n\n- One entry.\n',
      ].join('\n'),
    )
    expect(repository.git('ls-files', '.changeset')).toBe('.changeset/README.md')
  })

  it('changes nothing when the check fails, and with --dry-run', async () => {
    using repository = openRepository(files)
    await expect(repository.release({ check: () => Promise.reject(new Error('attw: no types')) })).rejects.toThrow(
      'attw',
    )
    expect([repository.git('tag'), repository.git('status', '--porcelain')]).toEqual(['', ''])
    let checks = 0
    const check = async (): Promise<void> => void checks++
    expect((await repository.release({ dryRun: true, check })).tag).toBe('v0.1.0')
    expect([repository.git('tag'), repository.git('status', '--porcelain'), checks]).toEqual(['', '', 0])
  })

  it('refuses changes that are not committed, and a release of nothing', async () => {
    using repository = openRepository(files)
    writeFileSync(join(repository.folder, 'new.txt'), '')
    await expect(repository.release()).rejects.toThrow('commit or remove')
    rmSync(join(repository.folder, 'new.txt'))
    await repository.release()
    await expect(repository.release()).rejects.toThrow('v0.1.0 is released, and there is no changeset')
  })

  it('prints the plan of this repository with npm run release -- --dry-run', () => {
    const script = join(root, 'scripts/release.mjs')
    const { stdout, stderr, status } = spawnSync(process.execPath, [script, '--dry-run'], { encoding: 'utf8' })
    expect([stderr, status]).toEqual(['', 0])
    expect(stdout).toMatch(/^release \d+\.\d+\.\d+, tag v\d+\.\d+\.\d+: \d+ packages, \d+ changesets\n {2}## /)
    expect(stdout).toMatch(/dry run: nothing was packed, written or tagged\n$/)
  })
})

describe('a changeset', () => {
  it('is refused without a size, and a breaking one without "You are affected if"', () => {
    expect(() => parseChangeset('Text only.\n', 'a.md')).toThrow('.changeset/a.md is not in the form')
    expect(() => parseChangeset('---\npinnace: major\n---\n\nGone.\n', 'a.md')).toThrow('You are affected if')
  })

  it.each([
    ['0.1.0', 'patch', '0.1.1'],
    ['0.1.3', 'minor', '0.2.0'],
    ['0.1.3', 'major', '0.2.0'],
    ['1.2.3', 'minor', '1.3.0'],
    ['1.2.3', 'major', '2.0.0'],
  ])('takes %s by %s to %s', (version, size, next) => {
    expect(bump(version, size)).toBe(next)
  })
})
