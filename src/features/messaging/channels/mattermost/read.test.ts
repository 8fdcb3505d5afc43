import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { isMentioned, withoutAddress } from './mention.ts'
import { readMattermostPost } from './read.ts'

const bot = { id: 'b'.repeat(26), username: 'hub' }
const direct = { id: 'd'.repeat(26), type: 'D', display_name: '' }
const open = { id: 'o'.repeat(26), type: 'O', display_name: 'Town Square' }

const post = (more: object = {}) => ({
  id: 'p1',
  channel_id: open.id,
  user_id: 'ada',
  root_id: '',
  message: '@hub what is new?',
  type: '',
  create_at: 1000,
  edit_at: 0,
  delete_at: 0,
  props: {},
  ...more,
})

const stored = (subject: unknown, more: object = {}) => ({
  bot,
  channel: open,
  event: 'posted',
  sender_name: '@ada',
  subject,
  ...more,
})

const only = (body: unknown) => {
  const [incoming, ...more] = readMattermostPost(body)
  assert.deepEqual(more, [])
  return incoming!
}

test('a mention in a channel begins a conversation that is its thread', () => {
  assert.deepEqual(only(stored(post())), {
    kind: 'message',
    id: 'p1',
    conversation: { id: `${open.id}/p1`, kind: 'group', name: 'Town Square' },
    sender: { handles: ['ada'], name: '@ada' },
    at: 1000,
    text: 'what is new?',
    media: [],
    replyTo: null,
    isAddressed: true,
  })
})

test('an answer in a thread belongs to it, and is addressed only when it names the bot', () => {
  const incoming = only(stored(post({ id: 'p2', root_id: 'p1', message: 'thanks' })))
  assert.ok(incoming.kind === 'message')
  assert.deepEqual(
    [incoming.conversation.id, incoming.replyTo, incoming.isAddressed],
    [`${open.id}/p1`, 'p1', false],
  )
})

test('direct messages are one conversation with their threads', () => {
  const conversations = [post({ message: 'hi' }), post({ id: 'p3', root_id: 'p1', message: '/help' })].map(
    (one) => {
      const incoming = only(stored(one, { channel: direct }))
      assert.ok(incoming.kind === 'message' && incoming.isAddressed)
      return incoming.conversation
    },
  )
  for (const conversation of conversations)
    assert.deepEqual(conversation, { id: direct.id, kind: 'private', name: null })
})

test('a group message is a group: it must name the bot', () => {
  const incoming = only(stored(post({ message: 'hi' }), { channel: { ...open, type: 'G' } }))
  assert.ok(incoming.kind === 'message' && !incoming.isAddressed && incoming.conversation.kind === 'group')
})

test('files appear with name, type and size', () => {
  const files = [{ id: 'f1', name: 'a.pdf', mime_type: 'application/pdf', size: 7 }]
  const incoming = only(stored(post({ message: '', file_ids: ['f1', 'f2'], metadata: { files } })))
  assert.ok(incoming.kind === 'message')
  assert.deepEqual(incoming.media, [
    { id: 'f1', filename: 'a.pdf', contentType: 'application/pdf', bytes: 7 },
    { id: 'f2', filename: 'file', contentType: null, bytes: null },
  ])
})

test('nothing that a program wrote in the name of a person is a message', () => {
  const ignored = [
    post({ user_id: bot.id }),
    post({ props: { from_webhook: 'true', override_username: 'ada' } }),
    post({ props: { from_bot: 'true' } }),
    post({ props: { from_plugin: 'true' } }),
    post({ type: 'system_join_channel' }),
    post({ type: 'custom_poll' }),
    post({ delete_at: 5 }),
  ]
  for (const one of ignored) assert.equal(only(stored(one)).kind, 'ignored', JSON.stringify(one))
})

test('edits, deletions and reactions are read', () => {
  const edited = only(stored(post({ edit_at: 2000, message: 'better' }), { event: 'post_edited' }))
  assert.ok(edited.kind === 'edited')
  assert.deepEqual([edited.id, edited.text, edited.at], ['p1', 'better', 2000])
  assert.equal(only(stored(post({ is_pinned: true }), { event: 'post_edited' })).kind, 'ignored')
  assert.deepEqual(only(stored(post({ delete_at: 9 }), { event: 'post_deleted', channel: direct })), {
    kind: 'deleted',
    id: 'p1',
    conversation: direct.id,
  })
  const reaction = { user_id: 'ada', post_id: 'p1', emoji_name: '+1', create_at: 3000 }
  const event = only(stored(reaction, { event: 'reaction_added' }))
  assert.ok(event.kind === 'reaction')
  assert.deepEqual([event.of, event.emoji, event.at, event.sender.handles], ['p1', '+1', 3000, ['ada']])
})

