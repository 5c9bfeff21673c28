import { describe, expect, it } from 'vitest'

import { applyStrategicMergePatch } from '../src/strategic-merge-patch.ts'
import { deepFreeze, refusalOf } from './fixtures/refusal.ts'
import { shelf } from './fixtures/shelf-schema.ts'

type Row = readonly [promise: string, original: object, patch: object, result: object]

const maps: readonly Row[] = [
  ['sets a field that is absent', {}, { name: 'a' }, { name: 'a' }],
  ['replaces a scalar', { name: 'a' }, { name: 'b' }, { name: 'b' }],
  ['keeps what the patch does not mention', { name: 'a', value: 'x' }, { value: 'y' }, { name: 'a', value: 'y' }],
  ['removes a field with null', { name: 'a', value: 'x' }, { value: null }, { name: 'a' }],
  ['ignores null for a field that is absent', { name: 'a' }, { value: null }, { name: 'a' }],
  ['changes nothing with an empty patch', { name: 'a', tags: [1] }, {}, { name: 'a', tags: [1] }],
  [
    'merges a map key by key',
    { labels: { a: '1', b: '2' } },
    { labels: { b: '3', c: '4' } },
    { labels: { a: '1', b: '3', c: '4' } },
  ],
  ['removes a key of a map with null', { labels: { a: '1', b: '2' } }, { labels: { a: null } }, { labels: { b: '2' } }],
  ['leaves an emptied map behind', { labels: { a: '1' } }, { labels: { a: null } }, { labels: {} }],
  ['keeps a map merged with an empty map', { labels: { a: '1' } }, { labels: {} }, { labels: { a: '1' } }],
  ['removes a whole map with null', { labels: { a: '1' }, name: 'n' }, { labels: null }, { name: 'n' }],
  ['drops nulls inside a map that is new', {}, { labels: { a: null, b: '2' } }, { labels: { b: '2' } }],
  [
    'drops nulls at any depth of a value that is new',
    {},
    { inner: { inner: { name: null, value: 'v' } } },
    { inner: { inner: { value: 'v' } } },
  ],
  [
    'drops nulls inside the items of a list that is new',
    {},
    { parts: [{ name: 'a', value: null }] },
    { parts: [{ name: 'a' }] },
  ],
  [
    'merges nested structs',
    { inner: { name: 'a', inner: { value: 'x' } } },
    { inner: { inner: { other: 'y' } } },
    { inner: { name: 'a', inner: { value: 'x', other: 'y' } } },
  ],
  [
    'merges structs inside a map',
    { shelves: { s: { name: 'a', value: 'x' } } },
    { shelves: { s: { value: 'y' } } },
    { shelves: { s: { name: 'a', value: 'y' } } },
  ],
  [
    'adds a struct to a map of structs',
    { shelves: { s: { name: 'a' } } },
    { shelves: { t: { name: 'b' } } },
    { shelves: { s: { name: 'a' }, t: { name: 'b' } } },
  ],
  ['replaces a value of another type', { anything: 'text' }, { anything: { a: 1 } }, { anything: { a: 1 } }],
  ['replaces a map by a scalar', { anything: { a: 1 } }, { anything: 'text' }, { anything: 'text' }],
  ['replaces a list by a map', { anything: [1] }, { anything: { a: 1 } }, { anything: { a: 1 } }],
  [
    'replaces a field whose strategy is replace',
    { replaced: { name: 'a', value: 'x' } },
    { replaced: { value: 'y' } },
    { replaced: { value: 'y' } },
  ],
  ['adds a field whose strategy is replace', {}, { replaced: { value: 'y' } }, { replaced: { value: 'y' } }],
  ['empties a field whose strategy is replace', { replaced: { name: 'a' } }, { replaced: {} }, { replaced: {} }],
  [
    'merges a raw value key by key',
    { extension: { a: 1, b: { c: 2 } } },
    { extension: { b: { d: 3 } } },
    { extension: { a: 1, b: { c: 2, d: 3 } } },
  ],
  ['removes a key of a raw value', { extension: { a: 1, b: 2 } }, { extension: { b: null } }, { extension: { a: 1 } }],
  [
    'replaces a list inside a raw value',
    { extension: { l: [1, 2] } },
    { extension: { l: [3] } },
    { extension: { l: [3] } },
  ],
  [
    'replaces a list of maps inside a raw value',
    { anything: [{ name: 'a' }] },
    { anything: [{ name: 'b' }] },
    { anything: [{ name: 'b' }] },
  ],
  [
    'keeps a key called __proto__',
    JSON.parse('{"labels":{"__proto__":"a","x":"1"}}'),
    { labels: { x: '2' } },
    JSON.parse('{"labels":{"__proto__":"a","x":"2"}}'),
  ],
  [
    'sets a key called __proto__',
    { labels: { x: '1' } },
    JSON.parse('{"labels":{"__proto__":"a"}}'),
    JSON.parse('{"labels":{"x":"1","__proto__":"a"}}'),
  ],
  [
    'removes a key called __proto__',
    JSON.parse('{"labels":{"__proto__":"a","x":"1"}}'),
    JSON.parse('{"labels":{"__proto__":null}}'),
    { labels: { x: '1' } },
  ],
  ['sets a key called constructor', { labels: {} }, { labels: { constructor: 'c' } }, { labels: { constructor: 'c' } }],
]

