import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import {
  bearer,
  callOf,
  connectClient,
  messageIn,
  modernRequest,
  post,
  request,
  startTestMcp,
  type TestMcp,
} from '../support/mcp.ts'
import { until } from '../support/until.ts'
import { GARDEN } from './garden.ts'
import { notesOf } from './running-call.ts'

const hub = await startTestMcp({ after }, { files: GARDEN })
let members = 0

const newMember = () => hub.member(`Member ${++members}`)

const resultOf = async ({ mcpUrl }: TestMcp, key: string, name: string, given: object = {}) =>
  (await messageIn(await post(mcpUrl, callOf(name, given), bearer(key)))).result

suite('tools', () => {
  test('all but the chat-scoped ones are listed, by name [mcp.tools]', async () => {
    const { key } = await newMember()
    const { result } = await messageIn(await post(hub.mcpUrl, request('tools/list'), bearer(key)))
    const names = result.tools.map(({ name }: { name: string }) => name)
    assert.deepEqual(names, names.toSorted())
    for (const name of ['echo', 'save_file', 'list_files']) assert.ok(names.includes(name), name)
    for (const name of ['remember', 'delegates', 'prune']) assert.ok(!names.includes(name), name)
    for (const name of ['remember', 'delegates'])
      assert.equal(
        (await messageIn(await post(hub.mcpUrl, callOf(name), bearer(key)))).error.code,
        -32602,
        name,
      )
  })

  test('ids, progress tokens and arguments keep all their digits [mcp.numbers]', async () => {
    const { key } = await newMember()
    const big = '9007199254740993'
    const send = async (message: string, more: Record<string, string> = {}) =>
      (await post(hub.mcpUrl, message, { ...bearer(key), ...more })).text()
    const idIn = (text: string) => /"id":\s*([^,}]*)/.exec(text)?.[1]
    const call = (params: string, id = big) =>
      `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":${params}}`
    const bad = '{"name":"echo","arguments":{"text":7615917337495251231}}'
    for (const id of [big, '-9007199254740993', '1.0', '"9007199254740993"', '7'])
      for (const message of [
        call('{"name":"echo","arguments":{"text":"a"}}', id),
        call('{"name":"echo","arguments":{"text":"a"},"_meta":{"progressToken":1}}', id),
        call('{"name":"nothing"}', id),
        `{"jsonrpc":"2.0","id":${id},"method":"prompts/list"}`,
        `{"jsonrpc":"2.0","id":${id},"method":"nothing/at-all"}`,
      ])
        assert.equal(idIn(await send(message)), id, message)
    assert.match(await send(call(bad)), /cannot hold 7615917337495251231 exactly/)
    const modern = modernRequest('tools/call', { name: 'echo', arguments: { text: 'a' } }, 5)
    const text = JSON.stringify(modern.message).replace('"id":5', `"id":${big}`)
    assert.equal(idIn(await send(text, modern.headers)), big)
    const progress = await send(call(`{"name":"steps","arguments":{},"_meta":{"progressToken":${big}}}`))
    assert.match(progress, new RegExp(`"progressToken":${big}`))
  })

  test('a stream’s head is there at once, however silent the tool is [mcp.stream-head]', async (t) => {
    const silent = `
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineTool, z } from 'hub-service'
export const silent = defineTool({
  name: 'silent', description: 'Says nothing', input: z.object({}), timeout: 600,
  async run(_input, { signal, hubFolder }) {
    appendFileSync(join(hubFolder, 'notes.txt'), 'silent\\n')
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
  },
})
`
    const own = await startTestMcp(t, { files: { ...GARDEN, 'tools/silent.ts': silent } })
    const { key } = await own.member('Bea')
    const leaving = new AbortController()
    const { params, ...call } = callOf('silent')
    const asking = { ...call, params: { ...params, _meta: { progressToken: 1 } } }
    using ending = new DisposableStack()
    ending.defer(() => leaving.abort())
    const answer = await post(own.mcpUrl, asking, bearer(key), leaving.signal)
    const type = answer.headers.get('content-type')!
    assert.match(type, /^text\/event-stream/, type.includes('json') ? await answer.text() : type)
    assert.deepEqual([answer.status, answer.headers.get('vary')], [200, 'authorization'])
    // If the test ended now, it would abort the call while the tool's folder is created.
    await until(async () => (await notesOf(own)).includes('silent'))
  })

  test('no schema references content that a client would have to fetch [mcp.tools]', async () => {
    const { key } = await newMember()
    const text = await (await post(hub.mcpUrl, request('tools/list'), bearer(key))).text()
    assert.match(text, /"foreign"/)
    assert.doesNotMatch(text, /plant\.json|x-mcp-header/)
  })

  test('restricted ones are for those who hold the capability [mcp.restricted]', async (t) => {
    const own = await startTestMcp(t, { files: GARDEN })
    const [bea, cleo] = [await own.member('Bea', 'prune_trees'), await own.member('Cleo')]
    const client = await connectClient(t, own.mcpUrl, bea.key)
    assert.ok((await client.listTools()).tools.some(({ name }) => name === 'prune'))
    assert.equal((await resultOf(own, bea.key, 'prune', { text: 'oak' })).isError, undefined)
    const denied = await resultOf(own, cleo.key, 'prune', { text: 'elm' })
    assert.equal(denied.isError, true)
    assert.match(denied.content[0].text, /Prune trees/)
    await own.revoke(bea.person, 'prune_trees')
    assert.equal((await resultOf(own, bea.key, 'prune', { text: 'ash' })).isError, true)
    assert.deepEqual(await notesOf(own), ['pruned oak'])

    const { json } = await own.admin.get('/audit?surface=mcp')
    const rows = json.items.map(({ user, outcome }: { user: string; outcome: string }) => [user, outcome])
    assert.deepEqual(rows.toReversed(), [
      [bea.person.email, 'allowed'],
      [cleo.person.email, 'denied'],
      [bea.person.email, 'denied'],
    ])
  })

  test('they run as the owner of the key, in a scope of their own [mcp.identity]', async () => {
    const [bea, cleo] = [await newMember(), await newMember()]
    const spoof = { 'x-chatapp-user-email': cleo.person.email, 'x-svc-user': cleo.person.email }
    const answer = await post(hub.mcpUrl, callOf('who'), { ...bearer(bea.key), ...spoof })
    const first = JSON.parse((await messageIn(answer)).result.content[0].text)
    const second = JSON.parse((await resultOf(hub, cleo.key, 'who')).content[0].text)
    assert.deepEqual([first.email, first.surface], [bea.person.email, 'mcp'])
    assert.notEqual(first.chatId, second.chatId)
  })

  test('one that wants a confirmation answers with a change request [mcp.confirm]', async () => {
    const { key, person } = await newMember()
    const { content, isError } = await resultOf(hub, key, 'fell', { text: 'oak' })
    assert.equal(isError, undefined)
    const id = /https?:\/\/\S+\/portal\/\S*?([0-9a-f-]{36})/.exec(content[0].text)?.[1]
    assert.ok(id, content[0].text)
    assert.equal((await person.get(`/change-requests/${id}`)).json.state, 'proposed')
  })

  test('files they save come as links, small ones whole as well [mcp.files]', async () => {
    const { key } = await newMember()
    const ofRevision = { ...bearer(key), 'mcp-protocol-version': '2025-06-18' }
    const { content } = (await messageIn(await post(hub.mcpUrl, callOf('draw'), ofRevision))).result
    assert.deepEqual(
      content.map(({ type }: { type: string }) => type),
      ['text', 'text', 'image', 'text', 'resource', 'resource_link'],
    )
    assert.match(content[1].text, /^\[plan\.png\]\(http/)
    assert.equal(content[2].data, Buffer.from('89504e470d0a1a0a', 'hex').toString('base64'))
    assert.equal(content[4].resource.text, '# Plan')
    const link = new URL(content[5].uri)
    assert.equal(link.origin, hub.origin)
    const opened = await fetch(hub.url + link.pathname + link.search)
    assert.equal((await opened.text()).length, content[5].size)
  })

  test('progress comes before the result, to clients that ask [mcp.progress]', async (t) => {
    const { key } = await newMember()
    const client = await connectClient(t, hub.mcpUrl, key)
    const seen: unknown[] = []
    const onprogress = (step: unknown) => seen.push(step)
    const result = await client.callTool({ name: 'steps', arguments: {} }, { onprogress })
    assert.deepEqual(result.content, [{ type: 'text', text: 'walked' }])
    assert.deepEqual(seen[0], { progress: 1, total: 3, message: 'step 1' })
    assert.ok(seen.length > 1)
    assert.equal((await resultOf(hub, key, 'steps')).content[0].text, 'walked')
  })

  for (const [revision, wanted] of Object.entries({
    legacy: { message: callOf('wait'), headers: {} },
    'modern, with progress': modernRequest('tools/call', {
      name: 'wait',
      arguments: {},
      _meta: { progressToken: 1 },
    }),
  }))
    test(`a client that goes away ends its call (${revision}) [mcp.cancel]`, async (t) => {
      const own = await startTestMcp(t, { files: GARDEN })
      const { key } = await own.member('Bea')
      const gone = new AbortController()
      const { message, headers } = wanted
      const answer = post(own.mcpUrl, message, { ...bearer(key), ...headers }, gone.signal)
      await until(async () => (await notesOf(own)).includes('waiting'))
      gone.abort()
      await assert.rejects(answer.then((response) => response.text()))
      await until(async () => (await notesOf(own)).includes('stopped'))
    })

  test('a tool that fails, hangs or returns too much has a bounded result [mcp.bounds]', async () => {
    const { key } = await newMember()
    const failed = await resultOf(hub, key, 'fail')
    assert.deepEqual([failed.isError, failed.content[0].text], [true, 'The spade broke.'])
    assert.match((await resultOf(hub, key, 'hang')).content[0].text, /took longer/)
    const huge = await resultOf(hub, key, 'huge')
    assert.ok(huge.content[0].text.length < 100_000)
  })

  test('fifty calls at once with the same id each get their own answer [mcp.bounds]', async () => {
    const { key } = await newMember()
    const texts = Array.from({ length: 50 }, (_, index) => `plant ${index}`)
    for (const form of [(text: string) => plain(text), (text: string) => withToken(text)]) {
      const answers = await Promise.all(
        texts.map(async (text) => {
          const { message, headers } = form(text)
          return messageIn(await post(hub.mcpUrl, message, { ...bearer(key), ...headers }))
        }),
      )
      assert.deepEqual(
        answers.map(({ id, result }) => [id, result.content[0].text]),
        texts.map((text) => [7, text]),
      )
    }
  })
})

