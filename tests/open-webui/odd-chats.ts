/**
 * Chats as exports and databases of Open WebUI contain them, of all releases and of programs that write such chats.
 * Each has a name, the export's entry, and either the texts of its displayed branch or the reason of its refusal.
 */
export interface OddChat {
  name: string
  entry: unknown
  /** Role and text of each displayed message. */
  shows?: readonly (readonly [role: 'user' | 'assistant' | 'system', text: string])[]
  refused?: string
}

type Message = Record<string, unknown>

const AT = 1_700_000_000
export const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='

const question = (more: Message = {}): Message => ({
  id: 'q',
  parentId: null,
  childrenIds: ['a'],
  role: 'user',
  content: 'What grows in shade?',
  timestamp: AT,
  models: ['llama3:8b'],
  ...more,
})

const answer = (more: Message = {}): Message => ({
  id: 'a',
  parentId: 'q',
  childrenIds: [],
  role: 'assistant',
  content: 'Ferns.',
  model: 'llama3:8b',
  modelName: 'llama3:8b',
  modelIdx: 0,
  userContext: null,
  timestamp: AT + 5,
  done: true,
  ...more,
})

const PAIR = [
  ['user', 'What grows in shade?'],
  ['assistant', 'Ferns.'],
] as const

const history = (messages: readonly Message[], currentId: unknown = 'a') => ({
  currentId,
  messages: Object.fromEntries(messages.map((message) => [message.id, message])),
})

const entry = (
  name: string,
  messages: readonly Message[],
  { currentId = 'a', chat = {}, ...row }: any = {},
) => ({
  id: name.replaceAll(' ', '-'),
  user_id: 'owner',
  title: name,
  chat: {
    id: '',
    title: name,
    models: ['llama3:8b'],
    params: {},
    history: history(messages, currentId),
    ...chat,
  },
  created_at: AT,
  updated_at: AT + 60,
  share_id: null,
  archived: false,
  pinned: false,
  meta: {},
  folder_id: null,
  ...row,
})

const odd = (
  name: string,
  messages: readonly Message[],
  shows: OddChat['shows'] = PAIR,
  more: Record<string, unknown> = {},
): OddChat => ({ name, entry: entry(name, messages, more), shows })

const details = (type: string, attributes: string, body: string) =>
  `<details type="${type}" ${attributes}>\n<summary>Thought for 2 seconds</summary>\n${body}\n</details>\n`

const THOUGHT = details(
  'reasoning',
  'done="true" duration="2"',
  '&gt; Shade means little light.\n&gt; Ferns &amp; moss.',
)
const CALL = `<details type="tool_calls" done="true" id="call_1" name="search" arguments="&quot;{\\&quot;q\\&quot;: \\&quot;ferns\\&quot;}&quot;" result="&quot;three hits&quot;" files="" embeds="">\n<summary>Tool Executed</summary>\n</details>\n`

const OUTPUT = [
  { type: 'reasoning', id: 'r1', summary: [], content: [{ type: 'output_text', text: 'Little light.' }] },
  {
    type: 'function_call',
    id: 'fc1',
    call_id: 'c1',
    name: 'search',
    arguments: '{"q":"ferns"}',
    status: 'completed',
  },
  {
    type: 'function_call_output',
    id: 'fo1',
    call_id: 'c1',
    output: [{ type: 'input_text', text: 'three hits' }],
  },
  { type: 'message', id: 'm1', role: 'assistant', content: [{ type: 'output_text', text: 'Ferns.' }] },
]

