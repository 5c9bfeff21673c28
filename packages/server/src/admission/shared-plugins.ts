import type { AdmissionPlugin } from '@pinnace/admission'

/** Plugins of a host that a server and its forks use together. */
export interface SharedPlugins {
  /** One more server uses it. What is returned lets go of it for that server, and disposes of it after the last. */
  use(plugin: AdmissionPlugin): () => void
}

/** Nobody uses anything yet. */
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
