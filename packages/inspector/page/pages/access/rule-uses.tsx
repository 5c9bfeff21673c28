import type { UsedRules } from '../../../src/inspection.ts'
import type { ApiClient } from '../../api/api-client.ts'
import { ApiError } from '../../api/api-error.ts'
import type { KindInfo } from '../../api/discover-kinds.ts'
import { readUsedRules } from '../../api/inspection-api.ts'
import { readObjects } from '../../api/read-collection.ts'
import type { ApiObject } from '../../model/api-object.ts'
import { resourcePath } from '../../model/resource-path.ts'
import { knownUses, ruleText, ruleUses, type RuleUse } from '../../model/unused-rules.ts'
import { useServer } from '../../parts/server-context.ts'
import { Empty, Show } from '../../parts/states.tsx'
import { useLoad } from '../../parts/use-load.ts'

const rbacResources = ['roles', 'clusterroles', 'rolebindings', 'clusterrolebindings']

/** How many requests each rule of a role has allowed, and the rules that none has used. */
export function RuleUses() {
  const { api, kinds } = useServer()
  const loaded = useLoad(() => readRuleUses(api, kinds), [api])
  return (
    <section>
      <h2>Use of rules</h2>
      <Show loaded={loaded}>
        {({ used, uses, denied }) =>
          !used.hasRules && used.rules.length === 0 && uses.length === 0 ? (
            <Empty>No role of your own is bound to a subject.</Empty>
          ) : (
            <>
              {denied.length > 0 && (
                <p class="notice">
                  Rules that no request has used are not shown: you may not list {denied.join(', ')}.
                </p>
              )}
              <p class="faint">
                Requests that each rule of a bound role has allowed since {used.since}; roles of the system are left
                out.
                {used.isPartial && ' Some requests have been forgotten.'}
              </p>
              <div class="scroll" tabIndex={0} role="region" aria-label="Use of rules">
                <table class="wide">
                  <thead>
                    <tr>
                      <th scope="col">Role</th>
                      <th scope="col">Rule</th>
                      <th scope="col">Requests</th>
                    </tr>
                  </thead>
                  <tbody>
                    {uses.map((use, index) => (
                      <tr key={index}>
                        <td>{[use.kind, [use.namespace, use.role].filter(Boolean).join('/')].join(' ')}</td>
                        <td class="mono">{ruleText(use.rule)}</td>
                        <td class={use.requests === 0 ? 'bad' : 'good'}>
                          {use.requests === 0 ? 'unused' : use.requests}
                        </td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </div>
            </>
          )
        }
      </Show>
    </section>
  )
}

interface Uses {
  readonly used: UsedRules
  readonly uses: readonly RuleUse[]
  /** The resources that the user may not list: without them, unused rules are not known. */
  readonly denied: readonly string[]
}

async function readRuleUses(api: ApiClient, kinds: readonly KindInfo[]): Promise<Uses> {
  const denied: string[] = []
  const read = async (resource: string): Promise<readonly ApiObject[]> => {
    const kind = kinds.find((one) => one.resource === resource && one.isPreferred)
    if (kind === undefined) return []
    try {
      return await readObjects(api, resourcePath(kind))
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 403) throw error
      denied.push(resource)
      return []
    }
  }
  const [used, ...lists] = await Promise.all([readUsedRules(api), ...rbacResources.map(read)])
  const [roles = [], clusterRoles = [], bindings = [], clusterBindings = []] = lists
  const uses =
    denied.length > 0
      ? knownUses(used.rules)
      : ruleUses([...roles, ...clusterRoles], [...bindings, ...clusterBindings], used.rules)
  return { used, uses: uses.filter(({ role }) => !role.startsWith('system:')), denied: denied.toSorted() }
}