const CONTENTS: readonly OddChat[] = [
  odd('plain', [question(), answer()]),
  odd('text only in output', [question(), answer({ content: '', output: OUTPUT })]),
  odd('text and output', [question(), answer({ output: OUTPUT })]),
  odd(
    'output without an answer',
    [question(), answer({ content: '', output: [OUTPUT[1]], done: false })],
    [PAIR[0], ['assistant', '']],
  ),
  odd('reasoning as details', [question(), answer({ content: `${THOUGHT}Ferns.` })]),
  odd('tool call as details', [question(), answer({ content: `${CALL}Ferns.` })]),
  odd('code interpreter as details', [
    question(),
    answer({
      content: `${details('code_interpreter', 'done="true" output="&quot;7&quot;"', '```python\n3+4\n```')}Ferns.`,
    }),
  ]),
  odd('details without an end', [
    question(),
    answer({
      content: `Ferns.\n<details type="reasoning" done="false">\n<summary>Thinking…</summary>\n> and moss`,
    }),
  ]),
  odd(
    'details in code stay',
    [question(), answer({ content: `\`\`\`html\n${THOUGHT}\`\`\`` })],
    [PAIR[0], ['assistant', `\`\`\`html\n${THOUGHT}\`\`\``]],
  ),
  odd('details of a person stay', [question({ content: THOUGHT.trim() })], [['user', THOUGHT.trim()]], {
    currentId: 'q',
  }),
  odd('content null', [question(), answer({ content: null })], [PAIR[0], ['assistant', '']]),
  odd('content missing', [question(), answer({ content: undefined })], [PAIR[0], ['assistant', '']]),
  odd('content as parts', [
    question({
      content: [
        { type: 'text', text: 'What grows in shade?' },
        { type: 'image_url', image_url: { url: PIXEL } },
      ],
    }),
    answer({ content: [{ type: 'text', text: 'Ferns.' }] }),
  ]),
  odd('content as object', [question({ content: { text: 1 } }), answer()], [['user', '{"text":1}'], PAIR[1]]),
  odd(
    'NUL and lone surrogates',
    [question({ content: 'What\0 grows in shade?' }), answer({ content: 'Ferns.\uD800' })],
    [PAIR[0], ['assistant', 'Ferns.\uFFFD']],
  ),
  odd('picture in files', [question({ files: [{ type: 'image', url: PIXEL }] }), answer()]),
  odd('picture by id', [
    question({ files: [{ type: 'image', url: 'f0000000-0000-4000-8000-000000000001' }] }),
    answer(),
  ]),
  odd('picture in an answer', [
    question(),
    answer({ files: [{ type: 'image', url: '/api/v1/files/f0000000-0000-4000-8000-000000000001/content' }] }),
  ]),
  odd(
    'picture elsewhere',
    [question({ files: [{ type: 'image', name: 'fern', url: 'https://example.com/fern.png' }] }), answer()],
    [['user', 'What grows in shade?\n\n[fern](<https://example.com/fern.png>)'], PAIR[1]],
  ),
  odd('file with its record', [
    question({
      files: [
        {
          type: 'file',
          id: 'f1',
          url: '/api/v1/files/f1',
          name: 'beds.txt',
          size: 12,
          file: {
            id: 'f1',
            filename: 'beds.txt',
            data: { content: 'North' },
            meta: { content_type: 'text/plain', size: 12 },
          },
        },
      ],
    }),
    answer(),
  ]),
  odd('knowledge as file', [
    question({ files: [{ type: 'collection', id: 'k1', name: 'Garden books' }] }),
    answer(),
  ]),
  odd('files of no form', [question({ files: [null, 'x', 7, {}] }), answer()]),
  odd(
    'error as text',
    [question(), answer({ content: '', error: 'Connection refused' })],
    [PAIR[0], ['assistant', '']],
  ),
  odd(
    'error as object',
    [question(), answer({ content: '', error: { content: 'Model not found' } })],
    [PAIR[0], ['assistant', '']],
  ),
]

