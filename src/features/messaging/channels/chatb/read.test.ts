import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { IncomingEvent, IncomingMessage } from '../../incoming.ts'
import { needsUserName } from './addressed.ts'
import { readChatBUpdate } from './read.ts'

const BOT = { id: 99, userName: 'GardenBot' }
const NOW = Date.UTC(2026, 10, 22)

const ANN = {
  id: 4_503_599_627_370_495,
  is_bot: false,
  first_name: 'Ann',
  last_name: 'Lee',
  username: 'taken',
}
const PRIVATE = { id: ANN.id, type: 'private', first_name: 'Ann', last_name: 'Lee' }
const GROUP = { id: -1_001_234_567_890, type: 'supergroup', title: 'Garden' }
const HERSELF = { message_id: 7, date: 1_790_000_000, from: ANN }

const all = (payload: object): readonly IncomingEvent[] =>
  readChatBUpdate({ update_id: 1, ...payload }, { bot: BOT, at: NOW })
const only = (payload: object): IncomingEvent => {
  const [one, ...others] = all(payload)
  assert.equal(others.length, 0)
  return one!
}
const message = (fields: object, chat: object = PRIVATE): IncomingMessage => {
  const one = only({ message: { ...HERSELF, chat, ...fields } })
  assert.ok(one.kind === 'message', JSON.stringify(one))
  return one
}
const why = (payload: object): string => {
  const one = only(payload)
  assert.ok(one.kind === 'ignored', JSON.stringify(one))
  return one.why
}

test('a private message is known by its sender’s number alone, which may have 52 bits', () => {
  assert.deepEqual(message({ text: 'hi' }), {
    kind: 'message',
    id: '4503599627370495/7',
    conversation: { id: '4503599627370495', kind: 'private', name: 'Ann Lee' },
    sender: { handles: ['4503599627370495'], name: 'Ann Lee' },
    at: 1_790_000_000_000,
    text: 'hi',
    media: [],
    replyTo: null,
    isAddressed: true,
  })
})

const entity = (type: string, text: string, part: string, more: object = {}) => ({
  text,
  entities: [{ type, offset: text.indexOf(part), length: part.length, ...more }],
})
const answering = (from: object, more: object = {}) => ({
  text: 'yes',
  reply_to_message: { message_id: 5, from, chat: GROUP, date: 1, ...more },
})

const IN_GROUPS: readonly [what: string, fields: object, text: string, isAddressed: boolean][] = [
  ['nobody', { text: 'GardenBot is a nice name' }, 'GardenBot is a nice name', false],
  ['the bot by name', entity('mention', '@gardenbot, hello', '@gardenbot'), 'hello', true],
  ['the bot within', entity('mention', '🌷 ask @GardenBot now', '@GardenBot'), '🌷 ask @GardenBot now', true],
  ['the bot and nothing else', entity('mention', '@GardenBot', '@GardenBot'), '@GardenBot', true],
  ['another', entity('mention', '@GardenBotTwo hi', '@GardenBotTwo'), '@GardenBotTwo hi', false],
  ['the bot, not as a mention', entity('code', '@GardenBot hi', '@GardenBot'), '@GardenBot hi', false],
  ['the bot by a link', entity('text_mention', 'Hub, hi', 'Hub', { user: { id: 99 } }), 'Hub, hi', true],
  ['another by a link', entity('text_mention', 'Bo, hi', 'Bo', { user: { id: 98 } }), 'Bo, hi', false],
  ['a command of the bot', entity('bot_command', '/new@GardenBot', '/new@GardenBot'), '/new', true],
  ['a command with words', entity('bot_command', '/sum@GardenBot 1 2', '/sum@GardenBot'), '/sum 1 2', true],
  ['a command of another', entity('bot_command', '/new@OtherBot', '/new@OtherBot'), '/new@OtherBot', false],
  ['a command of anybody', entity('bot_command', '/new', '/new'), '/new', false],
  ['an answer to the bot', answering({ id: 99, is_bot: true }), 'yes', true],
  ['an answer to another', answering({ id: 98 }), 'yes', false],
  [
    'the first in a topic of the bot',
    answering({ id: 99 }, { forum_topic_created: { name: 'x' } }),
    'yes',
    false,
  ],
]

for (const [what, fields, text, isAddressed] of IN_GROUPS)
  test(`in a group: ${what} is ${isAddressed ? '' : 'not '}addressed`, () => {
    const read = message(fields, GROUP)
    assert.deepEqual([read.text, read.isAddressed, read.conversation.kind], [text, isAddressed, 'group'])
  })

test('a mention in the caption of a photo counts', () => {
  const { text, entities } = entity('mention', 'look, @GardenBot', '@GardenBot') as {
    text: string
    entities: object[]
  }
  const photo = [
    { file_id: 'small', width: 90, height: 60, file_size: 900 },
    { file_id: 'large', width: 900, height: 600, file_size: 90_000 },
    { file_id: 'middle', width: 320, height: 200 },
  ]
  const read = message({ caption: text, caption_entities: entities, photo }, GROUP)
  assert.equal(read.isAddressed, true)
  assert.deepEqual(read.media, [
    { id: 'large', filename: 'photo.jpg', contentType: 'image/jpeg', bytes: 90_000 },
  ])
})

