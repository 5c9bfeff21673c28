import type { AuthorizerAttributes } from '@pinnace/authz'
import type { UsedRule, UsedRules } from '@pinnace/inspector'
import { BoundedMap, formatTime } from '@pinnace/meta'
import type { RbacExplanation } from '@pinnace/rbac'

/** The most kinds of requests that are remembered; the oldest are forgotten first. */
const maxAsked = 10_000

interface Asked {
  readonly attributes: AuthorizerAttributes
  requests: number
}

/** Which permissions requests have needed, to find the rules that none of them uses. */
export class AskedPermissions {
  readonly #sinceMs: number
  readonly #asked = new BoundedMap<string, Asked>({ maxEntries: maxAsked, evict: 'oldest' })
  #kinds = 0

  constructor(sinceMs: number) {
    this.#sinceMs = sinceMs
  }

  add(attributes: AuthorizerAttributes): void {
    const { user, verb, group, resource, subresource, namespace, name, isResourceRequest, path } = attributes
    const place = isResourceRequest ? [group, resource, subresource, namespace, name] : [path]
    const key = JSON.stringify([user.username, user.groups, verb, ...place])
    const known = this.#asked.get(key)
    if (known !== undefined) {
      known.requests += 1
      return
    }
    this.#kinds += 1
    this.#asked.set(key, { attributes, requests: 1 })
  }

  /** The rules that allow those requests now. */
  async used(explain: (attributes: AuthorizerAttributes) => Promise<RbacExplanation> | undefined): Promise<UsedRules> {
    const found = new Map<string, { -readonly [K in keyof UsedRule]: UsedRule[K] }>()
    let hasRules = false
    for (const [, { attributes, requests }] of this.#asked) {
      const explanation = await explain(attributes)
      if (explanation === undefined) break
      hasRules = true
      if (!explanation.isAllowed) continue
      const { role, rule, binding } = explanation
      const namespace = role.kind === 'Role' ? binding.namespace : ''
      const key = JSON.stringify([role.kind, namespace, role.name, rule])
      const known = found.get(key)
      if (known === undefined) found.set(key, { role: { kind: role.kind, name: role.name, namespace }, rule, requests })
      else known.requests += requests
    }
    return { hasRules, since: formatTime(this.#sinceMs), rules: [...found.values()], isPartial: this.#kinds > maxAsked }
  }
}
