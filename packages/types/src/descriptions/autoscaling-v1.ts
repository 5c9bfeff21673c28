import type { TypeDescriptions } from './type-descriptions.ts'

const resourceName = 'The resource, such as cpu or memory.'
const container = 'The container by its name in the pods.'
const metricName = 'The metric by name.'
const selector = 'Labels that narrow the metric down. Without it the name alone counts.'

/** Types of `autoscaling/v1`. */
export const descriptions: TypeDescriptions = {
  'autoscaling.v1.ContainerResourceMetricSource': {
    '': 'Scales by what one container in each pod uses of a resource.',
    name: resourceName,
    targetAverageUtilization: 'The average to aim for, as a percentage of what the containers request.',
    targetAverageValue: 'The average to aim for, as an amount.',
    container,
  },
  'autoscaling.v1.ContainerResourceMetricStatus': {
    '': 'What one container in each pod uses of a resource.',
    name: resourceName,
    currentAverageUtilization:
      'The average as a percentage of what the containers request. Absent if the target is an amount.',
    currentAverageValue: 'The average as an amount, which is always given.',
    container,
  },
  'autoscaling.v1.CrossVersionObjectReference': {
    '': 'Names an object in the same namespace, in any version.',
    kind: 'The kind of the object.',
    name: 'The name of the object.',
    apiVersion: 'The group and version to read it in.',
  },
  'autoscaling.v1.ExternalMetricSource': {
    '': 'Scales by a metric that has to do with no object of the cluster.',
    metricName,
    metricSelector: selector,
    targetValue: 'The value of the metric to aim for. Cannot be combined with targetAverageValue.',
    targetAverageValue: 'The value for each pod to aim for. Cannot be combined with targetValue.',
  },
  'autoscaling.v1.ExternalMetricStatus': {
    '': 'A metric that has to do with no object of the cluster.',
    metricName,
    metricSelector: selector,
    currentValue: 'The value last read.',
    currentAverageValue: 'The value last read, divided by the number of pods.',
  },
  'autoscaling.v1.HorizontalPodAutoscaler': {
    '': 'Changes the number of pods of a workload according to the CPU they use. Version 2 can use other metrics, which this version keeps in annotations.',
    spec: 'What to scale and within which limits.',
    status: 'What was last observed and decided.',
  },
  'autoscaling.v1.HorizontalPodAutoscalerCondition': {
    '': 'One aspect of the state of an autoscaler.',
    type: 'Which aspect is judged: AbleToScale, ScalingActive or ScalingLimited.',
    status: 'The judgment: True, False or Unknown.',
    lastTransitionTime: 'When the status last changed from one value to another.',
    reason: 'A CamelCase word for programs that says why the status is as it is.',
    message: 'A sentence for people with the details.',
  },
  'autoscaling.v1.HorizontalPodAutoscalerSpec': {
    '': 'What an autoscaler does.',
    scaleTargetRef: 'The workload to scale. It has to have the subresource scale.',
    minReplicas: 'The smallest number of pods. The default is 1.',
    maxReplicas: 'The largest number of pods. It cannot be below minReplicas.',
    targetCPUUtilizationPercentage:
      'The CPU use to aim for, as an average over the pods in percent of what they request. The default is that of the cluster, usually 80.',
  },
  'autoscaling.v1.HorizontalPodAutoscalerStatus': {
    '': 'What an autoscaler observed and decided.',
    observedGeneration: 'The generation that the autoscaler last acted on.',
    lastScaleTime: 'When the number of pods was last changed.',
    currentReplicas: 'Pods that existed when the autoscaler last looked.',
    desiredReplicas: 'Pods that should exist, as last computed.',
    currentCPUUtilizationPercentage:
      'The CPU use last read, as an average over the pods in percent of what they request.',
  },
  'autoscaling.v1.MetricSpec': {
    '': 'A metric to scale by, as annotations keep it. Of its members, the one that the type names is set.',
    type: 'Where the metric comes from: Resource, ContainerResource, Pods, Object or External.',
    object: 'A metric of one object in the namespace.',
    pods: 'A metric of each pod, averaged over all.',
    resource: 'The use of a resource by the pods.',
    containerResource: 'The use of a resource by one container of each pod.',
    external: 'A metric that has to do with no object of the cluster.',
  },
  'autoscaling.v1.MetricStatus': {
    '': 'The value last read of a metric, as annotations keep it. Of its members, the one that the type names is set.',
    type: 'Where the metric comes from: Resource, ContainerResource, Pods, Object or External.',
    object: 'The value of one object in the namespace.',
    pods: 'The average over the pods.',
    resource: 'The use of a resource by the pods.',
    containerResource: 'The use of a resource by one container of each pod.',
    external: 'The value of a metric that has to do with no object of the cluster.',
  },
  'autoscaling.v1.ObjectMetricSource': {
    '': 'Scales by a metric of one object in the namespace.',
    target: 'The object that has the metric.',
    metricName,
    targetValue: 'The value to aim for.',
    selector,
    averageValue: 'The value for each pod to aim for.',
  },
  'autoscaling.v1.ObjectMetricStatus': {
    '': 'A metric of one object in the namespace.',
    target: 'The object that has the metric.',
    metricName,
    currentValue: 'The value last read.',
    selector,
    averageValue: 'The value last read, divided by the number of pods.',
  },
  'autoscaling.v1.PodsMetricSource': {
    '': 'Scales by the average of a metric over the pods.',
    metricName,
    targetAverageValue: 'The average to aim for.',
    selector,
  },
  'autoscaling.v1.PodsMetricStatus': {
    '': 'The average of a metric over the pods.',
    metricName,
    currentAverageValue: 'The average last read.',
    selector,
  },
  'autoscaling.v1.ResourceMetricSource': {
    '': 'Scales by what all containers of the pods use of a resource.',
    name: resourceName,
    targetAverageUtilization: 'The average to aim for, as a percentage of what the pods request.',
    targetAverageValue: 'The average to aim for, as an amount.',
  },
  'autoscaling.v1.ResourceMetricStatus': {
    '': 'What all containers of the pods use of a resource.',
    name: resourceName,
    currentAverageUtilization:
      'The average as a percentage of what the pods request. Absent if the target is an amount.',
    currentAverageValue: 'The average as an amount, which is always given.',
  },
  'autoscaling.v1.Scale': {
    '': 'The number of pods of a workload, of whatever kind it is. Read and written through the subresource scale.',
    spec: 'The number asked for.',
    status: 'The number there is.',
  },
  'autoscaling.v1.ScaleSpec': {
    '': 'The number of pods that is asked for.',
    replicas: 'How many pods should run. 0 or more.',
  },
  'autoscaling.v1.ScaleStatus': {
    '': 'The number of pods that there is.',
    replicas: 'How many pods exist.',
    selector: 'The selector of the pods as text, in the form of a query parameter.',
  },
}