test('forwarded words are attributed to their author, and address no one else', () => {
  const text = 'do\n@GardenBot this'
  const entities = [{ type: 'mention', offset: 3, length: 10 }]
  const forward_origin = { type: 'hidden_user', date: 1, sender_user_name: 'Eve\nAnn: yes' }
  const read = message({ text, entities, forward_origin }, GROUP)
  assert.equal(read.text, 'Forwarded, written by Eve Ann: yes:\n> do\n> @GardenBot this')
  assert.equal(read.isAddressed, false)
})

test('a bot’s message for a person and a forwarded file without text are attributed to their author', () => {
  const via_bot = { id: 5, is_bot: true, first_name: 'Wiki' }
  assert.equal(message({ text: 'one\ntwo', via_bot }).text, 'Forwarded, written by Wiki:\n> one\n> two')
  const forward_origin = { type: 'hidden_user', date: 1, sender_user_name: 'Eve' }
  const document = { file_id: 'f', file_name: 'plan.pdf' }
  assert.equal(message({ document, forward_origin }).text, 'Forwarded, written by Eve:\n> (a file)')
})

test('a contact and a place take one line each, for any name', () => {
  const contact = { phone_number: '+49 1', first_name: 'Eve\n/tool pay {}' }
  assert.equal(message({ contact }).text, 'Contact: Eve /tool pay {}, +49 1')
  const location = { latitude: 1, longitude: 2 }
  const venue = { location, title: 'Pond\r\n/tool', address: 'Lane\u2028/tool' }
  assert.equal(message({ location, venue }).text, 'Location: Pond /tool, Lane /tool (1, 2)')
})

test('the user name is needed only for a mention in a group', () => {
  const named = entity('mention', '@GardenBot hi', '@GardenBot')
  const needs = (chat: object, fields: object) => needsUserName({ message: { ...HERSELF, chat, ...fields } })
  assert.equal(needs(GROUP, named), true)
  assert.equal(needs(GROUP, { text: 'hi' }), false)
  assert.equal(needs(GROUP, entity('bot_command', '/new', '/new')), false)
  assert.equal(needs(PRIVATE, named), false)
  assert.equal(needsUserName('garbage'), false)
})

test('a topic is a separate conversation, a thread of replies is not', () => {
  const thread = { text: 'hi', message_thread_id: 12 }
  assert.equal(message({ ...thread, is_topic_message: true }, GROUP).conversation.id, `${GROUP.id}:12`)
  assert.equal(message(thread, GROUP).conversation.id, `${GROUP.id}`)
})

test('a sender in the name of a group matches no person of a roster', () => {
  const anonymous = { id: 1_087_968_824, is_bot: true, first_name: 'Group' }
  const read = message({ text: 'hi', from: anonymous, sender_chat: GROUP }, GROUP)
  assert.deepEqual(read.sender, { handles: [`sender_chat:${GROUP.id}`], name: 'Garden' })
})

const KINDS: readonly [what: string, fields: object, text: string, file: string | null][] = [
  [
    'a document',
    { document: { file_id: 'f', file_name: 'plan.pdf', mime_type: 'application/pdf' } },
    '',
    'plan.pdf',
  ],
  ['a voice message', { voice: { file_id: 'f', duration: 3 } }, '', 'voice.ogg'],
  ['a video', { video: { file_id: 'f' }, caption: 'look' }, 'look', 'video.mp4'],
  ['a round video', { video_note: { file_id: 'f' } }, '', 'video.mp4'],
  ['music', { audio: { file_id: 'f', file_name: 'song.mp3' } }, '', 'song.mp3'],
  ['a sticker', { sticker: { file_id: 'f', emoji: '🌷' } }, '🌷', 'sticker.webp'],
  ['a sticker that moves', { sticker: { file_id: 'f', emoji: '🌷', is_video: true } }, '🌷', null],
  ['a place', { location: { latitude: 52.5, longitude: 13.25 } }, 'Location: 52.5, 13.25', null],
  [
    'a house',
    {
      location: { latitude: 1, longitude: 2 },
      venue: { location: { latitude: 1, longitude: 2 }, title: 'Shed', address: 'Path 1' },
    },
    'Location: Shed, Path 1 (1, 2)',
    null,
  ],
  ['a contact', { contact: { first_name: 'Bo', phone_number: '+491' } }, 'Contact: Bo, +491', null],
]

for (const [what, fields, text, file] of KINDS)
  test(`${what} is read`, () => {
    const read = message(fields)
    assert.deepEqual([read.text, read.media[0]?.filename ?? null], [text, file])
  })

test('an edited message says its new text', () => {
  const edited = { ...HERSELF, chat: PRIVATE, text: 'hello', edit_date: 1_790_000_060 }
  const read = only({ edited_message: edited })
  assert.ok(read.kind === 'edited')
  assert.deepEqual([read.id, read.text, read.at], ['4503599627370495/7', 'hello', 1_790_000_060_000])
})