const mapDirectives: readonly Row[] = [
  [
    '$patch: replace keeps only the patch',
    { labels: { a: '1', b: '2' } },
    { labels: { $patch: 'replace', c: '3' } },
    { labels: { c: '3' } },
  ],
  ['$patch: replace alone empties a map', { labels: { a: '1' } }, { labels: { $patch: 'replace' } }, { labels: {} }],
  [
    '$patch: replace at the top replaces everything',
    { name: 'a', value: 'b' },
    { $patch: 'replace', other: 'c' },
    { other: 'c' },
  ],
  [
    '$patch: delete empties a map',
    { labels: { a: '1' }, name: 'n' },
    { labels: { $patch: 'delete' } },
    { labels: {}, name: 'n' },
  ],
  [
    '$patch: delete ignores what stands beside it',
    { labels: { a: '1' } },
    { labels: { $patch: 'delete', b: '2' } },
    { labels: {} },
  ],
  ['$patch: delete at the top empties everything', { name: 'a' }, { $patch: 'delete' }, {}],
  [
    '$patch: replace in a nested struct',
    { inner: { name: 'a', inner: { value: 'x', other: 'y' } } },
    { inner: { inner: { $patch: 'replace', value: 'z' } } },
    { inner: { name: 'a', inner: { value: 'z' } } },
  ],
  ['a directive where nothing is stored adds nothing', { name: 'n' }, { labels: { $patch: 'delete' } }, { name: 'n' }],
  [
    '$patch: replace where nothing is stored adds nothing',
    { name: 'n' },
    { labels: { $patch: 'replace', a: '1' } },
    { name: 'n' },
  ],
  [
    'a directive in a new struct is left out',
    { name: 'n' },
    { inner: { value: 'v', labels: { $patch: 'delete' } } },
    { name: 'n', inner: { value: 'v' } },
  ],
  [
    'a directive replacing another type removes the value',
    { anything: 'text' },
    { anything: { $patch: 'delete' } },
    {},
  ],
  [
    '$retainKeys removes the other keys',
    { kept: { name: 'a', value: 'b', other: 'c' } },
    { kept: { $retainKeys: ['name', 'value'], value: 'd' } },
    { kept: { name: 'a', value: 'd' } },
  ],
  [
    '$retainKeys alone keeps what it lists',
    { kept: { name: 'a', value: 'b' } },
    { kept: { $retainKeys: ['name'] } },
    { kept: { name: 'a' } },
  ],
  [
    '$retainKeys may list keys that are absent',
    { kept: { name: 'a' } },
    { kept: { $retainKeys: ['name', 'value'] } },
    { kept: { name: 'a' } },
  ],
  ['an empty $retainKeys keeps nothing', { kept: { name: 'a' } }, { kept: { $retainKeys: [] } }, { kept: {} }],
  [
    '$retainKeys accepts nulls it does not list',
    { kept: { name: 'a', value: 'b' } },
    { kept: { $retainKeys: ['name'], value: null } },
    { kept: { name: 'a' } },
  ],
  [
    '$retainKeys swaps a union member',
    { kept: { name: 'a', value: 'b' } },
    { kept: { $retainKeys: ['name', 'other'], other: 'c' } },
    { kept: { name: 'a', other: 'c' } },
  ],
  [
    '$retainKeys works in any map',
    { labels: { a: '1', b: '2' } },
    { labels: { $retainKeys: ['a'] } },
    { labels: { a: '1' } },
  ],
  ['$retainKeys at the top', { name: 'a', value: 'b', tags: [1] }, { $retainKeys: ['name'] }, { name: 'a' }],
  [
    '$retainKeys inside an item of a merged list',
    { keptParts: [{ name: 'a', value: 'x', other: 'y' }] },
    { keptParts: [{ name: 'a', $retainKeys: ['name', 'value'], value: 'z' }] },
    { keptParts: [{ name: 'a', value: 'z' }] },
  ],
  [
    '$retainKeys together with $setElementOrder',
    { kept: { name: 'n', parts: [{ name: 'a' }], value: 'v' } },
    {
      kept: {
        $retainKeys: ['name', 'parts'],
        '$setElementOrder/parts': [{ name: 'b' }, { name: 'a' }],
        parts: [{ name: 'b' }],
      },
    },
    { kept: { name: 'n', parts: [{ name: 'b' }, { name: 'a' }] } },
  ],
  [
    '$retainKeys together with $deleteFromPrimitiveList',
    { kept: { tags: [1, 2], value: 'v' } },
    { kept: { $retainKeys: ['tags'], '$deleteFromPrimitiveList/tags': [1] } },
    { kept: { tags: [2] } },
  ],
  [
    '$retainKeys merges the nested map it keeps',
    { kept: { name: 'a', labels: { x: '1', y: '2' } } },
    { kept: { $retainKeys: ['labels', 'name'], labels: { x: '3' } } },
    { kept: { name: 'a', labels: { x: '3', y: '2' } } },
  ],
]

