import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { containerPort, tlsDirectory } from './plugin-manifests.ts'

/** Where the image of a file of plugins comes from. */
export interface PluginProject {
  /** The directory of the package.json above the file: the context of the build. */
  readonly root: string
  /** The file, from the root, with `/`. */
  readonly file: string
  /** The file or the directory below the root that goes into the image. */
  readonly source: string
  /** The command below the root: `node_modules/pinnace/bin/pinnace.js`. */
  readonly command: string
  readonly hasLockfile: boolean
}

const commandPackages = ['pinnace', '@pinnace/cli']

/** Finds the project of a file. Throws an Error unless its package.json depends on the command. */
export function findPluginProject(file: string): PluginProject {
  const path = resolve(file)
  const root = rootOf(dirname(path), file)
  const manifest: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const command = commandPackages.find((name) => hasDependency(manifest, name))
  if (command === undefined) {
    const message = 'its dependencies need "pinnace", which serves the plugins in the image: npm install pinnace'
    throw new Error(`${join(root, 'package.json')}: ${message}`)
  }
  const below = relative(root, path).split(sep)
  const [source = ''] = below
  const bin = `node_modules/${command}/bin/pinnace.js`
  return { root, file: below.join('/'), source, command: bin, hasLockfile: existsSync(join(root, 'package-lock.json')) }
}

/** The Containerfile of a project: an image that is not root, with the dependencies and the directory of the file. */
export function pluginContainerfile(project: PluginProject, out: string): string {
  const { file, source, command, hasLockfile } = project
  const isDirectory = source !== file
  const entry = [
    'node',
    command,
    'plugin',
    'serve',
    file,
    '--bind-address=0.0.0.0',
    `--port=${containerPort}`,
    `--tls-cert-file=${tlsDirectory}/tls.crt`,
    `--tls-private-key-file=${tlsDirectory}/tls.key`,
  ]
  return [
    '# Serves the admission plugins of a file as webhooks. From the directory of package.json:',
    `#   docker build --file ${out}/Containerfile --tag IMAGE .`,
    'FROM node:24-slim AS install',
    'WORKDIR /app',
    `COPY package.json ${hasLockfile ? 'package-lock.json ' : ''}./`,
    `RUN npm ${hasLockfile ? 'ci' : 'install'} --omit=dev --no-audit --no-fund`,
    '',
    'FROM node:24-slim',
    'WORKDIR /app',
    'COPY --from=install /app/ ./',
    `COPY ${JSON.stringify([source, isDirectory ? `./${source}/` : './'])}`,
    'USER node',
    `EXPOSE ${containerPort}`,
    `ENTRYPOINT ${JSON.stringify(entry)}`,
    '',
  ].join('\n')
}

function rootOf(directory: string, file: string): string {
  if (existsSync(join(directory, 'package.json'))) return directory
  const parent = dirname(directory)
  if (parent === directory) throw new Error(`${file}: there is no package.json in its directory or above it`)
  return rootOf(parent, file)
}

function hasDependency(manifest: unknown, name: string): boolean {
  if (typeof manifest !== 'object' || manifest === null || !('dependencies' in manifest)) return false
  const { dependencies } = manifest
  return typeof dependencies === 'object' && dependencies !== null && Object.hasOwn(dependencies, name)
}