const plain = (text: string) => ({ message: callOf('echo', { text }, 7), headers: {} })
const withToken = (text: string) =>
  modernRequest('tools/call', { name: 'echo', arguments: { text }, _meta: { progressToken: 1 } }, 7)

suite('what comes beside the tools', () => {
  test('mcp_instructions are sent on connect, else the body [mcp.instructions]', async (t) => {
    const { key } = await newMember()
    const client = await connectClient(t, hub.mcpUrl, key)
    assert.equal(client.getInstructions(), 'Ask before you dig.')
    const plainHub = await startTestMcp(t)
    const other = await connectClient(t, plainHub.mcpUrl, (await plainHub.member('Cleo')).key)
    assert.equal(other.getInstructions()?.trim(), 'You help.')
    const initialize = request('initialize', {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'old', version: '1' },
    })
    const { result } = await messageIn(await post(hub.mcpUrl, initialize, bearer(key)))
    assert.deepEqual([result.protocolVersion, result.instructions], ['2025-06-18', 'Ask before you dig.'])
    assert.equal(result.capabilities.tools.listChanged, undefined)
  })

  test('suggestions are prompts under names of their own [mcp.prompts]', async (t) => {
    const client = await connectClient(t, hub.mcpUrl, (await newMember()).key)
    const { prompts } = await client.listPrompts()
    assert.deepEqual(
      prompts.map(({ name }) => name),
      ['what_grows_now', 'what_grows_now_2'],
    )
    const { messages } = await client.getPrompt({ name: 'what_grows_now_2' })
    assert.deepEqual(messages, [{ role: 'user', content: { type: 'text', text: 'What grows now?' } }])
    await assert.rejects(client.getPrompt({ name: 'none' }), /There is no prompt/)
  })

  test('prompts of the Hub’s folder are prompts, with their variables as arguments [mcp.prompts]', async (t) => {
    const own = await startTestMcp(t, {
      files: {
        ...GARDEN,
        'prompts/sow.md':
          '---\ntitle: Plan sowing\ndescription: For a bed\n---\nSow {{what}} in {{bed|the large bed}}.\n',
      },
    })
    const client = await connectClient(t, own.mcpUrl, (await own.member('Pia')).key)
    const [sow] = (await client.listPrompts()).prompts
    assert.deepEqual(sow, {
      name: 'sow',
      title: 'Plan sowing',
      description: 'For a bed',
      arguments: [
        { name: 'what', required: true },
        { name: 'bed', required: false, description: 'Default: the large bed' },
      ],
    })
    const { messages } = await client.getPrompt({ name: 'sow', arguments: { what: '{{bed}}' } })
    assert.deepEqual(messages[0]!.content, { type: 'text', text: 'Sow {{bed}} in the large bed.' })
    await assert.rejects(client.getPrompt({ name: 'sow' }), /The argument what is missing/)
  })

  test('the Hub’s files are resources, and nothing beside them [mcp.resources]', async (t) => {
    const client = await connectClient(t, hub.mcpUrl, (await newMember()).key)
    const { resources } = await client.listResources()
    assert.deepEqual(
      resources.map(({ uri }) => uri),
      ['hub://garden/files/handbook.md', 'hub://garden/files/plans/spring%202026.txt'],
    )
    const { contents } = await client.readResource({ uri: resources[1]!.uri })
    assert.deepEqual(contents, [{ uri: resources[1]!.uri, mimeType: 'text/plain', text: 'Sow peas.' }])
    for (const path of ['files/none', 'files/../agent.md', 'files/%2e%2e/agent.md', 'agent.md', 'files/%'])
      await assert.rejects(client.readResource({ uri: `hub://garden/${path}` }), Error, path)
    const ref = { type: 'ref/resource', uri: 'hub://garden/files/{+path}' } as const
    const { completion } = await client.complete({ ref, argument: { name: 'path', value: 'plans/' } })
    assert.deepEqual(completion.values, ['plans/spring 2026.txt'])
  })

  test('without the tool that reads files there are no resources [mcp.resources]', async (t) => {
    const files = { ...GARDEN, 'agent.md': '---\nname: G\ntools: [echo]\n---\nHelp.\n' }
    const own = await startTestMcp(t, { files })
    const client = await connectClient(t, own.mcpUrl, (await own.member('Bea')).key)
    assert.deepEqual((await client.listResources()).resources, [])
    await assert.rejects(client.readResource({ uri: 'hub://garden/files/handbook.md' }))
  })

  test('a call is a span below the one the client names [mcp.traces]', async () => {
    const { key } = await newMember()
    const trace = '0af7651916cd43dd8448eb211c80319c'
    const meta = { traceparent: `00-${trace}-b7ad6b7169203331-01` }
    await post(
      hub.mcpUrl,
      request('tools/call', { name: 'echo', arguments: { text: 'a' }, _meta: meta }),
      bearer(key),
    )
    await until(async () => {
      const { status, text } = await hub.admin.get(`/traces/${trace}`)
      return status === 200 && text.includes('execute_tool echo')
    })
  })
})