const mergedLists: readonly Row[] = [
  [
    'adds an item before those the server knows',
    { parts: [{ name: 'a' }] },
    { parts: [{ name: 'b' }] },
    { parts: [{ name: 'b' }, { name: 'a' }] },
  ],
  ['adds a list that is absent', {}, { parts: [{ name: 'a' }] }, { parts: [{ name: 'a' }] }],
  [
    'merges an item by its key',
    { parts: [{ name: 'a', value: 'x' }, { name: 'b' }] },
    { parts: [{ name: 'a', other: 'y' }] },
    { parts: [{ name: 'a', value: 'x', other: 'y' }, { name: 'b' }] },
  ],
  [
    'leaves the others where they are',
    { parts: [{ name: 'a' }, { name: 'b' }, { name: 'c' }] },
    { parts: [{ name: 'b', value: 'x' }] },
    { parts: [{ name: 'a' }, { name: 'b', value: 'x' }, { name: 'c' }] },
  ],
  [
    'merges and adds in one patch',
    { parts: [{ name: 'a' }, { name: 'b' }] },
    { parts: [{ name: 'c' }, { name: 'a', value: 'x' }] },
    { parts: [{ name: 'c' }, { name: 'a', value: 'x' }, { name: 'b' }] },
  ],
  [
    'follows the order of the patch',
    { parts: [{ name: 'a' }, { name: 'b' }] },
    { parts: [{ name: 'b' }, { name: 'a' }] },
    { parts: [{ name: 'b' }, { name: 'a' }] },
  ],
  [
    'weaves server items in by their stored order',
    { parts: [{ name: 'a' }, { name: 'b' }, { name: 'c' }] },
    { parts: [{ name: 'c' }, { name: 'a' }] },
    { parts: [{ name: 'b' }, { name: 'c' }, { name: 'a' }] },
  ],
  [
    'merges an empty patch list into nothing new',
    { parts: [{ name: 'a' }] },
    { parts: [] },
    { parts: [{ name: 'a' }] },
  ],
  ['merges into an empty list', { parts: [] }, { parts: [{ name: 'a' }] }, { parts: [{ name: 'a' }] }],
  ['merges two empty lists', { parts: [] }, { parts: [] }, { parts: [] }],
  ['removes a list with null', { parts: [{ name: 'a' }], name: 'n' }, { parts: null }, { name: 'n' }],
  [
    'removes a field of an item with null',
    { parts: [{ name: 'a', value: 'x' }] },
    { parts: [{ name: 'a', value: null }] },
    { parts: [{ name: 'a' }] },
  ],
  [
    'keeps nulls of an item that is added to a stored list',
    { parts: [{ name: 'a' }] },
    { parts: [{ name: 'b', value: null }] },
    { parts: [{ name: 'b', value: null }, { name: 'a' }] },
  ],
  [
    'merges lists nested in items',
    { parts: [{ name: 'a', parts: [{ name: 'x' }, { name: 'y', value: '1' }] }] },
    { parts: [{ name: 'a', parts: [{ name: 'y', value: '2' }] }] },
    { parts: [{ name: 'a', parts: [{ name: 'x' }, { name: 'y', value: '2' }] }] },
  ],
  [
    'merges maps nested in items',
    { parts: [{ name: 'a', labels: { x: '1' } }] },
    { parts: [{ name: 'a', labels: { y: '2' } }] },
    { parts: [{ name: 'a', labels: { x: '1', y: '2' } }] },
  ],
  [
    'merges by a number',
    { ports: [{ count: 80, name: 'web' }] },
    { ports: [{ count: 80, value: 'x' }, { count: 443 }] },
    { ports: [{ count: 80, name: 'web', value: 'x' }, { count: 443 }] },
  ],
  [
    'tells the number 80 from the text 80',
    { anything: 0, ports: [{ count: 80, name: 'n' }] },
    { ports: [{ count: '80', name: 't' }] },
    {
      anything: 0,
      ports: [
        { count: '80', name: 't' },
        { count: 80, name: 'n' },
      ],
    },
  ],
  [
    'merges into the first of two items with one key',
    {
      ports: [
        { count: 80, name: 'tcp' },
        { count: 80, name: 'udp' },
      ],
    },
    { ports: [{ count: 80, value: 'x' }] },
    {
      ports: [
        { count: 80, name: 'tcp', value: 'x' },
        { count: 80, name: 'udp' },
      ],
    },
  ],
  [
    'merges two patch items of one key one after the other',
    { parts: [{ name: 'a' }] },
    {
      parts: [
        { name: 'a', value: 'x' },
        { name: 'a', other: 'y' },
      ],
    },
    { parts: [{ name: 'a', value: 'x', other: 'y' }] },
  ],
  [
    'merges two new patch items of one key',
    { parts: [{ name: 'z' }] },
    {
      parts: [
        { name: 'a', value: 'x' },
        { name: 'a', other: 'y' },
      ],
    },
    { parts: [{ name: 'a', value: 'x', other: 'y' }, { name: 'z' }] },
  ],
  [
    'finds a key called __proto__ by value',
    { parts: [{ name: '__proto__', value: 'x' }] },
    { parts: [{ name: '__proto__', value: 'y' }] },
    { parts: [{ name: '__proto__', value: 'y' }] },
  ],
  [
    'merges a list whose strategy also retains keys',
    { keptParts: [{ name: 'a', value: 'x' }] },
    { keptParts: [{ name: 'a', other: 'y' }] },
    { keptParts: [{ name: 'a', value: 'x', other: 'y' }] },
  ],
  [
    'replaces a list without strategy',
    { plainParts: [{ name: 'a' }] },
    { plainParts: [{ name: 'b' }] },
    { plainParts: [{ name: 'b' }] },
  ],
  ['empties a list without strategy', { plainParts: [{ name: 'a' }] }, { plainParts: [] }, { plainParts: [] }],
  [
    'replaces a list without strategy inside a merged item',
    { parts: [{ name: 'a', plainTags: [1, 2] }] },
    { parts: [{ name: 'a', plainTags: [3] }] },
    { parts: [{ name: 'a', plainTags: [3] }] },
  ],
  [
    'puts new items before a server item that no patch item follows',
    { parts: [{ name: 'a' }, { name: 'b' }] },
    { parts: [{ name: 'x' }, { name: 'y' }] },
    { parts: [{ name: 'x' }, { name: 'y' }, { name: 'a' }, { name: 'b' }] },
  ],
  [
    'keeps server items before the patch item that follows them',
    { parts: [{ name: 'a' }, { name: 'b' }] },
    { parts: [{ name: 'b' }, { name: 'x' }] },
    { parts: [{ name: 'a' }, { name: 'b' }, { name: 'x' }] },
  ],
]

