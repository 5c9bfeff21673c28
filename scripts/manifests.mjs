// The parts of the manifests of packages that are the same for all of them; `--write` puts them in.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { manifestOf, packageFolders, root } from './workspace.mjs'

/** Where the repository is published; nothing else in the repository says so. */
const repository = 'https://github.com/pinnace/pinnace'

/** The members that every manifest shares, of a package in a folder. */
export function sharedMembers(folder) {
  return {
    homepage: `${repository}/tree/main/packages/${folder}#readme`,
    bugs: `${repository}/issues`,
    repository: { type: 'git', url: `git+${repository}.git`, directory: `packages/${folder}` },
    publishConfig: { access: 'public', provenance: true },
    scripts: {
      prepack: 'node ../../scripts/refuse-publish.mjs pack',
      prepublishOnly: 'node ../../scripts/refuse-publish.mjs publish',
    },
  }
}

/** What is wrong with the manifest of a package, one sentence each. */
export function manifestErrors(folder, manifest = manifestOf(folder)) {
  const errors = Object.entries(sharedMembers(folder))
    .filter(([name, value]) => JSON.stringify(manifest[name]) !== JSON.stringify(value))
    .map(([name]) => `packages/${folder}/package.json: ${name} is not that of scripts/manifests.mjs`)
  const { keywords = [], description = '', version } = manifest
  if (keywords.length < 2) errors.push(`packages/${folder}/package.json: keywords are missing`)
  if (description === '') errors.push(`packages/${folder}/package.json: description is missing`)
  if (version !== rootVersion()) errors.push(`packages/${folder}/package.json: version is not ${rootVersion()}`)
  return errors
}

/** Sources that name the version, in a constant `version`. */
export const versionedSources = [
  'packages/cli/src/start-command.ts',
  'packages/server/src/http/create-non-resource-handlers.ts',
]

/** Sources whose version is not that of the manifests, one sentence each. */
export function sourceErrors() {
  const wanted = `const version = '${rootVersion()}'`
  return versionedSources
    .filter((path) => !readFileSync(join(root, path), 'utf8').includes(wanted))
    .map((path) => `${path}: it has no ${wanted}`)
}

/** The version that all packages share. */
export function rootVersion() {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv.includes('--write')) for (const folder of packageFolders()) writeManifest(folder)
  const errors = [...packageFolders().flatMap((folder) => manifestErrors(folder)), ...sourceErrors()]
  for (const error of errors) console.error(error)
  process.exitCode = errors.length === 0 ? 0 : 1
}

function writeManifest(folder) {
  const path = join(root, 'packages', folder, 'package.json')
  const { name, version, description, keywords = ['kubernetes', folder], license, ...others } = manifestOf(folder)
  const { homepage, bugs, repository: source, publishConfig, scripts } = sharedMembers(folder)
  for (const member of ['homepage', 'bugs', 'repository', 'publishConfig', 'scripts', 'engines']) delete others[member]
  const { engines } = manifestOf(folder)
  const described = { name, version, description, keywords, homepage, bugs, license, repository: source }
  const manifest = { ...described, ...others, scripts, publishConfig, engines }
  writeFileSync(path, `${JSON.stringify(manifest, undefined, 2)}\n`)
}
