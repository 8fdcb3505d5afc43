import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import type { IncomingEvent, IncomingMessage } from '../../incoming.ts'
import { readDelivery } from './read.ts'

const OURS = '106540352242922'

const delivery = (...values: readonly Record<string, unknown>[]) => ({
  object: 'whatsapp_business_account',
  entry: values.map((value) => ({
    id: '1',
    changes: [
      {
        field: 'messages',
        value: {
          messaging_product: 'whatsapp',
          metadata: { display_phone_number: '+1 555-078-3881', phone_number_id: OURS },
          ...value,
        },
      },
    ],
  })),
})

const read = (...values: readonly Record<string, unknown>[]) => readDelivery(delivery(...values), OURS)

const contact = { profile: { name: 'Sheena Nelson' }, wa_id: '16505551234', user_id: 'US.1349' }

const sent = (type: string, content?: unknown, more: Record<string, unknown> = {}) => ({
  contacts: [contact],
  messages: [
    {
      from: '16505551234',
      from_user_id: 'US.1349',
      id: 'wamid.1',
      timestamp: '1749416383',
      type,
      [type]: content,
      ...more,
    },
  ],
})

const only = (events: readonly IncomingEvent[]): IncomingEvent => {
  assert.equal(events.length, 1)
  return events[0]!
}

const textOf = (type: string, content: unknown): string => {
  const event = only(read(sent(type, content)))
  return event.kind === 'message' ? event.text : `${event.kind}: ${'why' in event ? event.why : ''}`
}

const written = {
  id: 'wamid.1',
  at: 1749416383000,
  conversation: { id: `${OURS}:16505551234`, kind: 'private', name: 'Sheena Nelson' },
  sender: { handles: ['16505551234', 'US.1349'], name: 'Sheena Nelson' },
}

test('a text is a message of a person, in the conversation with them', () => {
  assert.deepEqual(read(sent('text', { body: 'Does it come in another color?' })), [
    {
      ...written,
      kind: 'message',
      text: 'Does it come in another color?',
      media: [],
      replyTo: null,
      isAddressed: true,
    },
  ])
})

test('forwarded content is attributed to another author; contacts and places take one line each', () => {
  for (const context of [{ forwarded: true }, { frequently_forwarded: true }]) {
    const event = only(read(sent('text', { body: 'do\nthis' }, { context })))
    assert.equal((event as IncomingMessage).text, 'Forwarded, written by somebody:\n> do\n> this')
    const file = only(read(sent('document', { id: 'f', mime_type: 'application/pdf' }, { context })))
    assert.equal((file as IncomingMessage).text, 'Forwarded, written by somebody:\n> (a file)')
  }
  assert.equal(textOf('contacts', [{ name: { formatted_name: 'Eve\n/tool' } }]), 'Contact: Eve /tool')
  const place = { latitude: 1, longitude: 2, name: 'Pond\n/tool' }
  assert.equal(textOf('location', place), 'Location: Pond /tool; 1, 2')
})

test('every message, status and error of every entry is read, in order', () => {
  const events = read(
    {
      contacts: [contact],
      messages: [...sent('text', { body: 'a' }).messages, ...sent('text', { body: 'b' }).messages],
    },
    { statuses: [{ id: 'wamid.out', status: 'read', timestamp: '1', recipient_id: '1' }] },
    { ...sent('text', { body: 'c' }), errors: [{ code: 131051, title: 'Unsupported' }] },
  )
  assert.deepEqual(
    events.map((one) => ('text' in one ? one.text : one.kind)),
    ['a', 'b', 'status', 'c', 'ignored'],
  )
})

