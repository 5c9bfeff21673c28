// The floors of a package: each of its folders stands above all folders that it imports.
import { cyclesOf, shortestCycle } from './cycles.mjs'

/** What is wrong with the floors of a graph of folders that may have `most` of them. */
export function floorErrors(folders, most) {
  const cycles = cyclesOf(folders)
  if (cycles.length > 0) {
    return cycles.map(([first]) => `an import goes up: ${shortestCycle(folders, first).join(' -> ')}`)
  }
  const known = new Map()
  const top = Math.max(...[...folders.keys()].map((name) => floorOf(folders, name, known)))
  return top > most ? [`${top} floors, of ${most} at most`] : []
}

/** The graph of the folders and files directly in `folder`, made of a graph of files. */
export function folderGraph(files, folder) {
  const nameOf = (file) => (file.startsWith(`${folder}/`) ? file.slice(folder.length + 1).split('/')[0] : undefined)
  const folders = new Map()
  for (const [file, targets] of files) {
    const name = nameOf(file)
    const others = targets.map(nameOf).filter((target) => target !== undefined && target !== name)
    folders.set(name, [...new Set([...(folders.get(name) ?? []), ...others])])
  }
  return folders
}

/** 1 for a folder that imports none, else one more than the highest of those it imports. */
function floorOf(folders, name, known) {
  const found = known.get(name)
  if (found !== undefined) return found
  const floor = 1 + Math.max(0, ...(folders.get(name) ?? []).map((below) => floorOf(folders, below, known)))
  known.set(name, floor)
  return floor
}