const TREES: readonly OddChat[] = [
  odd('side by side answers', [
    question({ childrenIds: ['a', 'b'] }),
    answer(),
    answer({ id: 'b', content: 'Moss.', model: 'other', modelIdx: 1 }),
  ]),
  odd('current message gone', [question(), answer()], PAIR, { currentId: 'gone' }),
  odd('current message null', [question(), answer()], PAIR, { currentId: null }),
  odd(
    'newest of two branches',
    [
      question({ childrenIds: ['a', 'b'] }),
      answer({ id: 'b', content: 'Moss.', timestamp: AT + 9 }),
      answer(),
    ],
    [PAIR[0], ['assistant', 'Moss.']],
    { currentId: 'gone' },
  ),
  odd('parent gone', [question({ parentId: 'gone' }), answer()]),
  odd('parent only in childrenIds', [question(), answer({ parentId: null })]),
  odd('cycle of two', [question({ parentId: 'a' }), answer()]),
  odd('own parent', [question({ parentId: 'q' }), answer()]),
  odd(
    'cycle below',
    [
      question({ childrenIds: ['a'] }),
      answer({ parentId: 'b' }),
      answer({ id: 'b', parentId: 'a', role: 'user', content: 'More?', timestamp: AT + 9 }),
    ],
    [
      ['assistant', 'Ferns.'],
      ['user', 'More?'],
    ],
    { currentId: 'b' },
  ),
  odd('several roots', [
    question(),
    answer(),
    question({ id: 'q2', content: 'And in sun?', childrenIds: [], timestamp: AT + 20 }),
  ]),
  odd('root of an assistant', [answer({ parentId: null })], [PAIR[1]]),
  odd(
    'role tool',
    [
      question({ childrenIds: ['c'] }),
      answer({ id: 'c', content: '', childrenIds: ['t'] }),
      {
        id: 't',
        parentId: 'c',
        role: 'tool',
        tool_call_id: 'call_1',
        name: 'search',
        content: 'three hits',
        childrenIds: ['a'],
        timestamp: AT + 3,
      },
      answer({ parentId: 't' }),
    ],
    [PAIR[0], ['assistant', ''], PAIR[1]],
  ),
  odd(
    'role tool without an answer',
    [question({ role: 'tool' }), answer()],
    [['assistant', 'What grows in shade?'], PAIR[1]],
  ),
  odd('role unknown', [question({ role: 'human' }), answer({ role: 'bot' })]),
  odd(
    'system message',
    [question({ role: 'system', content: 'Be brief.' }), answer()],
    [['system', 'Be brief.'], PAIR[1]],
  ),
  odd(
    'ids with spaces',
    [
      question({ id: 'my question', childrenIds: ['my answer'] }),
      answer({ id: 'my answer', parentId: 'my question' }),
    ],
    PAIR,
    { currentId: 'my answer' },
  ),
  odd(
    'temporary ids',
    [
      question({ id: 'local:1', childrenIds: ['temporary:2'] }),
      answer({ id: 'temporary:2', parentId: 'local:1' }),
    ],
    PAIR,
    { currentId: 'temporary:2', id: 'local:socket' },
  ),
  odd('message that is null', [question(), answer(), { id: 'n', toJSON: () => null }]),
  odd('unfinished answer', [question(), answer({ done: false })]),
]

const TIMES: readonly OddChat[] = [
  odd('times in ms', [question({ timestamp: AT * 1000 }), answer({ timestamp: AT * 1000 + 5000 })], PAIR, {
    created_at: AT * 1000,
    updated_at: AT * 1000 + 60_000,
  }),
  odd('times in ns', [question({ timestamp: AT * 1e9 }), answer({ timestamp: (AT + 5) * 1e9 })]),
  odd('times as fractions', [question({ timestamp: AT + 0.25 }), answer({ timestamp: AT + 5.75 })]),
  odd('times null', [question({ timestamp: null }), answer({ timestamp: null })]),
  odd(
    'times missing everywhere',
    [question({ timestamp: undefined }), answer({ timestamp: undefined })],
    PAIR,
    { created_at: undefined, updated_at: undefined },
  ),
  odd('times negative or text', [question({ timestamp: -5 }), answer({ timestamp: 'yesterday' })]),
]

const ROWS: readonly OddChat[] = [
  {
    name: 'title null',
    entry: entry('title null', [question(), answer()], { title: null, chat: { title: null } }),
    shows: PAIR,
  },
  { name: 'title too long', entry: entry('x'.repeat(3000), [question(), answer()]), shows: PAIR },
  {
    name: 'list of messages',
    entry: {
      title: 'list',
      chat: {
        messages: [
          { role: 'user', content: PAIR[0][1] },
          { role: 'assistant', content: PAIR[1][1] },
        ],
      },
    },
    shows: PAIR,
  },
  {
    name: 'chat object alone',
    entry: { title: 'alone', history: history([question(), answer()]) },
    shows: PAIR,
  },
  { name: 'history null', entry: { title: 'h', chat: { title: 'h', history: null } }, shows: [] },
  { name: 'empty chat object', entry: { title: 'e', chat: {} }, shows: [] },
  { name: 'chat null', entry: { id: 'x', title: 'no chat', chat: null }, refused: 'import_not_a_chat' },
  { name: 'no chat at all', entry: 'none', refused: 'import_not_a_chat' },
  {
    name: 'message too long',
    entry: entry('too long', [question({ content: 'x'.repeat(1024 * 1024 + 1) }), answer()]),
    refused: 'import_message_too_long',
  },
]

export const ODD_CHATS: readonly OddChat[] = [...CONTENTS, ...TREES, ...TIMES, ...ROWS]

/** As an export has them. */
export const exportOf = (chats: readonly OddChat[]): string => JSON.stringify(chats.map((chat) => chat.entry))