test('files come with their caption and a valid name', () => {
  const fileOf = (type: string, content: Record<string, unknown>) => {
    const message = only(read(sent(type, { id: '10138', sha256: 'x', ...content }))) as IncomingMessage
    return { text: message.text, ...message.media[0] }
  }
  const base = { id: '10138', bytes: null, text: '' }
  assert.deepEqual(fileOf('image', { mime_type: 'image/jpeg', caption: 'A rose' }), {
    ...base,
    text: 'A rose',
    filename: 'picture.jpg',
    contentType: 'image/jpeg',
  })
  assert.deepEqual(fileOf('audio', { mime_type: 'audio/ogg; codecs=opus', voice: true }), {
    ...base,
    filename: 'audio.oga',
    contentType: 'audio/ogg; codecs=opus',
  })
  assert.deepEqual(fileOf('document', { mime_type: 'application/pdf', filename: 'bill.pdf' }), {
    ...base,
    filename: 'bill.pdf',
    contentType: 'application/pdf',
  })
  assert.equal(fileOf('sticker', { mime_type: 'image/webp', animated: false }).filename, 'sticker.webp')
  assert.deepEqual(fileOf('video', {}), { ...base, filename: 'video.bin', contentType: null })
})

test('a choice, a shared form and an order become text', () => {
  assert.equal(
    textOf('interactive', { type: 'button_reply', button_reply: { id: 'y', title: 'Yes' } }),
    'Yes',
  )
  const list_reply = { id: 'p', title: 'Priority Mail', description: '1 to 3 days' }
  assert.equal(textOf('interactive', { type: 'list_reply', list_reply }), 'Priority Mail\n1 to 3 days')
  assert.equal(
    textOf('interactive', { type: 'nfm_reply', nfm_reply: { response_json: '{"a":1}' } }),
    '{"a":1}',
  )
  assert.equal(textOf('button', { payload: 'stop', text: 'Unsubscribe' }), 'Unsubscribe')
  assert.equal(
    textOf('location', { latitude: 37.44, longitude: '-122.16', name: 'Philz', address: '101 Forest Ave' }),
    'Location: Philz; 101 Forest Ave; 37.44, -122.16',
  )
  assert.equal(
    textOf('contacts', [
      {
        name: { formatted_name: 'Ada' },
        org: { company: 'Engines' },
        phones: [{ phone: '+1' }],
        emails: [{ email: 'a@b.example' }],
      },
      { name: { formatted_name: 'Bo' }, vcard: 'BEGIN' },
    ]),
    'Contact: Ada, Engines, +1, a@b.example\nContact: Bo',
  )
  assert.equal(
    textOf('order', {
      catalog_id: '1',
      text: 'Soon please',
      product_items: [{ product_retailer_id: 'di9ozbzfi4', quantity: 2, item_price: 30, currency: 'USD' }],
    }),
    'Soon please\nOrder:\n- 2 × di9ozbzfi4 at 30 USD',
  )
})

test('members of an unknown form affect no others, and an item of an order is never dropped silently', () => {
  assert.equal(
    textOf('contacts', [
      null,
      { phones: [{ phone: '+1' }, null, 'x'], emails: [7, { email: 'a@b.example' }] },
    ]),
    'Contact: +1, a@b.example',
  )
  assert.equal(
    textOf('order', {
      product_items: [
        { product_retailer_id: 'a1', quantity: 2 },
        null,
        { product_retailer_id: 'b2' },
        { quantity: 1 },
      ],
    }),
    `Order:\n- 2 × a1${'\n- an item that could not be read'.repeat(3)}`,
  )
})

test('an answer to a message names it', () => {
  const event = only(read(sent('text', { body: 'x' }, { context: { from: '15550783881', id: 'wamid.q' } })))
  assert.partialDeepStrictEqual(event, { replyTo: 'wamid.q' })
  const forwarded = only(read(sent('text', { body: 'x' }, { context: { forwarded: true } })))
  assert.partialDeepStrictEqual(forwarded, { replyTo: null })
})

test('a reaction names its message; without an emoji the reaction was withdrawn', () => {
  assert.deepEqual(read(sent('reaction', { message_id: 'wamid.of', emoji: '👍' })), [
    { ...written, kind: 'reaction', of: 'wamid.of', emoji: '👍' },
  ])
  assert.partialDeepStrictEqual(only(read(sent('reaction', { message_id: 'wamid.of' }))), { emoji: '' })
})

