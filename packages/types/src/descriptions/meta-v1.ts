import type { TypeDescriptions } from './type-descriptions.ts'

const dryRun = 'With the one value "All", the request is checked and answered in full but nothing is stored.'
const fieldManager =
  'Who makes the change, for the record of field owners; at most 128 printable characters. Without it, the first part of the User-Agent is used.'
const fieldValidation =
  'What happens to unknown and repeated fields: Ignore drops them silently, Warn drops them with a warning, Strict refuses the request.'
const selectorKey = 'The label key that the requirement looks at.'
const selectorValues =
  'The values to compare with. In and NotIn need at least one, Exists and DoesNotExist must have none.'

/** Types of `meta/v1`. */
export const descriptions: TypeDescriptions = {
  'meta.v1.APIGroup': {
    '': 'An API group with the versions that the server has of it.',
    name: 'The group, such as "apps".',
    versions: 'All versions served, the most stable first.',
    preferredVersion: 'The version that clients should use unless they need another.',
    serverAddressByClientCIDRs:
      'Which address clients should connect to, by the network they come from. Empty in answers below /apis.',
  },
  'meta.v1.APIGroupList': {
    '': 'All API groups of a server but the core group.',
    groups: 'The groups in the order that clients should search them.',
  },
  'meta.v1.APIResource': {
    '': 'A resource or subresource that a version serves, with what clients need to use it.',
    name: 'The plural word in URLs. A subresource is written behind it, as in "pods/log".',
    singularName: 'The singular word that command-line users may type. Empty for subresources.',
    namespaced: 'Whether objects live in a namespace; otherwise they belong to the whole cluster.',
    group:
      'The group of the kind where it differs from that of the list: a scale subresource answers with another group than its owner.',
    version: 'The version of the kind where it differs from that of the list.',
    kind: 'The kind of object that the resource reads and writes.',
    verbs: 'The operations that can be requested, such as get, list and create.',
    shortNames: 'Abbreviations that command-line users may type.',
    categories:
      'Names of collections that the resource belongs to. Asking for "all" lists every resource of that category.',
    storageVersionHash:
      'A hash of the version in which objects are stored. It changes when that version does; nothing else can be concluded from it.',
  },
  'meta.v1.APIResourceList': {
    '': 'The resources that a server has in one version of a group.',
    groupVersion: 'The group and version that is listed.',
    resources: 'Resources and their subresources.',
  },
  'meta.v1.APIVersions': {
    '': 'The versions of the core group, which /api answers with.',
    versions: 'The versions served.',
    serverAddressByClientCIDRs:
      'Which address clients should connect to, by the network they come from. The first entry that contains the client is used.',
  },
  'meta.v1.ApplyOptions': {
    '': 'Query parameters of a server-side apply.',
    dryRun,
    force: 'Takes over fields that other managers own instead of answering with a conflict.',
    fieldManager: 'Who applies. Required, as the fields applied before and missing now are found by it.',
  },
  'meta.v1.Condition': {
    '': 'One aspect of the state of an object, judged true, false or unknown.',
    type: 'Which aspect is judged, in CamelCase. An object has at most one condition of each type.',
    status: 'The judgment: True, False or Unknown.',
    observedGeneration:
      'The generation of the object that was judged. A condition with a smaller one than the metadata is out of date.',
    lastTransitionTime: 'When the status last changed from one value to another.',
    reason: 'A CamelCase word for programs that says why the status is as it is.',
    message: 'A sentence for people with the details. May be empty.',
  },
  'meta.v1.CreateOptions': {
    '': 'Query parameters of a create request.',
    dryRun,
    fieldManager,
    fieldValidation,
  },
  'meta.v1.DeleteOptions': {
    '': 'How objects are deleted. It is sent as the body or as the query of a delete request.',
    gracePeriodSeconds:
      'Seconds the object is given to shut down; 0 removes it at once. Without it, the kind decides (30 for pods).',
    preconditions: 'What must be true of the stored object. Otherwise the request is answered with a conflict.',
    orphanDependents:
      'Deprecated, use propagationPolicy: true keeps the objects owned by this one, false deletes them. Cannot be combined with propagationPolicy.',
    propagationPolicy:
      'What happens to the objects that this one owns: Orphan keeps them, Background deletes them afterwards, Foreground deletes them before the owner disappears.',
    dryRun,
    ignoreStoreReadErrorWithClusterBreakingPotential:
      'Removes an object that cannot be read from storage, because it is corrupt or cannot be decrypted. Finalizers and checks are skipped, so what the object owned may be left behind.',
  },
  'meta.v1.FieldSelectorRequirement': {
    '': 'One condition of a field selector.',
    key: 'The path of the field, such as "spec.nodeName".',
    operator: 'How the field is compared: In, NotIn, Exists or DoesNotExist.',
    values: selectorValues,
  },
  'meta.v1.GetOptions': {
    '': 'Query parameters of a get request.',
    resourceVersion:
      'How fresh the answer must be. Empty reads the newest state; "0" accepts any cached one; another value accepts one at least that new.',
  },
  'meta.v1.GroupResource': {
    '': 'A resource in any version.',
    group: 'The group, empty for the core group.',
    resource: 'The resource in plural, as in paths.',
  },
  'meta.v1.GroupVersionForDiscovery': {
    '': 'A version of a group, alone and together with the group.',
    groupVersion: 'Group and version joined by a slash, as in apiVersion.',
    version: 'The version alone.',
  },
  'meta.v1.GroupVersionKind': {
    '': 'Identifies a kind in one version.',
    group: 'The group; empty for the core group.',
    version: 'The version within the group.',
    kind: 'The kind within the version.',
  },
  'meta.v1.GroupVersionResource': {
    '': 'Identifies a resource in one version.',
    group: 'The group; empty for the core group.',
    version: 'The version within the group.',
    resource: 'The plural resource within the version.',
  },
  'meta.v1.LabelSelector': {
    '': 'Selects objects by their labels. All requirements must hold; an empty selector matches everything, an absent one nothing.',
    matchLabels: 'Labels that an object must have with exactly these values.',
    matchExpressions: 'Further requirements, which can test for sets of values and for keys.',
  },
  'meta.v1.LabelSelectorRequirement': {
    '': 'One condition of a label selector.',
    key: selectorKey,
    operator: 'How the label is compared: In, NotIn, Exists or DoesNotExist.',
    values: selectorValues,
  },
  'meta.v1.List': {
    '': 'Holds objects of any kind, each with its own apiVersion and kind.',
    items: 'The objects of this page of the list.',
  },
  'meta.v1.ListMeta': {
    '': 'What a list says about itself, as opposed to its items.',
    selfLink: 'Deprecated and never set.',
    resourceVersion: 'The version of the whole list. A watch that starts here misses nothing.',
    continue:
      'A token to request the next page with. Empty on the last page; valid only for a few minutes and with unchanged parameters.',
    remainingItemCount: 'How many items follow on later pages. Absent when it is not known, as with selectors.',
    shardInfo: 'Present when only a shard of the objects was listed.',
  },
  'meta.v1.ListOptions': {
    '': 'Query parameters of list and watch requests, and of deletions of collections.',
    labelSelector: 'Restricts the objects to those whose labels match.',
    fieldSelector: 'Restricts the objects to those whose fields match. Only some fields of a kind can be selected.',
    watch: 'Answers with a stream of changes instead of a list.',
    allowWatchBookmarks: 'Allows BOOKMARK events, which carry no change but tell how far the stream has come.',
    resourceVersion:
      'Where a watch begins, or how fresh a list must be; "0" accepts any cached state and empty means the newest.',
    resourceVersionMatch:
      'How resourceVersion is meant for a list: Exact, or NotOlderThan. Requires a resourceVersion, or sendInitialEvents.',
    timeoutSeconds: 'Ends the list or the watch after this many seconds.',
    limit: 'The largest number of items on a page. More are fetched with the continue token of the answer.',
    continue: 'The token of the page before. All other parameters must be as they were then.',
    sendInitialEvents:
      'Begins a watch with an ADDED event for each existing object and a bookmark behind the last. Requires resourceVersionMatch NotOlderThan.',
    shardSelector:
      'Restricts the objects to those whose hash is in a range, so that several clients can share the work.',
  },
  'meta.v1.ManagedFieldsEntry': {
    '': 'The fields that one manager owns through one kind of operation.',
    manager: 'The name of the owner.',
    operation: 'Apply for server-side apply, Update for every other write.',
    apiVersion:
      'The version in which the fields are named. They are converted when the object is written in another one.',
    time: 'When fields were last added to the entry, removed, or given new values.',
    fieldsType: 'The format of the set. There is one: FieldsV1.',
    fieldsV1: 'The set of fields that are owned.',
    subresource:
      'The subresource through which the fields were written; empty for the object itself. The same manager has one entry for each.',
  },
  'meta.v1.ObjectMeta': {
    '': 'What objects of every kind have besides their content. Some of it is set by users, some by the server.',
    name: 'Distinguishes the object from others of its kind in the namespace. It cannot be changed.',
    generateName:
      'The beginning of a name to which the server adds random characters. Used on create when no name is given.',
    namespace: 'Where the object lives; empty for kinds that belong to the whole cluster. It cannot be changed.',
    selfLink: 'Deprecated and never set.',
    uid: 'Distinguishes the object from all others, also from earlier ones of the same name. Set by the server.',
    resourceVersion:
      'Changes with every write. Sent back with an update, it makes the update fail if another write came first. Compare it for equality only.',
    generation: 'Counts the changes of the desired state. Set by the server.',
    creationTimestamp: 'When the server created the object.',
    deletionTimestamp:
      'When deletion was requested, plus the grace period. The object remains until its finalizers are gone. Set by the server.',
    deletionGracePeriodSeconds:
      'Seconds of the grace period with which deletion was requested. It can only be shortened.',
    labels: 'Keys and values to organize objects and to select them by.',
    annotations:
      'Keys and values of any content, for tools and libraries. Objects cannot be selected by them; all together may have 256 KiB.',
    ownerReferences:
      'The objects that this one depends on. It is deleted after the last of them is gone; at most one of them may be its controller.',
    finalizers:
      'Names of tasks to do before a deleted object may be removed. The controller of a task removes its name when the task is done; the order does not matter.',
    managedFields:
      'Which manager owns which fields. Kept by the server for server-side apply; can be emptied, but not invented.',
  },
  'meta.v1.OwnerReference': {
    '': 'Names an object that owns the one with the reference. It is in the same namespace or belongs to the whole cluster.',
    apiVersion: 'The group and version of the owner.',
    kind: 'The kind of the owner.',
    name: 'The name of the owner.',
    uid: 'The uid of the owner, so that a later object of the same name is not mistaken for it.',
    controller: 'Whether the owner manages this object. Only one owner can.',
    blockOwnerDeletion:
      'Keeps an owner that is deleted in the foreground until this object is gone. Setting it requires permission to change the finalizers of the owner.',
  },
  'meta.v1.PartialObjectMetadata': {
    '': 'The metadata of an object of any kind without its content. Clients ask for it with an Accept header.',
  },
  'meta.v1.PatchOptions': {
    '': 'Query parameters of a patch request.',
    dryRun,
    force: 'With server-side apply, takes over fields that other managers own. Refused with other formats of patches.',
    fieldManager:
      'Who makes the change, for the record of field owners. Required for server-side apply; otherwise the first part of the User-Agent stands in.',
    fieldValidation,
  },
  'meta.v1.Preconditions': {
    '': 'What must be true of the stored object before it is deleted.',
    uid: 'The uid that the object must have.',
    resourceVersion: 'The resourceVersion that the object must have.',
  },
  'meta.v1.RootPaths': {
    '': 'The paths that a server answers.',
    paths: 'Every path, sorted.',
  },
  'meta.v1.ServerAddressByClientCIDR': {
    '': 'The server address for clients of one network.',
    clientCIDR: 'The network that the client is in, as "10.0.0.0/8".',
    serverAddress: 'The host, IP address or host:port to connect to.',
  },
  'meta.v1.ShardInfo': {
    '': 'Which shard of the objects a list holds.',
    selector: 'The selector that was requested, in the spelling of the server.',
  },
  'meta.v1.Status': {
    '': 'The outcome of a request that does not answer with an object. Errors always have this form.',
    status: 'Success or Failure.',
    message: 'A sentence for people about what happened.',
    reason: 'A CamelCase word for programs, such as NotFound or Conflict. It is more precise than the HTTP code.',
    details: 'What the error is about, as far as the reason has such data.',
    code: 'The HTTP code that the status belongs to. 0 if it is not set.',
  },
  'meta.v1.StatusCause': {
    '': 'One of several causes of an error.',
    reason: 'A CamelCase word for programs, such as FieldValueRequired.',
    message: 'What is wrong, for people.',
    field: 'The path of the offending field as it is written in JSON, such as "spec.ports[0].name".',
  },
  'meta.v1.StatusDetails': {
    '': 'What an error is about.',
    name: 'The name of the object.',
    group: 'The API group of the object.',
    kind: 'The kind of the object, or its resource.',
    uid: 'The uid of the object, where there is only one.',
    causes: 'All causes that were found, not just the first.',
    retryAfterSeconds:
      'Seconds to wait before the request is repeated. For some errors, the client has to do something else first.',
  },
  'meta.v1.Table': {
    '': 'Objects as the rows of a table, prepared by the server for display. Clients ask for it with an Accept header.',
    columnDefinitions: 'The columns, in the order of the cells. In a watch, only the first event has them.',
    rows: 'A row for each object.',
  },
  'meta.v1.TableColumnDefinition': {
    '': 'One column of a table.',
    name: 'The heading.',
    type: 'The OpenAPI type of the cells: string, integer, number, boolean or date.',
    format: 'An OpenAPI format that refines the type. The column with the name of the object has the format "name".',
    description: 'What the column shows.',
    priority: 'How important the column is: 0 is always shown, larger numbers only in wide output.',
  },
  'meta.v1.TableOptions': {
    '': 'Query parameters of a request for a table.',
    '-': 'Leaves out the headings. It exists for programs in the same process and is never sent.',
    includeObject: 'What each row holds besides its cells: None, Metadata (the default) or the whole Object.',
  },
  'meta.v1.TableRow': {
    '': 'One row of a table.',
    conditions: 'Marks on the row. A row that is Completed can be shown dimmed.',
    object: 'The object of the row, as far as it was asked for with includeObject.',
  },
  'meta.v1.TableRowCondition': {
    '': 'A mark on a row.',
    type: 'The kind of mark. There is one: Completed, for objects that have run to their end.',
    status: 'Whether the mark applies: True, False or Unknown.',
    reason: 'A CamelCase word for programs that says why.',
    message: 'A sentence for people that says why.',
  },
  'meta.v1.TypeMeta': {
    '': 'Says what an object is. Every object that travels alone has it.',
    kind: 'The kind of the object in CamelCase.',
    apiVersion: 'The group and version that the object is written in; the core group is left out.',
  },
  'meta.v1.UpdateOptions': {
    '': 'Query parameters of an update request.',
    dryRun,
    fieldManager,
    fieldValidation,
  },
  'meta.v1.WatchEvent': {
    '': 'One event of a watch.',
    type: 'ADDED, MODIFIED or DELETED for a change, BOOKMARK for progress without one, ERROR for the end.',
    object:
      'The object after the change, or before it was deleted. A bookmark has only its resourceVersion, an error is a Status.',
  },
}
