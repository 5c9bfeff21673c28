import { expect, it } from 'vitest'
import { lines } from './support/lines.ts'
import { onNewestKubectl } from './support/on-kubectls.ts'
import { outline } from './support/outline.ts'

onNewestKubectl('explain', (k) => {
  const explains = async (words: string, wanted: string): Promise<void> => {
    expect(outline(await k.ok(`explain ${words}`))).toBe(wanted)
  }

  if (k.minor >= 27) {
    it('explains a kind', async () => {
      await explains(
        'configmap',
        lines`
          KIND: ConfigMap
          VERSION: v1
            apiVersion	<string>
            binaryData	<map[string]string>
            data	<map[string]string>
            immutable	<boolean>
            kind	<string>
            metadata	<ObjectMeta>
        `,
      )
    })

    it('explains a field, and one within', async () => {
      await explains(
        'deployment.spec.replicas',
        'GROUP: apps\nKIND: Deployment\nVERSION: v1\nFIELD: replicas <integer>\n',
      )
      await explains('pods.spec.containers.ports.protocol', 'KIND: Pod\nVERSION: v1\nFIELD: protocol <string>\n')
    })

    it('explains all there is below', async () => {
      await explains(
        'configmap.metadata --recursive',
        lines`
          KIND: ConfigMap
          VERSION: v1
          FIELD: metadata <ObjectMeta>
            annotations	<map[string]string>
            creationTimestamp	<string>
            deletionGracePeriodSeconds	<integer>
            deletionTimestamp	<string>
            finalizers	<[]string>
            generateName	<string>
            generation	<integer>
            labels	<map[string]string>
            managedFields	<[]ManagedFieldsEntry>
              apiVersion	<string>
              fieldsType	<string>
              fieldsV1	<FieldsV1>
              manager	<string>
              operation	<string>
              subresource	<string>
              time	<string>
            name	<string>
            namespace	<string>
            ownerReferences	<[]OwnerReference>
              apiVersion	<string> -required-
              blockOwnerDeletion	<boolean>
              controller	<boolean>
              kind	<string> -required-
              name	<string> -required-
              uid	<string> -required-
            resourceVersion	<string>
            selfLink	<string>
            uid	<string>
        `,
      )
    })

    it('explains another version of a kind', async () => {
      await explains(
        'hpa.spec.targetCPUUtilizationPercentage --api-version=autoscaling/v1',
        'GROUP: autoscaling\nKIND: HorizontalPodAutoscaler\nVERSION: v1\nFIELD: targetCPUUtilizationPercentage <integer>\n',
      )
    })
  }

  it('says that a field or a kind is not there', async () => {
    const { code, stderr } = await k.run('explain configmap.nothing')
    expect({ code, stderr }).toEqual({ code: 1, stderr: 'error: field "nothing" does not exist\n' })
    await k.fails('explain things', `the server doesn't have a resource type "things"\n`)
  })
})
