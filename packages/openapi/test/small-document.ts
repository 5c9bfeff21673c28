/** A version-2 document with everything the protobuf form has a place for. */
export const smallDocument = {
  swagger: '2.0',
  info: { title: 'small', version: 'v1', description: 'ä' },
  paths: {
    '/api/v1/pods/{name}': {
      get: {
        description: 'read',
        consumes: ['*/*'],
        produces: ['application/json'],
        schemes: ['https'],
        tags: ['core_v1'],
        operationId: 'readPod',
        responses: {
          '200': { description: 'OK', schema: { $ref: '#/definitions/Pod' } },
          '401': { description: 'Unauthorized' },
        },
        'x-action': 'get',
        'x-group-version-kind': { group: '', kind: 'Pod', version: 'v1' },
      },
      patch: {
        operationId: 'patchPod',
        parameters: [
          { name: 'body', in: 'body', required: true, schema: { $ref: '#/definitions/Pod' } },
          { name: 'dryRun', in: 'query', type: 'string', uniqueItems: true },
        ],
        responses: { '200': { description: 'OK', schema: { type: 'string' } } },
      },
      parameters: [{ name: 'name', in: 'path', type: 'string', required: true, uniqueItems: true }],
    },
  },
  definitions: {
    Pod: {
      description: 'a pod',
      type: 'object',
      required: ['spec'],
      properties: {
        default: {
          type: 'string',
          enum: ['a', ''],
          default: 'a',
          pattern: '^a$',
          minLength: 1,
          maxLength: 300,
          format: 'byte',
        },
        $ref: { $ref: '#/definitions/Other', 'x-patch-strategy': 'merge' },
        'x-odd': {
          type: 'integer',
          minimum: 0.5,
          maximum: 10,
          exclusiveMinimum: true,
          exclusiveMaximum: true,
          multipleOf: 0.5,
        },
        list: {
          type: 'array',
          items: { type: 'string' },
          minItems: 1,
          maxItems: 200000,
          uniqueItems: true,
          'x-list-map-keys': ['a', 'b'],
        },
        map: {
          type: 'object',
          additionalProperties: { $ref: '#/definitions/Other' },
          minProperties: 1,
          maxProperties: 2,
        },
        open: { type: 'object', additionalProperties: true },
        all: { allOf: [{ $ref: '#/definitions/Other' }], title: 'all' },
      },
    },
    Other: { 'x-preserve-unknown-fields': true },
  },
  securityDefinitions: { BearerToken: { description: 'token', type: 'apiKey', name: 'authorization', in: 'header' } },
  security: [{ BearerToken: [] }],
} as const
