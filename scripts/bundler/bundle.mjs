// Bundles what a package offers into dist/: importing a few files takes a sixth of the time of importing two hundred.
import { mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { manifestOf, root } from '../workspace.mjs'

/** Writes dist/*.js of a package from its sources, and removes what an earlier build left. */
export async function bundlePackage(folder) {
  const packageRoot = join(root, 'packages', folder)
  const { entries, families } = entriesOf(folder)
  // INVARIANT: the entries of a package share their modules, or an error class of one would not be that of another.
  const result = await build({
    absWorkingDir: packageRoot,
    entryPoints: { ...entries, ...Object.fromEntries(families.map(({ target }) => [target, `family:${target}`])) },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    charset: 'ascii',
    sourcemap: true,
    sourcesContent: false,
    outdir: 'dist',
    chunkNames: 'shared/[name]-[hash]',
    metafile: true,
    logLevel: 'error',
    plugins: [familyPlugin(packageRoot, families)],
  })
  const written = new Set(Object.keys(result.metafile.outputs))
  for (const path of written) if (path.endsWith('.js')) toAscii(join(packageRoot, path))
  for (const family of families) {
    for (const [path, text] of await reexports(packageRoot, family)) {
      mkdirSync(join(packageRoot, 'dist', family.folder), { recursive: true })
      writeFileSync(join(packageRoot, path), text)
      written.add(path)
    }
  }
  removeOthers(packageRoot, 'dist', written)
}

/**
 * A file of ASCII is decoded and compiled faster, as one byte a character: importing the server takes 4 % less. The
 * bundler leaves other characters in comments and regular expressions, where an escape means the same.
 */
function toAscii(file) {
  const text = readFileSync(file, 'utf8')
  const ascii = text.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
  if (ascii !== text) writeFileSync(file, ascii)
}

/**
 * The entries of `exports`: those with a name, by their path below dist/, and the families (`./types/*`). A family
 * becomes one file, and a line for each member that exports from it: as entries of their own its members would split
 * the bundle of everything that uses them into as many files.
 */
function entriesOf(folder) {
  const entries = {}
  const families = []
  for (const conditions of Object.values(manifestOf(folder).exports)) {
    if (typeof conditions === 'string') continue
    const source = conditions['@pinnace/source']
    const target = conditions.default.slice('./dist/'.length, -'.js'.length)
    if (!target.endsWith('/*')) entries[target] = source
    else families.push(familyOf(folder, source.slice(0, -'/*.ts'.length), target.slice(0, -'/*'.length)))
  }
  return { entries, families }
}

function familyOf(folder, sources, target) {
  const files = readdirSync(join(root, 'packages', folder, sources)).filter((name) => name.endsWith('.ts'))
  return {
    target: `shared/${target}`,
    folder: target,
    members: files.sort().map((name) => [name.slice(0, -'.ts'.length), `${sources}/${name}`]),
  }
}

function familyPlugin(packageRoot, families) {
  return {
    name: 'family',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^family:/ }, ({ path }) => ({ path, namespace: 'family' }))
      onLoad({ filter: /.*/, namespace: 'family' }, ({ path }) => {
        const { members } = families.find(({ target }) => path === `family:${target}`)
        return { contents: members.map(([, file]) => `export * from '${file}'`).join('\n'), resolveDir: packageRoot }
      })
    },
  }
}

async function reexports(packageRoot, { target, folder, members }) {
  const { metafile } = await build({
    absWorkingDir: packageRoot,
    entryPoints: members.map(([, file]) => file),
    bundle: true,
    external: ['*'],
    format: 'esm',
    outdir: 'dist',
    write: false,
    metafile: true,
    logLevel: 'error',
  })
  const from = `${'../'.repeat(folder.split('/').length)}${target}.js`
  const outputs = new Map(Object.values(metafile.outputs).map((output) => [`./${output.entryPoint}`, output]))
  return members.map(([name, file]) => {
    const names = outputs.get(file).exports
    return [
      `dist/${folder}/${name}.js`,
      names.length === 0 ? 'export {}\n' : `export { ${names.join(', ')} } from '${from}'\n`,
    ]
  })
}

function removeOthers(packageRoot, path, written) {
  for (const name of readdirSync(join(packageRoot, path))) {
    const child = `${path}/${name}`
    if (statSync(join(packageRoot, child)).isDirectory()) removeOthers(packageRoot, child, written)
    else if (/\.js(?:\.map)?$/.test(name) && !written.has(child)) rmSync(join(packageRoot, child))
  }
}
