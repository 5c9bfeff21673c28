/** The command of a Node version: the one that runs, or the newest of another line, from the registry. */
export function commandOf(node) {
  const isOwn = process.versions.node.split('.')[0] === node
  return isOwn ? [process.execPath] : ['npx', '--yes', '-p', `node@${node}`, 'node']
}
