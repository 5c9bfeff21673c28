import type { AdmissionPlugin } from '@pinnace/admission'

/** Counts the servers that use a plugin of the host: a server and its forks share them. */
export interface SharedPlugins {
  /** Registers a server as a user of the plugin. The result ends that use, and the last one disposes of the plugin. */
  use(plugin: AdmissionPlugin): () => void
}

/** Creates the counts, all zero. */
export function createSharedPlugins(): SharedPlugins {
  const uses = new Map<AdmissionPlugin, number>()
  return {
    use(plugin) {
      uses.set(plugin, (uses.get(plugin) ?? 0) + 1)
      let isUsed = true
      return () => {
        if (!isUsed) return
        isUsed = false
        const left = (uses.get(plugin) ?? 1) - 1
        uses.set(plugin, left)
        if (left > 0) return
        uses.delete(plugin)
        plugin[Symbol.dispose]?.()
      }
    },
  }
}
