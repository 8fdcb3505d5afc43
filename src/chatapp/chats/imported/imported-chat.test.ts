import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { PIXEL } from '../../../../tests/support/odd-chats/odd-chat.ts'
import { exportOf, ODD_CHATS } from '../../../../tests/support/odd-chats/odd-chats.ts'
import type { ToolActivity } from '#ground/turn/schema.ts'
import { processTurns } from '#ground/base/turn-budget.ts'
import { readMessageForms } from '../message-forms.ts'
import type { MessageForm } from '../schema.ts'
import { branchTo } from '../tree.ts'
import { attachmentsOf, importedForm, readImportedChat, type ImportedChat } from './imported-chat.ts'

const NOW = 1_800_000_000
const AT = 1_700_000_000

const [odd, entries] = [ODD_CHATS, JSON.parse(exportOf(ODD_CHATS)) as unknown[]]
const read = (entry: unknown): ImportedChat => {
  const result = readImportedChat(entry, NOW)
  assert.ok(result.ok, JSON.stringify(result))
  return result.value
}
const readNamed = (name: string) => read(entries[odd.findIndex((chat) => chat.name === name)])
const branchOf = ({ messages, currentId }: ImportedChat) =>
  branchTo(
    messages.map(({ id, form }) => ({ id, parentId: form.parentId ?? null, form })),
    currentId,
  ).map(({ form }) => form)
const toolsOf = ({ tools }: MessageForm) => tools as ToolActivity[]
const answerOf = (name: string) => branchOf(readNamed(name)).at(-1)!