test('reading stored data never throws', () => {
  const anything = fc.oneof(
    fc.anything(),
    fc.record({
      bot: fc.constant(bot),
      channel: fc.constantFrom(open, null),
      event: fc.string(),
      sender_name: fc.constant(null),
      subject: fc.anything(),
    }),
    fc
      .constantFrom('posted', 'post_edited', 'post_deleted', 'reaction_added')
      .chain((event) => fc.anything().map((subject) => stored(subject, { event }))),
  )
  fc.assert(fc.property(anything, (body) => assert.ok(readMattermostPost(body).length > 0)))
})

test('a name is named as a whole, in any case, and not within an address', () => {
  for (const text of ['@hub', 'hey @Hub, go', 'ask @hub.', '(@hub)', '@hub: go'])
    assert.ok(isMentioned(text, 'hub'), text)
  for (const text of ['hub', '@hubert', 'a@hub', '@hub-2', '@the.hub', '@all'])
    assert.ok(!isMentioned(text, 'hub'), text)
})

test('the bot’s name at the start only addresses the bot, and is removed', () => {
  assert.equal(withoutAddress('@hub /new', 'hub'), '/new')
  assert.equal(withoutAddress(' @Hub: hello', 'hub'), 'hello')
  assert.equal(withoutAddress('@hubert hello', 'hub'), '@hubert hello')
  assert.equal(withoutAddress('ask @hub', 'hub'), 'ask @hub')
})

test('a shared message is quoted with its files, and so are attachments of a program', () => {
  const embed = {
    type: 'permalink',
    data: {
      post: {
        message: 'the plan',
        props: { attachments: [{ title: 'Disk full', fields: [{ title: 'Host', value: 'db-1' }] }] },
        metadata: { files: [{ id: 'f9', name: 'plan.pdf', mime_type: 'application/pdf', size: 5 }] },
      },
    },
  }
  const incoming = only(
    stored(
      post({
        message: '@hub is this right?',
        file_ids: ['f1'],
        metadata: { files: [{ id: 'f1', name: 'own.txt' }], embeds: [embed, { type: 'opengraph' }, 7] },
        props: { attachments: [{ fallback: 'an alert', author_name: 'Watcher' }, 'none'] },
      }),
    ),
  )
  assert.ok(incoming.kind === 'message')
  assert.equal(
    incoming.text,
    [
      'is this right?',
      'Forwarded, written by somebody:\n> the plan\n> Disk full\n> Host: db-1',
      'Forwarded, written by Watcher:\n> an alert',
    ].join('\n\n'),
  )
  assert.deepEqual(
    incoming.media.map(({ filename }) => filename),
    ['own.txt', 'plan.pdf'],
  )
})

test('members of an unknown form cost no others, and an unknown part costs no message', () => {
  const messageOf = (more: object) => {
    const incoming = only(stored(post(more)))
    assert.ok(incoming.kind === 'message')
    return incoming
  }
  const { media } = messageOf({
    file_ids: ['f1', 7, null, 'f2'],
    metadata: { files: [null, { id: 'f1', name: 'a.txt' }, { name: 'no id' }, { id: 'f2', name: 'b.txt' }] },
  })
  assert.deepEqual(
    media.map(({ filename }) => filename),
    ['a.txt', 'b.txt'],
  )
  const shared = { files: [{ name: 'no id' }, { id: 'f9', name: 'plan.pdf' }] }
  const fields = ['odd', { title: 'Host', value: 'db-1' }, null]
  const { text, media: forwarded } = messageOf({
    metadata: { embeds: [{ type: 'permalink', data: { post: { message: 'plan', metadata: shared } } }] },
    props: { attachments: [{ title: 'Alert', fields }] },
  })
  assert.match(text, /> plan[^]*> Alert\n> Host: db-1/)
  assert.deepEqual(
    forwarded.map(({ filename }) => filename),
    ['plan.pdf'],
  )
  for (const odd of [{ metadata: 'none' }, { file_ids: 'f1' }, { metadata: { files: {} } }])
    assert.equal(messageOf(odd).text, 'what is new?')
})