const listDirectives: readonly Row[] = [
  [
    '$patch: delete removes an item',
    { parts: [{ name: 'a' }, { name: 'b' }] },
    { parts: [{ name: 'a', $patch: 'delete' }] },
    { parts: [{ name: 'b' }] },
  ],
  [
    '$patch: delete of an unknown item changes nothing',
    { parts: [{ name: 'a' }] },
    { parts: [{ name: 'z', $patch: 'delete' }] },
    { parts: [{ name: 'a' }] },
  ],
  [
    '$patch: delete removes every item of that key',
    { ports: [{ count: 80, name: 'x' }, { count: 81 }, { count: 80, name: 'y' }] },
    { ports: [{ count: 80, $patch: 'delete' }] },
    { ports: [{ count: 81 }] },
  ],
  [
    '$patch: delete leaves an empty list',
    { parts: [{ name: 'a' }] },
    { parts: [{ name: 'a', $patch: 'delete' }] },
    { parts: [] },
  ],
  [
    '$patch: delete and an addition',
    { parts: [{ name: 'a' }] },
    { parts: [{ name: 'a', $patch: 'delete' }, { name: 'b' }] },
    { parts: [{ name: 'b' }] },
  ],
  [
    '$patch: delete and the same key again adds it anew',
    { parts: [{ name: 'a', value: 'old' }] },
    {
      parts: [
        { name: 'a', $patch: 'delete' },
        { name: 'a', other: 'new' },
      ],
    },
    { parts: [{ name: 'a', other: 'new' }] },
  ],
  [
    '$patch: delete after the same key still deletes the stored one',
    { parts: [{ name: 'a', value: 'old' }] },
    {
      parts: [
        { name: 'a', other: 'new' },
        { name: 'a', $patch: 'delete' },
      ],
    },
    { parts: [{ name: 'a', other: 'new' }] },
  ],
  [
    '$patch: delete in a list that is new adds nothing',
    {},
    { parts: [{ name: 'a', $patch: 'delete' }, { name: 'b' }] },
    { parts: [{ name: 'b' }] },
  ],
  [
    '$patch: delete in a nested list',
    { parts: [{ name: 'a', parts: [{ name: 'x' }, { name: 'y' }] }] },
    { parts: [{ name: 'a', parts: [{ name: 'x', $patch: 'delete' }] }] },
    { parts: [{ name: 'a', parts: [{ name: 'y' }] }] },
  ],
  [
    '$patch: replace replaces a merged list',
    { parts: [{ name: 'a' }, { name: 'b' }] },
    { parts: [{ $patch: 'replace' }, { name: 'c' }] },
    { parts: [{ name: 'c' }] },
  ],
  [
    '$patch: replace anywhere in the list replaces it',
    { parts: [{ name: 'a' }] },
    { parts: [{ name: 'c' }, { $patch: 'replace' }] },
    { parts: [{ name: 'c' }] },
  ],
  [
    '$patch: replace alone empties a merged list',
    { parts: [{ name: 'a' }] },
    { parts: [{ $patch: 'replace' }] },
    { parts: [] },
  ],
  [
    '$patch: replace drops the keys beside it',
    { parts: [{ name: 'a' }] },
    { parts: [{ $patch: 'replace', name: 'z' }, { name: 'c' }] },
    { parts: [{ name: 'c' }] },
  ],
  [
    '$patch: replace wins over $patch: delete',
    { parts: [{ name: 'a' }, { name: 'b' }] },
    { parts: [{ name: 'a', $patch: 'delete' }, { $patch: 'replace' }, { name: 'c' }] },
    { parts: [{ name: 'c' }] },
  ],
  [
    'a merged item replaced by a map directive',
    { parts: [{ name: 'a', labels: { x: '1' } }] },
    { parts: [{ name: 'a', labels: { $patch: 'replace', y: '2' } }] },
    { parts: [{ name: 'a', labels: { y: '2' } }] },
  ],
  [
    'a list without strategy keeps its directives out of the way',
    { plainTags: [1] },
    { plainTags: [2] },
    { plainTags: [2] },
  ],
]

