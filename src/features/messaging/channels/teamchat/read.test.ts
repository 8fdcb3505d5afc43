import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { readTeamchatEvent } from './read.ts'

const payload = (event: object) => ({
  type: 'event_callback',
  team_id: 'T01',
  event_id: 'Ev01',
  authorizations: [{ team_id: 'T01', user_id: 'U0BOT', is_bot: true }],
  event,
})

const one = (event: object) => readTeamchatEvent(payload(event))[0] as Record<string, unknown>

const MESSAGE = {
  type: 'message',
  channel: 'C01',
  channel_type: 'channel',
  user: 'U01',
  team: 'T01',
  text: 'hello',
  ts: '1700000000.000100',
  event_ts: '1700000000.000100',
}

test('a message in a channel starts a separate thread, and addresses us if it names us', () => {
  assert.deepEqual(one({ ...MESSAGE, text: '<@U0BOT> what’s <#C02|general>?' }), {
    kind: 'message',
    id: 'C01/1700000000.000100',
    conversation: { id: 'T01/C01/1700000000.000100', kind: 'group', name: null },
    sender: { handles: ['T01:U01', 'U01'], name: null },
    at: 1_700_000_000_000,
    text: 'what’s #general?',
    media: [],
    replyTo: null,
    isAddressed: true,
  })
  assert.equal(one(MESSAGE)['isAddressed'], false)
  assert.equal(one({ ...MESSAGE, type: 'app_mention', channel_type: undefined })['isAddressed'], true)
})

test('an answer in a thread belongs to the thread, and so does one that the channel sees, too', () => {
  for (const subtype of [undefined, 'thread_broadcast']) {
    const reply = one({ ...MESSAGE, subtype, ts: '1700000009.000200', thread_ts: '1700000000.000100' })
    assert.deepEqual(reply['conversation'], { id: 'T01/C01/1700000000.000100', kind: 'group', name: null })
    assert.equal(reply['replyTo'], 'C01/1700000000.000100')
  }
})

test('a direct channel is a conversation, and its threads are others; both address us', () => {
  const direct = { ...MESSAGE, channel: 'D01', channel_type: 'im' }
  const conversation = (more: object) => (one({ ...direct, ...more })['conversation'] as { id: string }).id
  assert.equal(one(direct)['isAddressed'], true)
  assert.equal(conversation({}), 'T01/D01')
  assert.equal(conversation({ thread_ts: '1700000000.000001' }), 'T01/D01/1700000000.000001')
})

test('a person of another workspace has a handle with the workspace, and their shown name', () => {
  const guest = one({
    ...MESSAGE,
    user: 'U09',
    team: 'T01',
    user_team: 'T99',
    user_profile: { display_name: 'Ada' },
  })
  assert.deepEqual(guest['sender'], { handles: ['T99:U09', 'U09'], name: 'Ada' })
})

test('special characters appear as people see them', () => {
  const text = (text: string) => one({ ...MESSAGE, text })['text']
  assert.equal(
    text('a &lt;b&gt; &amp;lt; <https://a.example/?x=1&amp;y=2> <https://a.example|here>'),
    'a <b> &lt; https://a.example/?x=1&y=2 here (https://a.example)',
  )
  assert.equal(
    text('<mailto:a@b.example|a@b.example> <!here> <!subteam^S01|@team> <@U02|bob> <@U03>'),
    'a@b.example @here @team @bob @U03',
  )
  assert.equal(text('<@U0BOT>: /new'), '/new')
})

test('a message that was handed on is quoted with who wrote it', () => {
  const attachments = [
    { is_share: true, author_name: 'Bob', text: 'one\ntwo' },
    { text: 'a preview of a link' },
  ]
  assert.equal(
    one({ ...MESSAGE, text: 'look', attachments })['text'],
    'look\n\nForwarded, written by Bob:\n> one\n> two',
  )
})

