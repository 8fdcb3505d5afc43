import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addPerson, asAdmin, callWith } from '../../open-webui/target.ts'
import { PIXEL } from '../../support/odd-chats/odd-chat.ts'
import { hub } from '../../support/hub-command.ts'
import { runHub } from '../../support/running-hub.ts'
import { OPEN_WEBUI_TABLE } from '../clients/page.ts'
import type { AreaReport } from '../report.ts'
import { createTries } from '../tries.ts'
import { ADMIN, installOpenWebui, RELEASES, startOpenWebui, type RealOpenWebui } from '../open-webui/real.ts'

const PASSWORD = 'correct horse 9'
const FILE_TEXT = 'North: lavender\n'

/** Fills real releases of Open WebUI by their API, imports their databases, and opens the data by the API of a Hub. */
export async function tryOpenWebuiImport(versions: readonly string[], report: AreaReport): Promise<void> {
  for (const version of versions.length > 0 ? versions : Object.keys(RELEASES))
    await tryRelease(version, report).catch((error: Error) =>
      report.failed(`Open WebUI ${version}: ${error.message}`),
    )
}

async function tryRelease(version: string, report: AreaReport): Promise<void> {
  await installOpenWebui(version)
  await using webui = await startOpenWebui(version)
  const filled = await fill(webui, { hasParents: !version.startsWith('0.11.') })
  await webui.halt()
  const folder = await mkdtemp(join(tmpdir(), 'hub-import-'))
  const { tried, run } = createTries(`Open WebUI ${version}`)
  try {
    await writeFile(join(folder, 'agent.md'), '---\nname: Test\n---\nBe brief.\n')
    const command = ['import', 'open-webui', join(webui.data, 'webui.db'), '--hub', folder, '--json']
    await run('import', async () => {
      const imported = await hub(command)
      assert.equal(imported.code, 0, imported.stderr)
      const { counts } = JSON.parse(imported.stdout)
      for (const [kind, { found, added }] of Object.entries<any>(counts)) assert.equal(added, found, kind)
    })
    await run('imported-data', () => openAtHub(folder, filled))
    await run('second-import', async () => {
      const { counts } = JSON.parse((await hub(command)).stdout)
      for (const [kind, { found, known }] of Object.entries<any>(counts)) assert.equal(known, found, kind)
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  const name = `Import of the database into a Hub (${(RELEASES[version] ?? `release ${version}`).toLowerCase()})`
  report.row({ table: OPEN_WEBUI_TABLE, name, version, tried })
}

type Filled = Awaited<ReturnType<typeof fill>>

async function fill(webui: RealOpenWebui, { hasParents }: { hasParents: boolean }) {
  const bob = await addPerson(webui, 'Bob')
  const call = async (method: string, path: string, body?: unknown, credential = bob.token) => {
    const answer = await callWith(credential, method, webui.url + path, body)
    assert.equal(answer.status, 200, `${method} ${path}: ${answer.text}`)
    return answer.json
  }
  const group = async (name: string) => {
    const { status, json, text } = await asAdmin(webui, 'POST', '/api/v1/groups/create', {
      name,
      description: name,
    })
    assert.equal(status, 200, text)
    return json.id as string
  }
  const [parent, child] = [await group('Garden'), await group('Shade')]
  const update = { name: 'Shade', description: 'Shade', ...(hasParents && { parent_group_id: parent }) }
  await call('POST', `/api/v1/groups/id/${child}/update`, update, webui.adminToken)
  await call('POST', `/api/v1/groups/id/${child}/users/add`, { user_ids: [bob.id] }, webui.adminToken)
  const folder = await call('POST', '/api/v1/folders/', { name: 'Beds' })
  const file = await upload(webui.url, bob.token)
  const chat = await call('POST', '/api/v1/chats/new', { chat: chatWith(file), folder_id: folder.id })
  await call('POST', `/api/v1/chats/${chat.id}/tags`, { name: 'Garden work' })
  await call('POST', `/api/v1/chats/${chat.id}/pin`)
  return { bob, file, chat: chat.id as string, groups: hasParents ? ['Garden', 'Shade'] : ['Shade'] }
}

async function upload(url: string, token: string): Promise<{ id: string }> {
  const form = new FormData()
  form.append('file', new Blob([FILE_TEXT], { type: 'text/plain' }), 'beds.txt')
  const headers = { authorization: `Bearer ${token}` }
  const response = await fetch(`${url}/api/v1/files/?process=false`, { method: 'POST', headers, body: form })
  assert.equal(response.status, 200)
  return response.json() as Promise<{ id: string }>
}

function chatWith(file: { id: string }) {
  const files = [
    { type: 'file', id: file.id, url: file.id, name: 'beds.txt', file },
    { type: 'image', url: PIXEL },
  ]
  const answer = {
    role: 'assistant',
    parentId: 'q',
    childrenIds: [],
    model: 'm',
    done: true,
    timestamp: 1_700_000_005,
  }
  const messages = {
    q: {
      id: 'q',
      parentId: null,
      childrenIds: ['a', 'b'],
      role: 'user',
      content: 'What grows in shade?',
      files,
      timestamp: 1_700_000_000,
    },
    a: { ...answer, id: 'a', content: 'Ferns.' },
    b: { ...answer, id: 'b', content: 'Moss.' },
  }
  return { title: 'Shade', models: ['m'], history: { currentId: 'a', messages } }
}

async function openAtHub(folder: string, { bob, file, chat, groups }: Filled): Promise<void> {
  await using running = await runHub({ folder, environment: { MCP_SERVER: 'true' } })
  const at = (credential: string, path: string, body?: unknown) =>
    callWith(credential, body === undefined ? 'GET' : 'POST', running.url + path, body)
  for (const { email, password } of [ADMIN, { email: bob.email, password: PASSWORD }])
    assert.equal((await at('', '/api/v1/auths/signin', { email, password })).status, 200, `${email} signs in`)
  const { json: shown, text } = await at(bob.key, `/api/v1/chats/${chat}`)
  assert.deepEqual([shown?.title, shown?.pinned, shown?.meta.tags], ['Shade', true, ['garden_work']], text)
  const { history } = shown.chat
  assert.deepEqual([history.currentId, history.messages.q.childrenIds], ['a', ['a', 'b']])
  const [stored, picture] = history.messages.q.files
  assert.deepEqual([stored.id, picture.content_type], [file.id, 'image/png'])
  assert.equal((await at(bob.key, `/api/v1/files/${file.id}/content`)).text, FILE_TEXT)
  assert.equal((await at(bob.key, `/api/v1/files/${picture.id}/content`)).status, 200)
  assert.deepEqual(
    (await at(bob.key, '/api/v1/folders/')).json.map(({ name }: any) => name),
    ['Beds'],
  )
  const names = (await at(bob.key, '/api/v1/groups/')).json.map(({ name }: any) => name)
  assert.deepEqual(names.toSorted(), groups)
}