const scalars: readonly Row[] = [
  ['adds a scalar before the server ones', { tags: [1, 2] }, { tags: [3] }, { tags: [3, 1, 2] }],
  ['adds nothing that is there', { tags: [1, 2] }, { tags: [2] }, { tags: [1, 2] }],
  ['follows the order of the patch', { tags: [1, 2, 3] }, { tags: [3, 1] }, { tags: [2, 3, 1] }],
  ['removes duplicates', { tags: [1, 1, 2] }, { tags: [3, 3] }, { tags: [3, 1, 2] }],
  ['merges text', { words: ['a', 'b'] }, { words: ['c', 'a'] }, { words: ['c', 'a', 'b'] }],
  ['merges into an empty list', { tags: [] }, { tags: [1] }, { tags: [1] }],
  ['merges an empty patch list', { tags: [1] }, { tags: [] }, { tags: [1] }],
  ['replaces a list without strategy', { plainTags: [1, 2] }, { plainTags: [3] }, { plainTags: [3] }],
  ['removes a list of scalars with null', { tags: [1] }, { tags: null }, {}],
  [
    '$deleteFromPrimitiveList removes scalars',
    { tags: [1, 2, 3] },
    { '$deleteFromPrimitiveList/tags': [2] },
    { tags: [1, 3] },
  ],
  [
    '$deleteFromPrimitiveList removes every duplicate',
    { tags: [1, 2, 1] },
    { '$deleteFromPrimitiveList/tags': [1] },
    { tags: [2] },
  ],
  [
    '$deleteFromPrimitiveList of what is not there',
    { tags: [1] },
    { '$deleteFromPrimitiveList/tags': [9] },
    { tags: [1] },
  ],
  [
    '$deleteFromPrimitiveList leaves an empty list',
    { tags: [1] },
    { '$deleteFromPrimitiveList/tags': [1] },
    { tags: [] },
  ],
  [
    '$deleteFromPrimitiveList where nothing is stored',
    { name: 'n' },
    { '$deleteFromPrimitiveList/tags': [1] },
    { name: 'n' },
  ],
  [
    '$deleteFromPrimitiveList of null removes the list',
    { tags: [1], name: 'n' },
    { '$deleteFromPrimitiveList/tags': null },
    { name: 'n' },
  ],
  [
    '$deleteFromPrimitiveList works on a list without strategy',
    { plainTags: [1, 2] },
    { '$deleteFromPrimitiveList/plainTags': [1] },
    { plainTags: [2] },
  ],
  [
    '$deleteFromPrimitiveList and an addition',
    { tags: [1, 2] },
    { tags: [3], '$deleteFromPrimitiveList/tags': [1] },
    { tags: [3, 2] },
  ],
  [
    '$deleteFromPrimitiveList in a nested item',
    { parts: [{ name: 'a', tags: [1, 2] }] },
    { parts: [{ name: 'a', '$deleteFromPrimitiveList/tags': [1] }] },
    { parts: [{ name: 'a', tags: [2] }] },
  ],
  [
    '$deleteFromPrimitiveList of text',
    { words: ['a', 'b'] },
    { '$deleteFromPrimitiveList/words': ['a'] },
    { words: ['b'] },
  ],
]

