import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { branchTo, childrenOf, findLeaf, versionsIn } from '#chatapp/chats/tree.ts'
import { BACKENDS } from '../support/stores.ts'
import { startTestChatapp } from './started-chatapp.ts'

interface Node {
  id: string
  parentId: string | null
  role: 'user' | 'assistant'
}

const trees = fc
  .array(fc.tuple(fc.integer({ min: -2, max: 24 }), fc.boolean()), { minLength: 1, maxLength: 24 })
  .map((drawn) =>
    drawn.map(([parent, isUser], n): Node => {
      const parentId = parent < 0 ? null : `m${n > 0 && parent >= drawn.length ? parent % n : parent}`
      return { id: `m${n}`, parentId, role: isUser ? 'user' : 'assistant' }
    }),
  )

function expected(
  nodes: readonly Node[],
  { before, below, limit }: { before?: string; below?: string; limit: number },
) {
  const children = childrenOf(nodes)
  const versions = versionsIn(nodes)
  const currentId = below === undefined ? nodes.at(-1)!.id : findLeaf(children, below)
  const last = before === undefined ? currentId : nodes.find(({ id }) => id === before)!.parentId
  return {
    current_id: currentId,
    messages: branchTo(nodes, last)
      .slice(-limit)
      .map(({ id }) => ({ id, childrenIds: children.get(id) ?? [], versions: versions.get(id) })),
  }
}

for (const backend of BACKENDS)
  test(
    `a stretch equals the result from the whole tree, for any stored tree, on ${backend.kind} [chatapp.stretches]`,
    { skip: backend.skip },
    async (t) => {
      const chat = await startTestChatapp(t, { location: await backend.locate(t) })
      const ann = await chat.signUp('Ann')
      await fc.assert(
        fc.asyncProperty(trees, fc.nat(), fc.integer({ min: 1, max: 30 }), async (nodes, pick, limit) => {
          const messages = Object.fromEntries(
            nodes.map(({ id, parentId, role }) => [id, { role, content: id, parentId }]),
          )
          const history = { currentId: nodes.at(-1)!.id, messages }
          const { id } = (await ann.post('/api/v1/chats/new', { chat: { title: 'Tree', history } })).json
          const named = nodes[pick % nodes.length]!.id
          const { chat: whole } = (await ann.get(`/api/v1/chats/${id}`)).json
          const stored: Node[] = Object.values(whole.history.messages) // the web chat repairs invalid trees when it stores them
          for (const query of [{ limit }, { before: named, limit }, { below: named, limit }]) {
            const address = `/api/v1/chats/${id}/messages?${new URLSearchParams(query as never)}`
            const { current_id, messages: read } = (await ann.get(address)).json
            const reported = read.map(({ id, childrenIds, versions }: any) => ({ id, childrenIds, versions }))
            assert.deepEqual({ current_id, messages: reported }, expected(stored, query))
          }
        }),
        { numRuns: 25 },
      )
    },
  )
