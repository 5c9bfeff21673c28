// A release of all packages: versions, changelog, checked tarballs, a commit and a tag.
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { planRelease } from './plan-release.mjs'
import { readChangesets } from './read-changesets.mjs'

/**
 * Releases the repository in `root`: `check` packs and checks, and rejects if anything is wrong, in which case nothing is
 * changed. With `dryRun` the plan is printed, and nothing is written or run.
 *
 * @param {{
 *   root: string
 *   today: string
 *   dryRun?: boolean
 *   sources?: readonly string[]
 *   check: (plan: { version: string }) => Promise<void>
 *   log?: (line: string) => void
 * }} options
 */
export async function release({ root, today, dryRun = false, sources = [], check, log = console.log }) {
  const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const changesets = readChangesets(root)
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8')
  const plan = planRelease({ version, tags: git('tag').split('\n'), changesets, changelog, today })
  const manifests = manifestsOf(root)
  log(`release ${plan.version}, tag ${plan.tag}: ${manifests.length - 1} packages, ${changesets.length} changesets`)
  for (const line of partOf(plan)) log(`  ${line}`)
  if (dryRun) {
    log('dry run: nothing was packed, written or tagged')
    return plan
  }
  if (git('status', '--porcelain') !== '') throw new Error('commit or remove what is not committed first')
  try {
    for (const path of manifests) setVersion(join(root, path), /"version": "[^"]+"/, `"version": "${plan.version}"`)
    for (const path of sources)
      setVersion(join(root, path), /const version = '[^']+'/, `const version = '${plan.version}'`)
    writeFileSync(join(root, 'CHANGELOG.md'), plan.changelog)
    for (const { path } of changesets) rmSync(join(root, path))
    await check(plan)
  } catch (error) {
    git('restore', '.')
    throw error
  }
  git('add', '--all')
  git('commit', '--message', `chore: release ${plan.tag}`)
  git('tag', '--annotate', plan.tag, '--message', plan.tag)
  return plan
}

/** The manifests that name the version: that of the workspace, and those of the packages. */
function manifestsOf(root) {
  const folders = readdirSync(join(root, 'packages'))
    .sort()
    .map((folder) => `packages/${folder}/package.json`)
  return ['package.json', ...folders.filter((path) => existsSync(join(root, path)))]
}

function setVersion(path, pattern, text) {
  const before = readFileSync(path, 'utf8')
  if (!pattern.test(before)) throw new Error(`${path} names no version`)
  writeFileSync(path, before.replace(pattern, text))
}

/** The lines of the changelog about a release. */
function partOf({ version, changelog }) {
  const lines = changelog.split('\n')
  const start = lines.findIndex((line) => line.startsWith(`## ${version} `))
  const end = lines.findIndex((line, index) => index > start && line.startsWith('## '))
  return lines.slice(start, end === -1 ? undefined : end).filter((line) => line !== '')
}
