import { describe, expect, it } from 'vitest'
import { kubernetesVocabulary } from '@pinnace/meta'
import { createPodRules } from '../../src/core/pod-spec/pod-rules.ts'
import { pod } from '../../src/core/pods/pod.ts'
import { create, update, type Loose } from '../write.ts'
import { container, podWith, stored } from './pod-table.ts'

const many = (count: number, make: (index: number) => Loose): Loose[] =>
  Array.from({ length: count }, (_, index) => make(index))

/** Far more than any of these takes, far less than what grows with the square would. */
const patienceMs = 30_000

describe('a pod as large as a request may be is judged in time that grows with its size', () => {
  it.each<[string, () => Loose]>([
    [
      'mounts of volumes',
      () =>
        podWith({
          volumes: many(15_000, (index) => ({ name: `v${index}` })),
          containers: [
            { ...container, volumeMounts: many(15_000, (index) => ({ name: `v${index}`, mountPath: `/${index}` })) },
          ],
        }),
    ],
    [
      'mounts of no volumes',
      () =>
        podWith({
          volumes: many(15_000, (index) => ({ name: `v${index}` })),
          containers: [
            { ...container, volumeMounts: many(15_000, (index) => ({ name: `w${index}`, mountPath: `/${index}` })) },
          ],
        }),
    ],
    [
      'variables from files',
      () =>
        podWith({
          volumes: many(15_000, (index) => ({ name: `v${index}` })),
          containers: [
            {
              ...container,
              env: many(15_000, (index) => ({
                name: `A${index}`,
                valueFrom: { fileKeyRef: { volumeName: `v${index}`, path: 'p', key: 'K' } },
              })),
            },
          ],
        }),
    ],
    [
      'host ports',
      () =>
        podWith({
          containers: [
            { ...container, ports: many(40_000, (index) => ({ containerPort: 1 + index, hostPort: 1 + index })) },
          ],
        }),
    ],
    [
      'equal ports',
      () => podWith({ containers: [{ ...container, ports: many(40_000, () => ({ containerPort: 80 })) }] }),
    ],
    [
      'tolerations',
      () => podWith({ tolerations: many(40_000, (index) => ({ key: `k${index}`, operator: 'Exists' })) }),
    ],
    [
      'spread constraints',
      () =>
        podWith({
          topologySpreadConstraints: many(20_000, (index) => ({
            maxSkew: 1,
            topologyKey: `k${index}`,
            whenUnsatisfiable: 'DoNotSchedule',
          })),
        }),
    ],
    [
      'sidecars, each with another page size',
      () =>
        podWith({
          resources: { limits: { cpu: '1' } },
          initContainers: many(10_000, (index) => ({
            name: `i${index}`,
            image: 'i',
            restartPolicy: 'Always',
            resources: { limits: { cpu: '1m', [`hugepages-${index + 1}`]: `${index + 1}` } },
          })),
        }),
    ],
    [
      'claims of containers that the pod does not have',
      () =>
        podWith({
          resourceClaims: many(10_000, (index) => ({ name: `c${index}`, resourceClaimName: 'r' })),
          containers: [{ ...container, resources: { claims: many(10_000, (index) => ({ name: `d${index}` })) } }],
        }),
    ],
    [
      'one capability again and again',
      () =>
        podWith({
          containers: [
            {
              ...container,
              securityContext: {
                allowPrivilegeEscalation: false,
                capabilities: { add: many(100_000, () => 'CAP_SYS_ADMIN') },
              },
            },
          ],
        }),
    ],
    [
      'projected files',
      () =>
        podWith({
          volumes: [
            {
              name: 'v',
              projected: {
                sources: many(20_000, (index) => ({
                  configMap: { name: 'm', items: [{ key: 'k', path: `d/${index}` }] },
                })),
              },
            },
          ],
        }),
    ],
    [
      'a path of slashes',
      () =>
        podWith({
          volumes: [
            {
              name: 'v',
              configMap: {
                name: 'm',
                items: [
                  { key: 'a', path: `a${'/'.repeat(1_000_000)}b/` },
                  { key: 'b', path: 'c' },
                ],
              },
            },
          ],
        }),
    ],
    ['an image of one letter', () => podWith({ containers: [{ name: 'c', image: 'a'.repeat(3_000_000) }] })],
    ['an image of dashes', () => podWith({ containers: [{ name: 'c', image: `a${'-'.repeat(3_000_000)}` }] })],
    ['a search path of dashes', () => podWith({ dnsConfig: { searches: [`a${'-'.repeat(1_000_000)}`] } })],
    [
      'annotations of containers',
      () =>
        podWith(
          { containers: many(40_000, (index) => ({ name: `c${index}`, image: 'i' })) },
          {
            annotations: Object.fromEntries(
              many(3_000, (index) => [`container.apparmor.security.beta.kubernetes.io/x${index}`, '']),
            ),
          },
        ),
    ],
  ])('%s', (_, given) => {
    const pods = given()
    const start = performance.now()
    const { object } = create('v1/Pod', pods)
    pod(createPodRules(kubernetesVocabulary)).strategy!.warnings!(object, undefined)
    expect(performance.now() - start).toBeLessThan(patienceMs)
  })

  it('tolerations of an update', () => {
    const tolerations = many(20_000, (index) => ({ key: `k${index}`, operator: 'Exists', effect: 'NoExecute' }))
    const live = stored({ tolerations })
    const start = performance.now()
    const { errors } = update('v1/Pod', live, (next: Loose) => next.spec.tolerations.reverse())
    expect(errors).toEqual([])
    expect(performance.now() - start).toBeLessThan(patienceMs)
  })
})
