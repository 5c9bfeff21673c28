import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { manifestErrors, sharedMembers, sourceErrors } from '../manifests.mjs'
import { manifestOf, packageFolders, root } from '../workspace.mjs'

describe('the manifests', () => {
  it('say where the source of each package is, and how it is published', () => {
    expect(packageFolders().flatMap((folder) => manifestErrors(folder))).toEqual([])
    expect(sharedMembers('meta').repository).toMatchObject({ directory: 'packages/meta' })
    expect(sourceErrors()).toEqual([])
  })

  it('are refused without a repository or keywords, and with another version', () => {
    const { repository: _, ...manifest } = manifestOf('meta')
    expect(manifestErrors('meta', { ...manifest, keywords: ['one'], version: '9.9.9' })).toHaveLength(3)
  })
})

describe('npm', () => {
  const refuse = (step: string, agent: string): { readonly status: number | null; readonly stderr: string } => {
    const env = { ...process.env, npm_config_user_agent: agent }
    const script = join(root, 'scripts/refuse-publish.mjs')
    return spawnSync(process.execPath, [script, step], { env, encoding: 'utf8' })
  }

  it('is refused to publish a package, whichever package manager asks', () => {
    expect(refuse('publish', 'npm/10.8.2 node/v20.20.0')).toMatchObject({ status: 1 })
    expect(refuse('publish', 'pnpm/12.21.0 npm/? node/v20.20.0').stderr).toContain('npm run release')
  })

  it('is refused to pack a package, which pnpm can', () => {
    expect(refuse('pack', 'npm/10.8.2 node/v20.20.0').status).toBe(1)
    expect(refuse('pack', 'pnpm/12.21.0 npm/? node/v20.20.0').status).toBe(0)
  })
})
