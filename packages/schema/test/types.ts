import { createTypeLoader, type TypeLoader } from '../src/index.ts'

/** Built-in types cut down to what the tests need, in the form of the real ones. */
export const load: TypeLoader = createTypeLoader([
  {
    'meta.v1.TypeMeta': 'kind 1 string omitempty\napiVersion 2 string omitempty',
    'meta.v1.ObjectMeta': `
      name 1 string omitempty
      generation 7 int64 omitempty
      creationTimestamp 8 time omitempty omitzero
      deletionTimestamp 9 time omitempty pointer
      deletionGracePeriodSeconds 10 int64 omitempty pointer
      labels 11 map:string omitempty
      ownerReferences 13 []meta.v1.OwnerReference omitempty list=map:uid merge=uid
      finalizers 14 []string omitempty list=set strategy=merge`,
    'meta.v1.OwnerReference': '@atomic\nuid 4 string\ncontroller 6 boolean omitempty pointer',
    'meta.v1.LabelSelector': '@atomic\nmatchLabels 1 map:string omitempty',
    'meta.v1.ListMeta': 'resourceVersion 2 string omitempty',
    'apps.v1.Deployment': `
      + - meta.v1.TypeMeta
      metadata 1 meta.v1.ObjectMeta omitempty
      spec 2 apps.v1.DeploymentSpec omitempty
      status 3 apps.v1.DeploymentStatus omitempty`,
    'apps.v1.DeploymentSpec': `
      replicas 1 int32 omitempty pointer
      selector 2 meta.v1.LabelSelector required pointer
      template 3 core.v1.PodTemplateSpec required
      strategy 4 apps.v1.DeploymentStrategy omitempty strategy=retainKeys
      minReadySeconds 5 int32 omitempty
      paused 7 boolean omitempty`,
    'apps.v1.DeploymentStrategy': 'type 1 string omitempty\nrollingUpdate 2 apps.v1.Rolling omitempty pointer',
    'apps.v1.Rolling': 'maxSurge 1 int-or-string omitempty pointer',
    'apps.v1.DeploymentStatus': 'conditions 6 []apps.v1.Condition omitempty list=map:type merge=type',
    'apps.v1.Condition': `
      type 1 string required
      lastUpdateTime 6 time omitempty
      renewTime 7 micro-time omitempty pointer`,
    'core.v1.PodTemplateSpec': 'metadata 1 meta.v1.ObjectMeta omitempty\nspec 2 core.v1.PodSpec omitempty',
    'core.v1.PodSpec': `
      volumes 1 []core.v1.Volume omitempty list=map:name strategy=merge,retainKeys merge=name
      containers 2 []core.v1.Container required list=map:name merge=name
      nodeSelector 7 map:string omitempty mapType=atomic
      hostNetwork 11 boolean omitempty
      terminationGracePeriodSeconds 4 int64 omitempty pointer
      securityContext 14 core.v1.PodSecurityContext omitempty pointer
      overhead 32 map:quantity omitempty`,
    'core.v1.PodSecurityContext':
      'runAsUser 2 int64 omitempty pointer\nsupplementalGroups 4 []int64 omitempty list=atomic',
    'core.v1.Volume': 'name 1 string required\n+ 2 core.v1.VolumeSource',
    'core.v1.VolumeSource': 'emptyDir 2 core.v1.EmptyDir omitempty pointer',
    'core.v1.EmptyDir': 'sizeLimit 2 quantity omitempty pointer',
    'core.v1.Container': `
      name 1 string required
      args 4 []string omitempty list=atomic
      ports 6 []core.v1.ContainerPort omitempty list=map:containerPort,protocol merge=containerPort
      env 7 []core.v1.EnvVar omitempty list=map:name merge=name
      resources 8 core.v1.Resources omitempty
      stdin 16 boolean omitempty`,
    'core.v1.ContainerPort': `
      containerPort 3 int32 required
      protocol 4 string omitempty default="TCP" enum=TCP|UDP|SCTP`,
    'core.v1.EnvVar':
      'name 1 string required\nvalue 2 string omitempty\nfield 3 core.v1.ResourceField omitempty pointer',
    'core.v1.ResourceField': '@atomic\nresource 2 string required\ndivisor 3 quantity omitempty',
    'core.v1.Resources': 'limits 1 map:quantity omitempty\nrequests 2 map:quantity omitempty',
    'core.v1.Secret': `
      + - meta.v1.TypeMeta
      metadata 1 meta.v1.ObjectMeta omitempty
      immutable 5 boolean omitempty pointer
      data 2 map:bytes omitempty
      cert 6 bytes omitempty
      raw 7 raw-object omitempty
      extra 8 map:[]string omitempty
      weight 9 double omitempty
      bits 10 byte
      wait 11 duration omitempty pointer`,
    'core.v1.ServicePort': 'port 3 int32 required\ntargetPort 4 int-or-string omitempty',
    'core.v1.SecretList':
      '+ - meta.v1.TypeMeta\nmetadata 1 meta.v1.ListMeta omitempty\nitems 2 []core.v1.Secret required',
    'rbac.v1.Role': '+ - meta.v1.TypeMeta\nrules 2 []rbac.v1.Rule required list=atomic',
    'rbac.v1.Rule': 'verbs 1 []string required list=atomic',
    'x.v1.Tree':
      'children 1 []x.v1.Tree omitempty\nprops 2 map:x.v1.Tree omitempty\nid 3 int32 omitempty\nlink - string pointer',
  },
])
