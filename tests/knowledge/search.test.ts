import assert from 'node:assert/strict'
import { mkdir, rm, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { openKnowledge } from '#features/knowledge/open.ts'
import { searchPassages } from '#features/knowledge/search.ts'
import { systemClock } from '#ground/base/clock.ts'
import { createLog } from '#ground/base/log.ts'
import { startTestBridge } from '../support/bridge.ts'
import { folderWith } from '../support/folder.ts'
import { pdfOf } from '../support/pdf.ts'
import { BACKENDS, openTestStore, type Backend } from '../support/stores.ts'
import { zipOf } from '../support/zip.ts'

const HANDBOOK =
  '# Leave\n\nEach colleague has thirty days of holidays.\n\n# Expenses\n\nSend receipts to Café Müller.\n'

const FREE = { mayUse: async () => ({ allowed: true }) as const, maySee: async () => true }

async function start(t: TestContext, backend: Backend, files: Record<string, string | Uint8Array>) {
  const hubFolder = await folderWith(t, { 'agent.md': 'Hi' })
  const write = async (path: string, content: string | Uint8Array) => {
    await mkdir(dirname(join(hubFolder, path)), { recursive: true })
    await writeFile(join(hubFolder, path), content)
  }
  for (const [path, content] of Object.entries(files)) await write(path, content)
  const store = await openTestStore(t, backend)
  const open = (instance: string) => {
    const log = createLog('knowledge', 'error')
    return openKnowledge({
      hub: 'garden',
      hubFolder,
      instance,
      store,
      restricted: FREE,
      clock: systemClock,
      log,
    })
  }
  const knowledge = await open('one')
  t.after(() => knowledge[Symbol.asyncDispose]())
  await knowledge.compare()
  const search = async (query: string, { folder = null as string | null, hub = 'garden' } = {}) => {
    const found = await searchPassages(store.slowReads, hub, { query, limit: 5, folder, readable: ['files'] })
    return found.map(({ path, firstLine, lastLine }) => `${path}:${firstLine}-${lastLine}`)
  }
  return { hubFolder, write, search, knowledge, open, store }
}

for (const backend of BACKENDS) {
  const { kind, skip } = backend

  test(
    `passages are found by words, with path and lines (${kind}) [knowledge.search]`,
    { skip },
    async (t) => {
      const { search } = await start(t, backend, {
        'files/hr/handbook.md': HANDBOOK,
        'files/plan.txt': 'The plan of the garden\n',
        'files/zh.md': '我们的假期有三十天。\n',
        'files/.hidden.md': 'holidays',
      })
      assert.deepEqual(await search('holiday'), ['files/hr/handbook.md:1-3'])
      assert.deepEqual(await search('cafe muller'), ['files/hr/handbook.md:5-7'])
      assert.deepEqual(await search('假期'), ['files/zh.md:1-1'])
      assert.deepEqual(await search('how many holidays has a colleague'), ['files/hr/handbook.md:1-3'])
      assert.deepEqual((await search('garden receipts')).toSorted(), [
        'files/hr/handbook.md:5-7',
        'files/plan.txt:1-1',
      ])
      assert.deepEqual(await search('holiday', { folder: 'files/plan.txt' }), [])
      assert.deepEqual(await search('holiday', { folder: 'files/hr' }), ['files/hr/handbook.md:1-3'])
      assert.deepEqual(await search('holiday', { hub: 'other' }), [])
      assert.deepEqual(await search('" OR * : & |'), [])
    },
  )

  test(`the index follows the files (${kind}) [knowledge.step]`, { skip }, async (t) => {
    const { hubFolder, write, search, knowledge, open, store } = await start(t, backend, {
      'files/a.md': 'apple',
      'files/b.md': 'banana',
    })
    await write('files/a.md', 'cherry tree')
    await utimes(join(hubFolder, 'files/a.md'), 5, 5)
    await write('files/new/c.md', 'date\n'.repeat(4000))
    await rm(join(hubFolder, 'files/b.md'))
    await knowledge.compare()
    assert.deepEqual(await search('apple'), [])
    assert.deepEqual(await search('banana'), [])
    assert.deepEqual(await search('cherry'), ['files/a.md:1-1'])
    assert.equal((await search('date')).length, 5)

    await write('files/late.md', 'elder')
    await using second = await open('two')
    await second.compare()
    await knowledge.compare()
    assert.deepEqual(await search('elder'), ['files/late.md:1-1'])
    const rows = await store.db.selectFrom('knowledge_documents').select(['path', 'state']).execute()
    assert.equal(rows.length, 3, 'no document is left that a search does not find')
    assert.equal((await store.db.selectFrom('knowledge_passages').select('id').execute()).length, 102)
  })
}

test('documents of other formats are found, and a damaged file does not stop them [knowledge.formats]', async (t) => {
  const { search, store } = await start(t, BACKENDS[0]!, {
    'files/a-broken.pdf': pdfOf(['x']).subarray(0, 20),
    'files/b.bin': new Uint8Array([0, 1, 2, 0, 3, 0, 0]),
    'files/form.pdf': pdfOf(['Name:'], 'Form', ['/FT /Tx /T (name) /V (Magnolia)']),
    'files/letter.docx': docxOf('Rhododendron in spring'),
    'files/mail.eml': 'From: a@example.com\nSubject: Hydrangea\nContent-Type: text/plain\n\nWater it.\n',
    'files/page.html':
      '<html><script>var secretword = 1</script>\n<body class="tulips">\n<p>Peonies</p></body></html>',
    'files/table.csv': 'plant,price\nLilac,10\n',
  })
  assert.deepEqual(await search('magnolia'), ['files/form.pdf:4-5'])
  assert.deepEqual(await search('rhododendron'), ['files/letter.docx:1-1'])
  assert.equal((await search('hydrangea')).length, 1)
  assert.deepEqual(await search('peonies'), ['files/page.html:3-3'])
  assert.deepEqual(await search('secretword'), [])
  assert.deepEqual(await search('tulips'), [])
  assert.deepEqual(await search('lilac'), ['files/table.csv:1-2'])
  const failed = await store.db
    .selectFrom('knowledge_documents')
    .where('state', '=', 'failed')
    .select(['path', 'reason'])
    .orderBy('path')
    .execute()
  assert.deepEqual(failed, [
    { path: 'files/a-broken.pdf', reason: 'It is damaged, protected by a password, or not a PDF.' },
    { path: 'files/b.bin', reason: 'It is not a text file.' },
  ])
})

test('the agent searches with search_knowledge [knowledge.tool]', async (t) => {
  const bridge = await startTestBridge(t, { files: { 'files/hr/handbook.md': HANDBOOK } })
  const ask = async (input: object) => {
    const content = `/tool search_knowledge ${JSON.stringify(input)}`
    const response = await bridge.complete({ model: 'garden', messages: [{ role: 'user', content }] })
    const answer = (await response.json()) as { choices: { message: { content: string } }[] }
    return answer.choices[0]!.message.content
  }
  let text = ''
  for (let round = 0; round < 100 && !text.includes('thirty'); round++)
    text = await ask({ query: 'holidays' })
  assert.match(text, /files\/hr\/handbook\.md:1-3\n# Leave\n\nEach colleague has thirty days/)
  assert.match(await ask({ query: 'nothingness' }), /No passage matches/)
  assert.match(await ask({ query: 'x', folder: '../secret' }), /outside the folder/)
})

const docxOf = (text: string) =>
  zipOf({
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
    '_rels/.rels':
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
    'word/document.xml': `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:body></w:document>`,
  })