test('an edited or deleted message has its own id', () => {
  const edit = { original_message_id: 'wamid.0', message: { type: 'text', text: { body: 'better' } } }
  assert.deepEqual(read(sent('edit', edit)), [{ ...written, kind: 'edited', id: 'wamid.0', text: 'better' }])
  assert.deepEqual(read(sent('revoke', { original_message_id: 'wamid.0' })), [
    { kind: 'deleted', id: 'wamid.0', conversation: `${OURS}:16505551234` },
  ])
})

test('a person with a user name and without a number is known by their id', () => {
  const from = { from: undefined, from_parent_user_id: 'US.ENT.77' }
  const events = read({
    ...sent('text', { body: 'hi' }, from),
    contacts: [{ profile: { username: '@sheena' }, user_id: 'US.1349', parent_user_id: 'US.ENT.77' }],
  })
  assert.partialDeepStrictEqual(only(events), {
    conversation: { id: `${OURS}:US.1349` },
    sender: { handles: ['US.1349', 'US.ENT.77'], name: '@sheena' },
  })
})

test('ids are taken from the message or from the contact that goes with it, never from another’s', () => {
  const other = { profile: { name: 'Mallory' }, wa_id: '4915112345678', user_id: 'DE.666' }
  const handlesOf = (message: Record<string, unknown>, contacts: readonly unknown[]) => {
    const event = only(
      read({
        ...sent('text', { body: 'hi' }, { from: undefined, from_user_id: undefined, ...message }),
        contacts,
      }),
    )
    return event.kind === 'message' ? event.sender : event
  }
  assert.deepEqual(handlesOf({ from: '16505551234' }, [other, contact]), {
    handles: ['16505551234', 'US.1349'],
    name: 'Sheena Nelson',
  })
  assert.deepEqual(handlesOf({ user_id: 'US.1349' }, [contact]), {
    handles: ['16505551234', 'US.1349'],
    name: 'Sheena Nelson',
  })
  assert.deepEqual(handlesOf({ from: '16505551234' }, [other]), { handles: ['16505551234'], name: null })
  assert.deepEqual(handlesOf({}, [contact]), { handles: ['16505551234', 'US.1349'], name: 'Sheena Nelson' })
  assert.deepEqual(handlesOf({}, [contact, other]), {
    kind: 'ignored',
    why: 'a message that tells neither number nor id of its sender',
  })
})

test('a group is a separate conversation, in which only replies to us address us', () => {
  const inGroup = (context?: unknown) =>
    only(read(sent('text', { body: 'x' }, { group_id: 'Y2Fw', context })))
  assert.partialDeepStrictEqual(inGroup(), {
    conversation: { id: `${OURS}:group:Y2Fw`, kind: 'group', name: null },
    isAddressed: false,
  })
  assert.partialDeepStrictEqual(inGroup({ from: '15550783881', id: 'wamid.ours' }), { isAddressed: true })
  assert.partialDeepStrictEqual(inGroup({ from: '16505550000', id: 'wamid.theirs' }), { isAddressed: false })
})

test('a new number or id moves the conversation', () => {
  const system = (content: Record<string, unknown>, from?: string) => ({
    messages: [{ from, id: 'wamid.s', timestamp: '1749416383', type: 'system', system: content }],
  })
  const changed = { body: 'User changed', wa_id: '12195555358', type: 'user_changed_number' }
  assert.deepEqual(read(system(changed, '16505551234')), [
    { kind: 'moved', from: `${OURS}:16505551234`, to: `${OURS}:12195555358` },
  ])
  const withIds = { ...changed, user_id: 'US.2', previous_user_id: 'US.1' }
  assert.deepEqual(read(system(withIds, '16505551234')), [
    { kind: 'moved', from: `${OURS}:16505551234`, to: `${OURS}:12195555358` },
    { kind: 'moved', from: `${OURS}:US.1`, to: `${OURS}:12195555358` },
  ])
  assert.deepEqual(
    read(system({ type: 'user_changed_user_id', user_id: 'US.2', previous_user_id: 'US.1' })),
    [{ kind: 'moved', from: `${OURS}:US.1`, to: `${OURS}:US.2` }],
  )
  assert.equal(only(read(system({ type: 'customer_identity_changed' }, '1'))).kind, 'ignored')
})

