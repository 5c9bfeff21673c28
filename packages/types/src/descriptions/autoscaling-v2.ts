import type { TypeDescriptions } from './type-descriptions.ts'

const target = 'The value to aim for.'
const metric = 'The metric by name and labels.'
const resourceName = 'The resource, such as cpu or memory.'
const current = 'The value last read.'

/** Types of `autoscaling/v2`. */
export const descriptions: TypeDescriptions = {
  'autoscaling.v2.ContainerResourceMetricSource': {
    '': 'Scales by what one container in each pod uses of a resource.',
    name: resourceName,
    target,
    container: 'The container by its name in the pods.',
  },
  'autoscaling.v2.ContainerResourceMetricStatus': {
    '': 'What one container in each pod uses of a resource.',
    name: resourceName,
    current,
    container: 'The container by its name in the pods.',
  },
  'autoscaling.v2.CrossVersionObjectReference': {
    '': 'Names an object in the same namespace, in any version.',
    kind: 'The kind of the object.',
    name: 'The name of the object.',
    apiVersion: 'The group and version to read it in.',
  },
  'autoscaling.v2.ExternalMetricSource': {
    '': 'Scales by a metric that has to do with no object of the cluster, such as the length of a queue elsewhere.',
    metric,
    target,
  },
  'autoscaling.v2.ExternalMetricStatus': {
    '': 'A metric that has to do with no object of the cluster.',
    metric,
    current,
  },
  'autoscaling.v2.HPAScalingPolicy': {
    '': 'A limit on how much may change within some time.',
    type: 'Pods if value is a number of pods, Percent if it is a percentage of those there are.',
    value: 'By how much the number of pods may change. Greater than 0.',
    periodSeconds: 'The seconds for which the limit is: 1 to 1800.',
  },
  'autoscaling.v2.HPAScalingRules': {
    '': 'How fast the number of pods changes in one direction.',
    stabilizationWindowSeconds:
      'Seconds, 0 to 3600, over which recommendations are kept and the most cautious one is taken. The default is 0 upwards and 300 downwards.',
    selectPolicy:
      'Max (the default) uses the policy that allows the largest change, Min the smallest; Disabled allows none in this direction.',
    policies: 'Limits on the change. By default 100% or 4 pods in 15 seconds upwards, 100% in 15 seconds downwards.',
    tolerance:
      'How far the metric may be from its target, as a ratio, before anything changes. Without it, the setting of the cluster counts, usually 10%.',
  },
  'autoscaling.v2.HorizontalPodAutoscaler': {
    '': 'Changes the number of pods of a workload according to metrics.',
    spec: 'What to scale, within which limits, by what.',
    status: 'The metrics last read and the decision that followed.',
  },
  'autoscaling.v2.HorizontalPodAutoscalerBehavior': {
    '': 'How fast the number of pods changes.',
    scaleUp: 'Upwards. By default at once, to twice as many or 4 more every 15 seconds, whichever is more.',
    scaleDown: 'Downwards. By default to the highest recommendation of the last 300 seconds.',
  },
  'autoscaling.v2.HorizontalPodAutoscalerCondition': {
    '': 'One aspect of the state of an autoscaler.',
    type: 'Which aspect is judged: AbleToScale, ScalingActive or ScalingLimited.',
    status: 'The judgment: True, False or Unknown.',
    lastTransitionTime: 'When the status last changed from one value to another.',
    reason: 'A CamelCase word for programs that says why the status is as it is.',
    message: 'A sentence for people with the details.',
  },
  'autoscaling.v2.HorizontalPodAutoscalerSpec': {
    '': 'What an autoscaler does.',
    scaleTargetRef: 'The workload to scale. It has to have the subresource scale.',
    minReplicas:
      'The smallest number of pods. The default is 1; 0 requires a feature and an object metric or an external one.',
    maxReplicas: 'The largest number of pods. It cannot be below minReplicas.',
    metrics:
      'What to scale by. Each metric gives a number of pods, of which the largest is used; by default 80% of the requested CPU.',
    behavior: 'How fast the number of pods changes. Without it the defaults apply in both directions.',
  },
  'autoscaling.v2.HorizontalPodAutoscalerStatus': {
    '': 'What an autoscaler observed and decided.',
    observedGeneration: 'The generation that the autoscaler last acted on.',
    lastScaleTime: 'When the number of pods was last changed. It tells how soon it may change again.',
    currentReplicas: 'Pods that existed when the autoscaler last looked.',
    desiredReplicas: 'Pods that should exist, as last computed.',
    currentMetrics: 'The values last read.',
    conditions: 'Judgments of what the autoscaler can do and what limits it.',
  },
  'autoscaling.v2.MetricIdentifier': {
    '': 'Names a metric.',
    name: 'The name of the metric.',
    selector: 'Labels that narrow the metric down. Without it the name alone counts.',
  },
  'autoscaling.v2.MetricSpec': {
    '': 'A metric to scale by. Of its members, the one that the type names is set.',
    type: 'Where the metric comes from: Resource, ContainerResource, Pods, Object or External.',
    object: 'A metric of one object in the namespace, such as the requests that an ingress gets.',
    pods: 'A metric of each pod. The values are averaged before they are compared.',
    resource: 'The use of a resource by the pods, compared with what they request.',
    containerResource: 'The use of a resource by one container of each pod.',
    external: 'A metric that has to do with no object of the cluster.',
  },
  'autoscaling.v2.MetricStatus': {
    '': 'The value last read of a metric. Of its members, the one that the type names is set.',
    type: 'Where the metric comes from: Resource, ContainerResource, Pods, Object or External.',
    object: 'The value of one object in the namespace.',
    pods: 'The average over the pods.',
    resource: 'The use of a resource by the pods.',
    containerResource: 'The use of a resource by one container of each pod.',
    external: 'The value of a metric that has to do with no object of the cluster.',
  },
  'autoscaling.v2.MetricTarget': {
    '': 'The value that a metric should have.',
    type: 'Which of the members counts: Utilization, Value or AverageValue.',
    value: 'The value of the metric itself.',
    averageValue: 'The value divided by the number of pods.',
    averageUtilization: 'The average over the pods as a percentage of what they request. Only for resources.',
  },
  'autoscaling.v2.MetricValueStatus': {
    '': 'The value that a metric has.',
    value: 'The value of the metric itself.',
    averageValue: 'The value divided by the number of pods.',
    averageUtilization: 'The average over the pods as a percentage of what they request.',
  },
  'autoscaling.v2.ObjectMetricSource': {
    '': 'Scales by a metric of one object in the namespace.',
    describedObject: 'The object that has the metric.',
    target,
    metric,
  },
  'autoscaling.v2.ObjectMetricStatus': {
    '': 'A metric of one object in the namespace.',
    metric,
    current,
    describedObject: 'The object that has the metric.',
  },
  'autoscaling.v2.PodsMetricSource': {
    '': 'Scales by the average of a metric over the pods.',
    metric,
    target: 'The average to aim for. Its type is AverageValue.',
  },
  'autoscaling.v2.PodsMetricStatus': {
    '': 'The average of a metric over the pods.',
    metric,
    current,
  },
  'autoscaling.v2.ResourceMetricSource': {
    '': 'Scales by what all containers of the pods use of a resource.',
    name: resourceName,
    target,
  },
  'autoscaling.v2.ResourceMetricStatus': {
    '': 'What all containers of the pods use of a resource.',
    name: resourceName,
    current,
  },
}