test('the files and blocks of a shared message are read, and the blocks of an alert', () => {
  const rich = (...elements: object[]) => ({
    type: 'rich_text',
    elements: [{ type: 'rich_text_section', elements }],
  })
  const file = { id: 'F09', name: 'plan.pdf', mimetype: 'application/pdf', mode: 'hosted', size: 5 }
  const shared = one({
    ...MESSAGE,
    text: 'look',
    files: [{ ...file, id: 'F08', name: 'own.txt', mimetype: 'text/plain' }],
    attachments: [
      {
        is_share: true,
        author_name: 'Bob',
        fallback: '[no preview available]',
        text: '[no preview available]',
        files: [file, file],
        message_blocks: [{ team: 'T01', message: { blocks: [rich({ type: 'text', text: 'a < b' })] } }],
      },
    ],
  })
  assert.equal(shared['text'], 'look\n\nForwarded, written by Bob:\n> a < b')
  assert.deepEqual(
    (shared['media'] as { id: string }[]).map(({ id }) => id),
    ['F08', 'F09'],
  )

  const alert = {
    fallback: '[no preview available]',
    title: 'Disk full',
    author_name: 'Watcher',
    blocks: [
      { type: 'header', text: { type: 'plain_text', text: 'db-1' } },
      {
        type: 'section',
        text: { type: 'mrkdwn', text: '*97 %* <https://a.example|graph>' },
        fields: [{ type: 'mrkdwn', text: 'since 9:00' }],
      },
      {
        type: 'context',
        elements: [
          { type: 'image', alt_text: 'red' },
          { type: 'plain_text', text: 'rule 7' },
        ],
      },
      { type: 'divider' },
      { type: 'hologram', beam: 1 },
    ],
  }
  assert.equal(
    one({ ...MESSAGE, text: '', attachments: [alert] })['text'],
    'Forwarded, written by Watcher:\n> Disk full\n> db-1\n> *97 %* graph (https://a.example)\n> since 9:00\n> red rule 7',
  )
  const unfurled = {
    from_url: 'https://a.example',
    service_name: 'Example',
    title: 'A page',
    text: 'about it',
    fields: [{ title: 'State', value: 'open' }],
  }
  assert.equal(
    one({ ...MESSAGE, attachments: [unfurled, 7 as never].slice(0, 1) })['text'],
    'hello\n\nForwarded, written by Example:\n> A page\n> about it\n> State: open',
  )
  assert.equal(
    one({ ...MESSAGE, text: '', attachments: [{ is_share: true, files: [file] }] })['text'],
    'Forwarded, written by somebody:\n> (a file)',
  )
})

test('a message that was forwarded twice is read with its files, and members of unknown form are left out', () => {
  const file = { id: 'F09', name: 'plan.pdf', mimetype: 'application/pdf', mode: 'hosted', size: 5 }
  const inner = { is_share: true, author_name: 'Eve', text: 'the plan', files: [{ name: 'no id' }, file] }
  const nested = { is_share: true, author_name: 'Bob', text: 'see', attachments: [null, inner] }
  const message = one({ ...MESSAGE, text: '', files: [{ name: 'no id' }], attachments: [7, nested] })
  assert.equal(
    message['text'],
    'Forwarded, written by Bob:\n> see\n> \n> Forwarded, written by Eve:\n> > the plan',
  )
  assert.deepEqual(
    (message['media'] as { id: string }[]).map(({ id }) => id),
    ['F09'],
  )
  const fields = [{ title: 'Count', value: 0 }, 'x', { title: 'State', value: 'open' }]
  assert.equal(
    one({ ...MESSAGE, text: '', attachments: [{ author_name: 'Bob', fields }] })['text'],
    'Forwarded, written by Bob:\n> Count: 0\n> State: open',
  )
})

test('a message without text has the text of its blocks', () => {
  const blocks = [
    {
      type: 'rich_text',
      elements: [
        {
          type: 'rich_text_section',
          elements: [
            { type: 'user', user_id: 'U0BOT' },
            { type: 'text', text: ' see &lt; ' },
            { type: 'link', url: 'https://a.example', text: 'here' },
            { type: 'emoji', name: 'thumbsup', unicode: '1f44d' },
          ],
        },
        {
          type: 'rich_text_list',
          style: 'ordered',
          elements: [
            { type: 'rich_text_section', elements: [{ type: 'text', text: 'one' }] },
            { type: 'rich_text_section', elements: [{ type: 'text', text: 'two' }] },
          ],
        },
        { type: 'rich_text_quote', elements: [{ type: 'text', text: 'said' }] },
        { type: 'rich_text_preformatted', elements: [{ type: 'text', text: 'x = 1' }] },
      ],
    },
    {
      type: 'table',
      rows: [
        [
          { type: 'raw_text', text: 'a' },
          { type: 'raw_text', text: 'b' },
        ],
      ],
    },
  ]
  const message = one({ ...MESSAGE, text: '', blocks })
  assert.equal(
    message['text'],
    'see &lt; here (https://a.example)👍\n1. one\n2. two\n> said\n```\nx = 1\n```\na | b',
  )
  assert.equal(message['isAddressed'], true)
})