const parts = (...names: string[]): object[] => names.map((name) => ({ name }))

const orders: readonly Row[] = [
  ['orders a list of scalars', { tags: [1, 2, 3] }, { '$setElementOrder/tags': [3, 1, 2] }, { tags: [3, 1, 2] }],
  [
    'orders a list of maps',
    { parts: parts('a', 'b', 'c') },
    { '$setElementOrder/parts': parts('c', 'a', 'b') },
    { parts: parts('c', 'a', 'b') },
  ],
  [
    'keeps server items after the last listed one that precedes them',
    { parts: parts('a', 'b', 'x') },
    { '$setElementOrder/parts': parts('b', 'a') },
    { parts: parts('b', 'a', 'x') },
  ],
  [
    'keeps several server items in their own order',
    { parts: parts('a', 'b', 'x', 'z', 'y', 'c', 'd') },
    { '$setElementOrder/parts': parts('b', 'a', 'd', 'c') },
    { parts: parts('b', 'a', 'x', 'z', 'y', 'd', 'c') },
  ],
  [
    'keeps a server item that stood first in front',
    { parts: parts('x', 'a', 'b') },
    { '$setElementOrder/parts': parts('b', 'a') },
    { parts: parts('x', 'b', 'a') },
  ],
  [
    'adds a scalar where the order says',
    { tags: [1, 4, 2] },
    { '$setElementOrder/tags': [3, 1, 2], tags: [3] },
    { tags: [3, 1, 4, 2] },
  ],
  [
    'adds a map where the order says',
    { parts: parts('a', 'c') },
    { '$setElementOrder/parts': parts('a', 'b', 'c'), parts: parts('b') },
    { parts: parts('a', 'b', 'c') },
  ],
  [
    'adds several where the order says',
    { parts: parts('a', 'c') },
    { '$setElementOrder/parts': parts('b', 'a', 'd', 'c'), parts: parts('b', 'd') },
    { parts: parts('b', 'a', 'd', 'c') },
  ],
  [
    'appends after the server item of a shorter order',
    { tags: [1, 2, 4] },
    { '$setElementOrder/tags': [1, 2, 3], tags: [3] },
    { tags: [1, 2, 3, 4] },
  ],
  [
    'deletes and orders',
    { parts: parts('a', 'b', 'c') },
    { '$setElementOrder/parts': parts('b', 'a'), parts: [{ name: 'c', $patch: 'delete' }] },
    { parts: parts('b', 'a') },
  ],
  [
    'deletes, adds and orders',
    { parts: parts('a', 'b', 'c') },
    { '$setElementOrder/parts': parts('d', 'b', 'a'), parts: [{ name: 'd' }, { name: 'c', $patch: 'delete' }] },
    { parts: parts('d', 'b', 'a') },
  ],
  [
    'deletes scalars and orders',
    { tags: [1, 2, 3] },
    { '$setElementOrder/tags': [2, 1], '$deleteFromPrimitiveList/tags': [3] },
    { tags: [2, 1] },
  ],
  [
    'merges, then orders',
    { parts: [{ name: 'a', value: 'x' }, { name: 'b' }] },
    { '$setElementOrder/parts': parts('b', 'a'), parts: [{ name: 'a', other: 'y' }] },
    { parts: [{ name: 'b' }, { name: 'a', value: 'x', other: 'y' }] },
  ],
  [
    'an order for a list that is in neither changes nothing',
    { name: 'n' },
    { '$setElementOrder/parts': parts('a') },
    { name: 'n' },
  ],
  [
    'an order with a list that is new',
    { name: 'n' },
    { '$setElementOrder/parts': parts('b', 'a'), parts: parts('b', 'a') },
    { name: 'n', parts: parts('b', 'a') },
  ],
  [
    'an order with a new list that has a deletion',
    {},
    { '$setElementOrder/parts': parts('a'), parts: [{ name: 'a' }, { name: 'z', $patch: 'delete' }] },
    { parts: parts('a') },
  ],
  [
    'an order may name items that do not exist',
    { parts: parts('a') },
    { '$setElementOrder/parts': parts('z', 'a') },
    { parts: parts('a') },
  ],
  [
    'an empty order changes nothing',
    { parts: parts('a', 'b') },
    { '$setElementOrder/parts': [] },
    { parts: parts('a', 'b') },
  ],
  ['an order of empty lists', { parts: [] }, { '$setElementOrder/parts': [] }, { parts: [] }],
  [
    'an order by number',
    { ports: [{ count: 80 }, { count: 443 }] },
    { '$setElementOrder/ports': [{ count: 443 }, { count: 80 }] },
    { ports: [{ count: 443 }, { count: 80 }] },
  ],
  [
    'an order in a nested item',
    { parts: [{ name: 'a', parts: parts('x', 'y') }] },
    { '$setElementOrder/parts': parts('a'), parts: [{ name: 'a', '$setElementOrder/parts': parts('y', 'x') }] },
    { parts: [{ name: 'a', parts: parts('y', 'x') }] },
  ],
  [
    'orders of two lists in one map',
    { tags: [1, 2], words: ['a', 'b'] },
    { '$setElementOrder/tags': [2, 1], '$setElementOrder/words': ['b', 'a'] },
    { tags: [2, 1], words: ['b', 'a'] },
  ],
  ['a null list beside no order removes it', { parts: parts('a'), name: 'n' }, { parts: null }, { name: 'n' }],
  [
    '$patch: replace under an order',
    { parts: parts('a', 'b') },
    { '$setElementOrder/parts': parts('d', 'c'), parts: [{ $patch: 'replace' }, { name: 'd' }, { name: 'c' }] },
    { parts: parts('d', 'c') },
  ],
]