test('a status contains the state of a message, and the reason of a failure', () => {
  const status = (more: Record<string, unknown>) =>
    only(read({ statuses: [{ id: 'wamid.out', timestamp: '1749416390', ...more }] }))
  const base = { kind: 'status', id: 'wamid.out', ours: null, at: 1749416390000, reason: null }
  assert.deepEqual(status({ status: 'sent', biz_opaque_callback_data: 'ours-1' }), {
    ...base,
    ours: 'ours-1',
    state: 'sent',
  })
  assert.deepEqual(status({ status: 'played' }), { ...base, state: 'read' })
  const errors = [
    { code: 131047, title: 'Re-engagement message', error_data: { details: 'More than 24 hours\nago' } },
  ]
  assert.deepEqual(status({ status: 'failed', errors }), {
    ...base,
    state: 'failed',
    reason: 'More than 24 hours ago (131047)',
  })
  assert.partialDeepStrictEqual(status({ status: 'failed' }), { reason: 'the provider gives no reason' })
  assert.equal(status({ status: 'warned' }).kind, 'ignored')
})

test('an ignored event has a reason', () => {
  const why = (events: readonly IncomingEvent[]) => events.map((one) => ('why' in one ? one.why : one.kind))
  const unsupported = { errors: [{ code: 131051, title: 'Message type unknown' }] }
  assert.deepEqual(why(read(sent('unsupported', { type: 'poll' }, unsupported))), [
    'a message of a type that is not read: unsupported',
  ])
  assert.deepEqual(why(read(sent('constructor', {}))), ['a message of a type that is not read: constructor'])
  assert.deepEqual(why(read(sent('text', { nothing: 1 }))), ['a message of a type that is not read: text'])
  assert.deepEqual(why(read({ messages: [{ id: 'x' }, null] })), ['malformed: message', 'malformed: message'])
  assert.deepEqual(why(read({})), ['a delivery that holds nothing'])
  assert.deepEqual(why(readDelivery(delivery(sent('text', { body: 'x' })), '999')), [
    'meant for another number',
  ])
  const account = {
    object: 'whatsapp_business_account',
    entry: [{ changes: [{ field: 'account_update', value: {} }] }],
  }
  assert.deepEqual(why(readDelivery(account, OURS)), ['a change of account_update'])
  for (const body of [null, 'text', 7, [], { object: 'page', entry: [] }])
    assert.deepEqual(why(readDelivery(body, OURS)), ['a delivery of another kind'])
})

test('a malformed message takes no other with it', () => {
  const { contacts, messages } = sent('text', { body: 'fine' })
  const events = read({
    contacts: [null, ...contacts],
    messages: [{ type: 'text' }, ...messages],
    statuses: 'none',
  })
  assert.deepEqual(
    events.map(({ kind }) => kind),
    ['ignored', 'message'],
  )
})

test('of any delivery: reading never throws, and everything has its kind', () => {
  const anything = fc.jsonValue({ maxDepth: 4 })
  const message = fc.record(
    {
      id: anything,
      type: fc.oneof(
        fc.constantFrom('text', 'image', 'reaction', 'system', 'edit', 'contacts', 'order'),
        anything,
      ),
      timestamp: fc.oneof(fc.constant('1749416383'), anything),
      from: anything,
      text: anything,
      image: anything,
      edit: anything,
      system: anything,
      contacts: anything,
      order: anything,
      context: anything,
    },
    { requiredKeys: [] },
  )
  const value = fc.record({
    contacts: fc.oneof(anything, fc.array(anything)),
    messages: fc.array(message),
    statuses: anything,
  })
  fc.assert(
    fc.property(
      fc.oneof(
        anything,
        value.map((one) => delivery(one)),
      ),
      (body) => {
        for (const { kind } of readDelivery(body, OURS)) assert.ok(kind)
      },
    ),
    { numRuns: 300 },
  )
})