test('a message with any blocks and attachments is read', () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue()), fc.array(fc.jsonValue()), (blocks, attachments) => {
      assert.equal(one({ ...MESSAGE, blocks, attachments })['kind'], 'message')
    }),
  )
})

test('files are named, except files that the provider does not store', () => {
  const files = [
    { id: 'F01', name: 'a.pdf', mimetype: 'application/pdf', mode: 'hosted', size: 5 },
    { id: 'F02', name: 'b', mode: 'external', size: 5 },
    { id: 'F03', mode: 'tombstone' },
    { id: 'F04', name: null, filetype: 'png', mode: 'hosted' },
  ]
  assert.deepEqual(one({ ...MESSAGE, subtype: 'file_share', text: '', files })['media'], [
    { id: 'F01', filename: 'a.pdf', contentType: 'application/pdf', bytes: 5 },
    { id: 'F04', filename: 'F04.png', contentType: null, bytes: null },
  ])
})

test('edits and deletions tell of which message; a preview that is added is no edit', () => {
  const change = {
    type: 'message',
    subtype: 'message_changed',
    channel: 'C01',
    channel_type: 'channel',
    ts: '1700000005.000000',
    event_ts: '1700000005.000000',
  }
  const message = { ...MESSAGE, text: 'hello there', edited: { user: 'U01', ts: '1700000004.000000' } }
  const edited = one({ ...change, message, previous_message: MESSAGE })
  assert.deepEqual(
    [edited['kind'], edited['id'], edited['text'], edited['at']],
    ['edited', 'C01/1700000000.000100', 'hello there', 1_700_000_004_000],
  )
  assert.equal(one({ ...change, message: MESSAGE, previous_message: MESSAGE })['kind'], 'ignored')
  assert.equal(
    one({ ...change, message: { ...message, bot_id: 'B01' }, previous_message: MESSAGE })['kind'],
    'ignored',
  )
  const gone = { kind: 'deleted', id: 'C01/1700000000.000100', conversation: 'T01/C01/1700000000.000100' }
  assert.deepEqual(
    one({
      ...change,
      message: { subtype: 'tombstone', ts: MESSAGE.ts, thread_ts: MESSAGE.ts },
      previous_message: MESSAGE,
    }),
    gone,
  )
  assert.deepEqual(
    one({ ...change, subtype: 'message_deleted', deleted_ts: MESSAGE.ts, previous_message: MESSAGE }),
    gone,
  )
})

test('a reaction names its message and who reacts', () => {
  const reaction = one({
    type: 'reaction_added',
    user: 'U01',
    reaction: '+1',
    event_ts: '1700000006.000000',
    item: { type: 'message', channel: 'D01', ts: MESSAGE.ts },
  })
  assert.deepEqual(
    [
      reaction['kind'],
      reaction['of'],
      reaction['emoji'],
      (reaction['sender'] as { handles: string[] }).handles[1],
    ],
    ['reaction', 'D01/1700000000.000100', '+1', 'U01'],
  )
})

test('messages of programs, our own, and invalid messages are ignored, each with a reason', () => {
  const whys = [
    { ...MESSAGE, bot_id: 'B01' },
    { ...MESSAGE, user: 'U0BOT' },
    { ...MESSAGE, user: undefined },
    { ...MESSAGE, subtype: 'channel_join' },
    { ...MESSAGE, subtype: 'bot_message' },
    { ...MESSAGE, ts: 5 },
    { type: 'team_join' },
  ].map((event) => one(event)['why'])
  assert.deepEqual(whys, [
    'written by a program',
    'written by the bot itself',
    'nobody wrote it',
    'a message of kind channel_join',
    'a message of kind bot_message',
    'an event of type message in an unknown form',
    'an event of type team_join',
  ])
  for (const body of [null, 'x', 7, [], {}, { type: 'url_verification' }])
    assert.equal(readTeamchatEvent(body)[0]?.kind, 'ignored')
})

test('reading stored data never throws', () => {
  const fields = fc.dictionary(
    fc.constantFrom(
      'type',
      'subtype',
      'channel',
      'user',
      'ts',
      'text',
      'message',
      'files',
      'item',
      'thread_ts',
    ),
    fc.oneof(fc.constantFrom('message', 'app_mention', 'message_changed', 'C01', '1.000001'), fc.jsonValue()),
  )
  fc.assert(fc.property(fields, (event) => assert.equal(readTeamchatEvent(payload(event)).length, 1)))
})
