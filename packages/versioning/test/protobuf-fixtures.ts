/**
 * Objects as the types' own marshallers in Go write them: the JSON, and the bytes in their envelope. Made by a program
 * of a few lines over the published modules (api, apimachinery, apiextensions-apiserver 0.36.0), from objects of ours.
 */
export const protobufFixtures: readonly { readonly json: string; readonly hex: string }[] = [
  {
    json: '{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"a","namespace":"b","uid":"u","resourceVersion":"7","generation":9007199254740993,"creationTimestamp":"2024-02-29T12:34:56Z","deletionTimestamp":"1969-12-31T23:59:59Z","deletionGracePeriodSeconds":0,"labels":{"a":"","z":"1","é":"ü"},"annotations":{"__proto__":"x"},"ownerReferences":[{"apiVersion":"v1","kind":"K","name":"n","uid":"o","controller":false}],"finalizers":["f/1","f/2"],"managedFields":[{"manager":"m","operation":"Apply","apiVersion":"v1","time":"2024-01-01T00:00:00Z","fieldsType":"FieldsV1","fieldsV1":{"f:data":{".":{},"f:k":{}}}}]},"immutable":true,"data":{"empty":"","k":"v"},"binaryData":{"b":"AP8=","e":""}}',
    hex: '6b3873000a0f0a0276311209436f6e6669674d617012e7010abf010a016112001a016222002a0175320137388180808080808010420808f0f381af0610004a0d08ffffffffffffffffff01100050005a050a016112005a060a017a1201315a080a02c3a91202c3bc620e0a095f5f70726f746f5f5f1201786a0f0a014b1a016e22016f2a02763130007203662f317203662f328a01440a016d12054170706c791a0276312208088081c8ac06100032084669656c647356313a1e0a1c7b22663a64617461223a7b222e223a7b7d2c22663a6b223a7b7d7d7d420012090a05656d707479120012060a016b1201761a070a0162120200ff1a050a0165120020011a002200',
  },
  {
    json: '{"kind":"ConfigMap","apiVersion":"v1","metadata":{}}',
    hex: '6b3873000a0f0a0276311209436f6e6669674d617012120a100a0012001a0022002a003200380042001a002200',
  },
  {
    json: '{"kind":"Pod","apiVersion":"v1","metadata":{"name":"p"},"spec":{"volumes":[{"name":"v","emptyDir":{"medium":"Memory","sizeLimit":"1Gi"}},{"name":"c","configMap":{"name":"cm","items":[{"key":"k","path":"p","mode":0}],"defaultMode":420}},{"name":"h","hostPath":{"path":"/","type":""}}],"containers":[{"name":"c","image":"i","command":["a",""],"ports":[{"containerPort":80,"protocol":"TCP"}],"env":[{"name":"E","value":"1"},{"name":"F","valueFrom":{"secretKeyRef":{"name":"s","key":"k","optional":false}}}],"resources":{"limits":{"cpu":"500m","memory":"128Mi"},"requests":{"cpu":"500m"}},"livenessProbe":{"httpGet":{"path":"/","port":"web"},"timeoutSeconds":1},"readinessProbe":{"tcpSocket":{"port":-1}}}],"terminationGracePeriodSeconds":0,"activeDeadlineSeconds":5,"nodeSelector":{"a":"b"},"securityContext":{"supplementalGroups":[1,2]},"tolerations":[{"key":"k","operator":"Exists","tolerationSeconds":-1}]},"status":{"phase":"Pending"}}',
    hex: '6b3873000a090a0276311203506f641284030a110a017012001a0022002a0032003800420012d2020a160a01761211120f0a064d656d6f727912050a033147690a1b0a016312169a01130a040a02636d12080a016b120170180018a4030a0c0a016812070a050a012f120012c1010a01631201691a01611a002a00320d0a001000185022035443502a003a060a01451201313a130a014612001a0c220a0a030a017312016b180042310a0d0a0363707512060a043530306d0a110a066d656d6f727912070a053132384d69120d0a0363707512060a043530306d52200a1412120a012f1209080110001a037765621a002200100018012000280030005a210a151a130a0f080010ffffffffffffffffff011a001200100018002000280030006a007200800100880100900100a201001a002000280532003a060a016112016242004a0052005800600068007204200120028201008a01009a0100b2011a0a016b12064578697374731a00220028ffffffffffffffffff01c201001a1a0a0750656e64696e671a0022002a0032004a005a0072008801001a002200',
  },
  {
    json: '{"kind":"Deployment","apiVersion":"apps/v1","metadata":{"name":"d"},"spec":{"replicas":0,"selector":{"matchLabels":{"a":"b"},"matchExpressions":[{"key":"k","operator":"In","values":["x"]}]},"template":{"metadata":{"labels":{"a":"b"}},"spec":{"containers":null}},"strategy":{"type":"RollingUpdate","rollingUpdate":{"maxUnavailable":"25%","maxSurge":1}},"paused":true},"status":{"observedGeneration":-3}}',
    hex: '6b3873000a150a07617070732f7631120a4465706c6f796d656e7412a8010a110a016412001a0022002a00320038004200127c080012140a060a0161120162120a0a016b1202496e1a01781a380a180a0012001a0022002a003200380042005a060a0161120162121c1a00320042004a0052005800600068008201008a01009a0100c2010022240a0d526f6c6c696e6755706461746512130a09080110001a033235251206080010011a00280038011a1508fdffffffffffffffff01100018002000280038001a002200',
  },
  {
    json: '{"kind":"ControllerRevision","apiVersion":"apps/v1","metadata":{"name":"r"},"data":{"a":[1,2.5,null,{"b":"c"}]},"revision":2}',
    hex: '6b3873000a1d0a07617070732f76311212436f6e74726f6c6c65725265766973696f6e12350a110a017212001a0022002a00320038004200121e0a1c7b2261223a5b312c322e352c6e756c6c2c7b2262223a2263227d5d7d18021a002200',
  },
  {
    json: '{"kind":"Job","apiVersion":"batch/v1","metadata":{"name":"j"},"spec":{"parallelism":2147483647,"podFailurePolicy":{"rules":[{"action":"Ignore","onExitCodes":{"operator":"In","values":[1,-2,300]}}]},"template":{"metadata":{},"spec":{"containers":[{"name":"c","resources":{}}]}}},"status":{}}',
    hex: '6b3873000a0f0a0862617463682f763112034a6f621294010a110a016a12001a0022002a00320038004200127508ffffffff07324b0a100a0012001a0022002a00320038004200123712190a016312002a0042006a007200800100880100900100a201001a00320042004a0052005800600068008201008a01009a0100c201005a200a1e0a0649676e6f726512141202496e180118feffffffffffffffff0118ac021a082000280030003a001a002200',
  },
  {
    json: '{"kind":"Lease","apiVersion":"coordination.k8s.io/v1","metadata":{"name":"l"},"spec":{"holderIdentity":"h","leaseDurationSeconds":15,"acquireTime":"2024-02-29T12:34:56.000001Z","renewTime":"1960-01-02T03:04:05.999999Z"}}',
    hex: '6b3873000a1f0a16636f6f7264696e6174696f6e2e6b38732e696f2f763112054c6561736512380a110a016c12001a0022002a0032003800420012230a0168100f1a0908f0f381af0610e807221108a58ac6e9feffffffff0110988cebdc031a002200',
  },
  {
    json: '{"kind":"PodDisruptionBudget","apiVersion":"policy/v1","metadata":{"name":"p"},"spec":{"minAvailable":"50%","maxUnavailable":0},"status":{"disruptedPods":{"a":"2024-01-01T00:00:00Z","b":null},"disruptionsAllowed":0,"currentHealthy":1,"desiredHealthy":2,"expectedPods":3}}',
    hex: '6b3873000a200a09706f6c6963792f76311213506f6444697372757074696f6e427564676574124a0a110a017012001a0022002a0032003800420012130a09080110001a033530251a06080010001a001a200800120d0a01611208088081c8ac06100012050a0162120018002001280230031a002200',
  },
  {
    json: '{"kind":"SubjectAccessReview","apiVersion":"authorization.k8s.io/v1","metadata":{},"spec":{"nonResourceAttributes":{"path":"/","verb":"get"},"user":"u","groups":["g"],"extra":{"k":["v","w"]}},"status":{"allowed":false}}',
    hex: '6b3873000a2e0a17617574686f72697a6174696f6e2e6b38732e696f2f763112135375626a656374416363657373526576696577123d0a100a0012001a0022002a00320038004200121f12080a012f12036765741a01752201672a0b0a016b12060a01760a017732001a08080012001a0020001a002200',
  },
  {
    json: '{"kind":"HorizontalPodAutoscaler","apiVersion":"autoscaling/v2","metadata":{"name":"h"},"spec":{"scaleTargetRef":{"kind":"D","name":"d"},"maxReplicas":3,"metrics":[{"type":"Pods","pods":{"metric":{"name":"m"},"target":{"type":"AverageValue","averageValue":"1500m"}}}]},"status":{"desiredReplicas":0,"currentMetrics":null}}',
    hex: '6b3873000a290a0e6175746f7363616c696e672f76321217486f72697a6f6e74616c506f644175746f7363616c6572124f0a110a016812001a0022002a0032003800420012340a080a01441201641a00180322260a04506f64731a1e0a030a016d12170a0c4176657261676556616c75651a070a05313530306d1a04180020001a002200',
  },
  {
    json: '{"kind":"Scale","apiVersion":"autoscaling/v1","metadata":{"name":"s"},"spec":{"replicas":3},"status":{"replicas":1,"selector":"a=b"}}',
    hex: '6b3873000a170a0e6175746f7363616c696e672f763112055363616c6512200a110a017312001a0022002a00320038004200120208031a0708011203613d621a002200',
  },
  {
    json: '{"kind":"Ingress","apiVersion":"networking.k8s.io/v1","metadata":{"name":"i"},"spec":{"rules":[{"host":"h","http":{"paths":[{"path":"/","pathType":"Prefix","backend":{"service":{"name":"s","port":{"number":80}}}}]}},{"host":"x"}]},"status":{"loadBalancer":{}}}',
    hex: '6b3873000a1f0a146e6574776f726b696e672e6b38732e696f2f76311207496e677265737312430a110a016912001a0022002a00320038004200122a1a210a0168121c0a1a0a180a012f120b22090a017312040a0010501a065072656669781a050a017812001a020a001a002200',
  },
  {
    json: '{"kind":"ValidatingWebhookConfiguration","apiVersion":"admissionregistration.k8s.io/v1","metadata":{"name":"w"},"webhooks":[{"name":"n","clientConfig":{"caBundle":"AQI="},"rules":[{"operations":["CREATE"],"apiGroups":[""],"apiVersions":["v1"],"resources":["pods"],"scope":"*"}],"sideEffects":"None","admissionReviewVersions":["v1"]}]}',
    hex: '6b3873000a410a1f61646d697373696f6e726567697374726174696f6e2e6b38732e696f2f7631121e56616c69646174696e67576562686f6f6b436f6e66696775726174696f6e12430a110a017712001a0022002a00320038004200122e0a016e1204120201021a190a06435245415445120f0a00120276311a04706f647322012a32044e6f6e65420276311a002200',
  },
  {
    json: '{"kind":"Event","apiVersion":"v1","metadata":{"name":"e"},"involvedObject":{"kind":"Pod"},"source":{},"firstTimestamp":null,"lastTimestamp":"2024-01-01T00:00:00Z","eventTime":null,"reportingComponent":"","reportingInstance":""}',
    hex: '6b3873000a0b0a02763112054576656e7412480a110a016512001a0022002a0032003800420012110a03506f6412001a0022002a0032003a001a0022002a040a00120032003a08088081c8ac06100040004a005200620072007a001a002200',
  },
  {
    json: '{"kind":"DeleteOptions","apiVersion":"v1","gracePeriodSeconds":0,"preconditions":{"uid":"u"},"orphanDependents":false,"propagationPolicy":"Orphan","dryRun":["All"]}',
    hex: '6b3873000a130a027631120d44656c6574654f7074696f6e731216080012030a0175180022064f727068616e2a03416c6c1a002200',
  },
  {
    json: '{"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","message":"m","reason":"Expired","details":{"name":"n","causes":[{"reason":"r","message":"m","field":"f"}]},"code":410}',
    hex: '6b3873000a0c0a027631120653746174757312380a060a0012001a0012074661696c7572651a016d2207457870697265642a160a016e12001a0022090a017212016d1a016628003200309a031a002200',
  },
  {
    json: '{"kind":"PersistentVolume","apiVersion":"v1","metadata":{"name":"pv"},"spec":{"capacity":{"storage":"1Gi"},"nfs":{"server":"s","path":"/p"},"accessModes":["ReadWriteOnce"]},"status":{}}',
    hex: '6b3873000a160a027631121050657273697374656e74566f6c756d6512500a120a02707612001a0022002a0032003800420012320a100a0773746f7261676512050a03314769120b2a090a017312022f7018001a0d5265616457726974654f6e63652a0032001a060a0012001a001a002200',
  },
  {
    json: '{"kind":"DeviceClass","apiVersion":"resource.k8s.io/v1","metadata":{"name":"dc"},"spec":{"selectors":[{"cel":{"expression":"true"}}],"config":[{"opaque":{"driver":"d","parameters":{"x":1}}}]}}',
    hex: '6b3873000a210a127265736f757263652e6b38732e696f2f7631120b446576696365436c61737312340a120a02646312001a0022002a00320038004200121e0a080a060a047472756512120a100a0e0a016412090a077b2278223a317d1a002200',
  },
  {
    json: '{"kind":"CustomResourceDefinition","apiVersion":"apiextensions.k8s.io/v1","metadata":{"name":"c.e.d"},"spec":{"group":"e.d","names":{"plural":"c","kind":"C"},"scope":"Namespaced","versions":[{"name":"v1","served":true,"storage":true,"schema":{"openAPIV3Schema":{"type":"object","default":{"a":1},"maximum":0,"minimum":-1.5,"enum":["a",1,null],"items":{"type":"string","maxLength":3},"properties":{"d":{"dependencies":{"x":["y"],"z":{"type":"string"}}},"l":{"items":[{"type":"a"},{"type":"b"}]},"m":{"additionalProperties":{"type":"integer","format":"int32"}},"n":{"additionalProperties":true}},"additionalProperties":false,"x-kubernetes-preserve-unknown-fields":true,"x-kubernetes-list-map-keys":["k"],"x-kubernetes-validations":[{"rule":"r"}]}}}]},"status":{"conditions":[{"type":"Established","status":"True","lastTransitionTime":"2024-01-01T00:00:00Z"}],"acceptedNames":{"plural":"c","kind":"C"},"storedVersions":["v1"]}}',
    hex: '6b3873000a330a17617069657874656e73696f6e732e6b38732e696f2f76311218437573746f6d5265736f75726365446566696e6974696f6e12e6040a150a05632e652e6412001a0022002a003200380042001293040a03652e641a0a0a016312002201432a00220a4e616d657370616365643af1030a0276311001180122e4030ae1030a00120022002a066f626a65637432003a0042090a077b2261223a317d490000000000000000500059000000000000f8bf60007a00900100a201050a03226122a201030a0131a20100c201280a260a00120022002a06737472696e6732003a005000600068037a00900100a80200b80200c00200ea015c0a016412570a00120022002a0032003a00500060007a009001008202080a0178120312017982022b0a017a12260a240a00120022002a06737472696e6732003a00500060007a00900100a80200b80200c00200a80200b80200c00200ea01680a016c12630a00120022002a0032003a00500060007a00900100c20142121f0a00120022002a016132003a00500060007a00900100a80200b80200c00200121f0a00120022002a016232003a00500060007a00900100a80200b80200c00200a80200b80200c00200ea01540a016d124f0a00120022002a0032003a00500060007a00900100f2012e0801122a0a00120022002a07696e74656765723205696e7433323a00500060007a00900100a80200b80200c00200a80200b80200c00200ea01280a016e12230a00120022002a0032003a00500060007a00900100f201020801a80200b80200c00200f201020800a80200b00201b80200c00200ca02016be202090a017212001a002a00380050001a370a230a0b45737461626c69736865641204547275651a08088081c8ac06100022002a003000120a0a016312002201432a001a02763120001a002200',
  },
  {
    json: '{"kind":"APIResourceList","apiVersion":"v1","groupVersion":"scheduling.k8s.io/v1","resources":[{"name":"priorityclasses","singularName":"priorityclass","namespaced":false,"kind":"PriorityClass","verbs":["create","delete","deletecollection","get","list","patch","update","watch"],"shortNames":["pc"],"storageVersionHash":"1QwjyaZjj3Y="}]}',
    hex: '6b3873000a150a027631120f4150495265736f757263654c69737412a5010a147363686564756c696e672e6b38732e696f2f7631128c010a0f7072696f72697479636c617373657310001a0d5072696f72697479436c61737322430a066372656174650a0664656c6574650a1064656c657465636f6c6c656374696f6e0a036765740a046c6973740a0570617463680a067570646174650a0577617463682a027063320d7072696f72697479636c61737342004a00520c3151776a79615a6a6a33593d1a002200',
  },
]
