/** The kinds of objects in the node graph. */
export type NodeVertex =
  | 'pod'
  | 'secret'
  | 'configmap'
  | 'serviceAccount'
  | 'pvc'
  | 'pv'
  | 'resourceclaim'
  | 'volumeattachment'
  | 'resourceslice'