const tables: readonly (readonly [string, readonly Row[]])[] = [
  ['a map', maps],
  ['a directive in a map', mapDirectives],
  ['a merged list', mergedLists],
  ['a directive in a list', listDirectives],
  ['a list of scalars', scalars],
  ['$setElementOrder', orders],
]

for (const [subject, rows] of tables) {
  describe(`strategic merge patch: ${subject}`, () => {
    for (const [promise, original, patch, result] of rows) {
      it(promise, () => {
        const live = deepFreeze(structuredClone(original))
        const wanted = deepFreeze(structuredClone(patch))
        const next = applyStrategicMergePatch(live, wanted, shelf)
        expect(JSON.stringify(next)).toBe(JSON.stringify(result))
        expect(live).toEqual(original)
        expect(wanted).toEqual(patch)
      })
    }
  })
}

const refusals: readonly (readonly [
  promise: string,
  original: object,
  patch: unknown,
  code: number,
  message: string,
])[] = [
  ['a patch that is a list', {}, [], 400, 'invalid JSON document'],
  ['a patch that is null', {}, null, 400, 'invalid JSON document'],
  [
    'an unknown directive in a map',
    { labels: { a: '1' } },
    { labels: { $patch: 'nope', b: '2' } },
    500,
    'unknown patch type: nope in map: map[$patch:nope b:2]',
  ],
  [
    '$patch: merge in a map',
    { labels: { a: '1' } },
    { labels: { $patch: 'merge' } },
    500,
    'unknown patch type: merge in map: map[$patch:merge]',
  ],
  [
    '$patch: merge in a list',
    { parts: parts('a') },
    { parts: [{ $patch: 'merge', name: 'a' }] },
    500,
    'merging lists cannot yet be specified in the patch',
  ],
  [
    'an unknown directive in a list',
    { parts: parts('a') },
    { parts: [{ $patch: 'nope', name: 'a' }] },
    500,
    'unknown patch type: nope in map: map[$patch:nope name:a]',
  ],
  [
    'an item without its merge key',
    { parts: parts('a') },
    { parts: [{ value: 'x' }] },
    500,
    'map: map[value:x] does not contain declared merge key: name',
  ],
  [
    'a deletion without its merge key',
    { parts: parts('a') },
    { parts: [{ $patch: 'delete', value: 'x' }] },
    500,
    'map: map[$patch:delete value:x] does not contain declared merge key: name',
  ],
  [
    'a merge key of the number field missing',
    { ports: [{ count: 1 }] },
    { ports: [{ name: 'x', count: null, tags: [1, 2], labels: { b: 'c', a: 'd' } }, { name: 'y' }] },
    500,
    'map: map[name:y] does not contain declared merge key: count',
  ],
  [
    'a stored item without its merge key',
    { parts: [{ value: 'x' }] },
    { parts: parts('a') },
    500,
    'map: map[value:x] does not contain declared merge key: name',
  ],
  [
    'an order item without its merge key',
    { parts: parts('a') },
    { '$setElementOrder/parts': [{ value: 'x' }] },
    500,
    'map: map[value:x] does not contain declared merge key: name',
  ],
  [
    'an order that is not a list',
    { parts: parts('a') },
    { '$setElementOrder/parts': 'a' },
    500,
    'expected a []interface {}, but received a string',
  ],
  [
    'an order of scalars for a list of maps',
    { parts: parts('a') },
    { '$setElementOrder/parts': ['a'] },
    500,
    'expected a map[string]interface {}, but received a string',
  ],
  [
    'an order without a target',
    { parts: parts('a') },
    { $setElementOrder: [] },
    400,
    'invalid patch format of setElementOrder list',
  ],
  [
    'an order with a longer prefix',
    { parts: parts('a') },
    { '$setElementOrderX/parts': [] },
    400,
    'invalid patch format of setElementOrder list',
  ],
  [
    'an order of an unknown field',
    {},
    { '$setElementOrder/nope': [] },
    500,
    'unable to find api field in struct Shelf for the json field "nope"',
  ],
  [
    'an order of a field that is no list',
    { inner: {} },
    { '$setElementOrder/inner': [] },
    500,
    'expected a []interface {}, but received a map[string]interface {}',
  ],
  [
    'a patch list that its order does not cover',
    { parts: parts('a') },
    { '$setElementOrder/parts': parts('a'), parts: parts('b') },
    500,
    "the order in patch list:\n[map[name:b]]\n doesn't match $setElementOrder list:\n[map[name:a]]",
  ],
  [
    'a patch list in another order',
    { tags: [1] },
    { '$setElementOrder/tags': [1, 2, 3], tags: [3, 2] },
    500,
    "the order in patch list:\n[3 2]\n doesn't match $setElementOrder list:\n[1 2 3]",
  ],
  [
    '$deleteFromPrimitiveList without a target',
    { tags: [1] },
    { $deleteFromPrimitiveList: [1] },
    400,
    'invalid patch format of primitive list',
  ],
  [
    '$deleteFromPrimitiveList on maps',
    { parts: parts('a') },
    { '$deleteFromPrimitiveList/parts': parts('a') },
    400,
    'invalid patch format of primitive list',
  ],
  [
    '$retainKeys that is no list',
    { kept: { name: 'a' } },
    { kept: { $retainKeys: 'name' } },
    400,
    'invalid patch format of retainKeys',
  ],
  [
    '$retainKeys that does not list a key of the patch',
    { kept: { name: 'a' } },
    { kept: { $retainKeys: ['name'], value: 'x' } },
    400,
    'invalid patch format of retainKeys',
  ],
  [
    'a merged list of maps without a merge key',
    { keylessParts: parts('a') },
    { keylessParts: parts('b') },
    500,
    'cannot merge lists without merge key for struct',
  ],
  ['a list of mixed types', { tags: [1] }, { tags: ['a'] }, 500, 'list element types are not identical: [[1] [a]]'],
  [
    'a map in a list of scalars',
    { tags: [1] },
    { tags: [{ a: 'b' }] },
    500,
    'list element types are not identical: [[1] [map[a:b]]]',
  ],
  [
    'two strategies that do not go together',
    { odd: {} },
    { odd: {} },
    500,
    'unexpected patch strategy: [merge replace]',
  ],
  ['a list of lists', { grid: [[1]] }, { grid: [[2]] }, 500, 'unexpected slice of slice'],
]