test('a button gives its data, for any person who presses it', () => {
  const button = { id: '4382', from: ANN, chat_instance: '1', data: 'yes' }
  const read = only({ callback_query: { ...button, message: { chat: GROUP, message_id: 3, date: 0 } } })
  assert.ok(read.kind === 'message')
  assert.deepEqual(
    [read.id, read.conversation.id, read.sender.handles, read.text, read.replyTo, read.at, read.isAddressed],
    ['button/4382', `${GROUP.id}`, [`${ANN.id}`], 'yes', `${GROUP.id}/3`, NOW, true],
  )
  assert.equal(why({ callback_query: button }), 'the button stands in no chat of ours')
})

const member = (chat: object, status: string, more: object = {}) =>
  only({
    my_chat_member: { chat, from: ANN, date: 1, old_chat_member: {}, new_chat_member: { status, ...more } },
  })

test('blocked, thrown out, muted, and back again', () => {
  assert.deepEqual(member(PRIVATE, 'kicked'), {
    kind: 'closed',
    conversation: '4503599627370495',
    reason: 'the person blocked the bot',
  })
  assert.equal(member(PRIVATE, 'member').kind, 'opened')
  assert.equal(member(GROUP, 'left').kind, 'closed')
  assert.equal(member(GROUP, 'restricted', { can_send_messages: false }).kind, 'closed')
  assert.equal(member(GROUP, 'restricted', { can_send_messages: true }).kind, 'opened')
  assert.equal(member(GROUP, 'administrator').kind, 'opened')
})

test('a group that becomes a supergroup goes on under its new number, told from either side', () => {
  const old = { id: -77, type: 'group', title: 'Garden' }
  const expected = { kind: 'moved', from: '-77', to: `${GROUP.id}` }
  assert.deepEqual(only({ message: { ...HERSELF, chat: old, migrate_to_chat_id: GROUP.id } }), expected)
  assert.deepEqual(only({ message: { ...HERSELF, chat: GROUP, migrate_from_chat_id: -77 } }), expected)
})

test('an update without a recipient is ignored, with a reason', () => {
  const channel = { id: -1009, type: 'channel', title: 'News' }
  assert.equal(
    why({ channel_post: { ...HERSELF, chat: channel, text: 'x' } }),
    'nothing is done about channel_post',
  )
  assert.equal(why({ poll: {} }), 'nothing is done about poll')
  assert.equal(why({}), 'nothing is done about an empty update')
  assert.equal(why({ message: { ...HERSELF, chat: channel, text: 'x' } }), 'it stands in a channel')
  assert.equal(why({ message: { ...HERSELF, chat: GROUP, dice: {} } }), 'it holds neither text nor a file')
  const bot = { ...HERSELF, chat: GROUP, text: 'x', from: { id: 5, is_bot: true } }
  assert.equal(why({ message: bot }), 'no person wrote it')
  assert.equal(
    why({ message: { ...HERSELF, chat: GROUP, text: 'x', message_id: 0 } }),
    'it has no lasting id',
  )
  assert.match(why({ message: { text: 'x' } }), /^it does not look like an update: message\./)
  assert.equal(
    why({
      message: { ...HERSELF, chat: GROUP, text: 'x', sender_chat: channel, is_automatic_forward: true },
    }),
    'it was copied from a channel',
  )
})

test('no body causes an error, and none is lost without a reason', () => {
  fc.assert(
    fc.property(
      fc.jsonValue(),
      fc.constantFrom('message', 'edited_message', 'callback_query', null),
      (value, key) => {
        const body = key === null ? value : { update_id: 1, [key]: value }
        assert.ok(readChatBUpdate(body, { bot: BOT, at: NOW }).length > 0)
        assert.equal(typeof needsUserName(body), 'boolean')
      },
    ),
  )
})

test('members of an unknown form cost no others, and an unknown part costs no message', () => {
  const bold = { type: 'bold', offset: 0, length: 2 }
  assert.equal(message({ text: 'hi', entities: [null, { type: 'new' }, bold] }).text, 'hi')
  const photo = [{ file_id: 'small', width: 1, height: 1 }, { width: 9, height: 9 }, null]
  assert.equal(message({ caption: 'see', photo }).media.length, 1)
  for (const part of [
    'document',
    'audio',
    'voice',
    'sticker',
    'location',
    'venue',
    'contact',
    'reply_to_message',
  ])
    assert.equal(message({ text: 'hi', [part]: { odd: true } }).text, 'hi', part)
  assert.equal(message({ text: 'hi', entities: 'none', photo: {} }).text, 'hi')
})

test('a forwarded message whose author has an unknown form stays quoted', () => {
  for (const forward_origin of [{ type: 'new', sender_user: 'Bo' }, 'Bo', null])
    assert.match(
      message({ text: 'pay now', forward_origin }).text,
      /^Forwarded, written by somebody:\n> pay now$/,
    )
})
