import { CONTENTS } from './contents.ts'
import { answer, AT, entry, history, odd, PAIR, question, type OddChat } from './odd-chat.ts'

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

export const exportOf = (chats: readonly OddChat[]): string => JSON.stringify(chats.map((chat) => chat.entry))