describe('a chat of another web chat', () => {
  test('is read with its displayed branch, or refused with a reason, whatever its form', () => {
    for (const [index, { name, shows, refused }] of odd.entries()) {
      const result = readImportedChat(entries[index], NOW)
      if (refused !== undefined) assert.deepEqual(result, { ok: false, refusal: refused }, name)
      else
        assert.deepEqual(
          result.ok && branchOf(result.value).map(({ role, content }) => [role, content]),
          shows!.map((message) => [...message]),
          name,
        )
    }
  })

  test('keeps reasoning and tool calls of each release', () => {
    for (const name of ['text only in output', 'text and output']) {
      const { reasoning, tools } = answerOf(name)
      assert.equal(reasoning, 'Little light.')
      assert.deepEqual(tools, [
        {
          id: 'c1',
          name: 'search',
          title: '',
          state: 'done',
          at: 0,
          input: '{"q":"ferns"}',
          result: 'three hits',
        },
      ])
    }
    assert.equal(answerOf('reasoning as details').reasoning, 'Shade means little light.\nFerns & moss.')
    assert.deepEqual(answerOf('tool call as details').tools, [
      {
        id: 'call_1',
        name: 'search',
        title: '',
        state: 'done',
        at: 0,
        input: '{"q": "ferns"}',
        result: 'three hits',
      },
    ])
    assert.deepEqual(
      toolsOf(answerOf('code interpreter as details')).map(({ name, input, result }) => [
        name,
        input,
        result,
      ]),
      [['code_interpreter', '```python\n3+4\n```', '7']],
    )
    assert.equal(answerOf('details without an end').reasoning, 'and moss')
    assert.deepEqual(
      toolsOf(branchOf(readNamed('role tool'))[1]!).map(({ name, result }) => [name, result]),
      [['search', 'three hits']],
    )
    assert.equal(toolsOf(answerOf('output without an answer'))[0]!.unfinished, 'interrupted')
  })

  test('is refused before its messages are read if it has more than 10,000, with tool results', () => {
    const unread = {
      role: 'tool',
      content: [
        {
          get text() {
            return assert.fail('a message was read')
          },
        },
      ],
    }
    const chat = { messages: Array.from({ length: 10_001 }, () => unread) }
    assert.deepEqual(readImportedChat(chat, NOW), { ok: false, refusal: 'too_many_messages' })
  })

  test('gets an unused id for each message of a list without an id', () => {
    const messages = [{ id: 'message-2' }, {}, { id: 'message-2' }, { id: 'message-4' }, {}]
    assert.deepEqual(
      read({ messages }).messages.map(({ id, form }) => [id, form.parentId]),
      [
        ['message-2', null],
        ['message-3', 'message-2'],
        ['message-5', 'message-3'],
        ['message-4', 'message-5'],
        ['message-6', 'message-4'],
      ],
    )
  })

  test('keeps files, and contents of pictures for the server to store', () => {
    const kinds = (name: string) =>
      attachmentsOf(readNamed(name)).map((file) => (file.kind === 'file' ? file.file : file))
    assert.deepEqual(kinds('picture in files'), [{ kind: 'content', name: 'picture', dataUrl: PIXEL }])
    assert.deepEqual(kinds('content as parts'), [{ kind: 'content', name: 'picture', dataUrl: PIXEL }])
    const id = 'f0000000-0000-4000-8000-000000000001'
    for (const name of ['picture by id', 'picture in an answer'])
      assert.deepEqual(kinds(name), [{ id, name: 'picture', content_type: 'image/png', size: 0 }])
    assert.deepEqual(kinds('file with its record'), [
      { id: 'f1', name: 'beds.txt', content_type: 'text/plain', size: 12 },
    ])
    for (const name of ['knowledge as file', 'files of no form', 'picture elsewhere'])
      assert.deepEqual(kinds(name), [])
  })

  test('keeps its times, whatever their unit', () => {
    const times = (name: string) => {
      const { createdAt, updatedAt, messages } = readNamed(name)
      return [createdAt, updatedAt, ...messages.map(({ form }) => form.timestamp)]
    }
    for (const name of ['plain', 'times in ms', 'times in ns', 'times as fractions'])
      assert.deepEqual(times(name), [AT, AT + 60, AT, AT + 5], name)
    for (const name of ['times null', 'times negative or text'])
      assert.deepEqual(times(name), [AT, AT + 60, AT, AT], name)
    assert.deepEqual(times('times missing everywhere'), [NOW, NOW, NOW, NOW])
    const late = JSON.parse(JSON.stringify(entries[0]).replaceAll(String(AT + 5), String(NOW + 90_000)))
    const { updatedAt, messages } = read(late)
    assert.deepEqual([updatedAt, ...messages.map(({ form }) => form.timestamp)], [AT + 60, AT, AT])
  })

  test('keeps tags, flags and folder, and cuts a title at the limit', () => {
    const plain = entries[0] as { chat: object }
    const chat = read({
      ...plain,
      archived: true,
      pinned: 1,
      folder_id: 'f',
      meta: { tags: ['garden_work', 'shade'] },
      chat: { ...plain.chat, tags: ['Garden work'] },
    })
    assert.deepEqual([chat.archived, chat.pinned, chat.folderId], [true, true, 'f'])
    assert.deepEqual(chat.tags, ['Garden work', 'shade'])
    assert.equal(readNamed('title too long').title.length, 200)
    assert.equal(readNamed('title null').title, 'What grows in shade?')
    assert.deepEqual(branchOf(readNamed('unfinished answer')).at(-1)!.state, 'interrupted')
    assert.deepEqual(branchOf(readNamed('error as object')).at(-1)!.error, {
      message: 'Model not found',
      code: 'imported',
    })
  })

  test('of any form is refused or makes a form that the server stores', async () => {
    const Value = fc.oneof(
      { depthSize: 'small' },
      fc.jsonValue(),
      fc.constantFrom('q', 'a', 'b', null, 7, PIXEL),
    )
    const Message = fc.dictionary(
      fc.constantFrom(
        'id',
        'parentId',
        'childrenIds',
        'role',
        'content',
        'timestamp',
        'files',
        'output',
        'done',
        'model',
        'error',
        'tools',
        'usage',
        '__proto__',
      ),
      Value,
    )
    const Id = fc.oneof(fc.constantFrom('q', 'a', 'b', '__proto__', 'a b', ''), fc.string())
    const Entry = fc.record({
      title: Value,
      created_at: Value,
      meta: Value,
      chat: fc.record({
        tags: Value,
        history: fc.record({ currentId: Value, messages: fc.dictionary(Id, Message) }),
      }),
    })
    await fc.assert(
      fc.asyncProperty(Entry, async (entry) => {
        const chat = read(entry)
        const form = importedForm(chat, () => [])
        const ids = chat.messages.map(({ id }) => id)
        assert.equal(new Set(ids).size, ids.length)
        assert.ok(
          ids.length === 0 ? form.history?.currentId === null : ids.includes(form.history!.currentId!),
        )
        for (const [index, { form: message }] of chat.messages.entries())
          assert.ok(message.parentId === null || ids.indexOf(message.parentId!) < index, 'parents come first')
        assert.equal((await readMessageForms(form.history!.messages!, processTurns)).size, ids.length)
        assert.ok(
          !JSON.stringify(form.history).includes('\\u0000') || JSON.stringify(entry).includes('\\u0000'),
        )
      }),
      { numRuns: 300 },
    )
  })
})