describe('strategic merge patch refuses', () => {
  for (const [promise, original, patch, code, message] of refusals) {
    it(promise, () => {
      const error = refusalOf(() => applyStrategicMergePatch(original, patch, shelf))
      expect(error.code).toBe(code)
      expect(error.message).toBe(message)
    })
  }

  it('lists of lists where the schema is silent, with the generic 422', () => {
    const error = refusalOf(() => applyStrategicMergePatch({ tags: [[1]] }, { tags: [[2]] }, shelf))
    expect(error.toStatus()).toMatchObject({
      code: 422,
      reason: 'Invalid',
      message: 'the server rejected our request due to an error in our request',
    })
  })

  it('documents that are nested too deeply', () => {
    let deep: object = {}
    for (let level = 0; level < 200_000; level++) deep = { inner: deep }
    expect(refusalOf(() => applyStrategicMergePatch(deep, deep, shelf)).code).toBe(400)
  })
})

describe('strategic merge patch without a schema', () => {
  it('merges maps and replaces lists', () => {
    expect(applyStrategicMergePatch({ a: { b: 1, l: [1] } }, { a: { c: 2, l: [2] } }, undefined)).toEqual({
      a: { b: 1, c: 2, l: [2] },
    })
  })

  it('shares what it does not touch', () => {
    const live = deepFreeze({ inner: { name: 'a' }, labels: { a: '1' } })
    const next = applyStrategicMergePatch(live, { labels: { b: '2' } }, shelf)
    expect(next['inner']).toBe(live.inner)
  })

  it('merges a large list without quadratic work', () => {
    const items = Array.from({ length: 20_000 }, (_, index) => ({ name: `item-${index}` }))
    const started = performance.now()
    const next = applyStrategicMergePatch(
      { parts: items },
      { parts: items.map((item) => ({ ...item, value: 'x' })) },
      shelf,
    )
    expect((next['parts'] as unknown[]).length).toBe(20_000)
    expect(performance.now() - started).toBeLessThan(20_000)
  })
})
