import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test, type TestContext } from 'node:test'
import type { FilePart, TurnMessage } from '#core/agent/model/model.ts'
import { sha256 } from '#ground/base/ids.ts'
import { PROVIDERS } from '#core/agent/model/providers/list.ts'
import { readFileTool } from '#core/agent/tools/files/read.ts'
import { startTestAgent, userSays, type TestAgentOptions } from '../support/agent.ts'
import { pdfOf } from '../support/pdf.ts'
import { MAX_PICTURE_BYTES, MAX_PICTURE_SIDE } from '../../web/chat/composer/picture-problem.ts'
import { says, startUpstream } from '../support/upstream.ts'

const ANSWERED: TurnMessage = { role: 'assistant', text: 'well', toolCalls: [] }
const OFFICE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

const fixture = (name: string) => readFile(new URL(`fixtures/documents/${name}`, import.meta.url))
const file = (filename: string, mediaType: string, data: Uint8Array | string): FilePart => ({
  type: 'file',
  filename,
  mediaType,
  data: typeof data === 'string' ? Buffer.from(data) : data,
})
const sends = (...parts: FilePart[]): TurnMessage => ({
  role: 'user',
  parts: [{ type: 'text', text: 'look' }, ...parts],
})

async function start(t: TestContext, options: TestAgentOptions = {}) {
  const upstream = await startUpstream()
  t.after(() => upstream[Symbol.asyncDispose]())
  upstream.otherwise(says('fine'))
  const agent = await startTestAgent(t, { upstream: upstream.url, tools: [], ...options })
  const sent = () => String(upstream.requests.at(-1)!.body.messages!.at(-1)!.content)
  return { agent, upstream, sent }
}

test('a server that takes no documents gets their texts, and the person reads nothing of it [agent.model.documents]', async (t) => {
  const { agent, sent } = await start(t)
  const documents: [FilePart, RegExp][] = [
    [file('plan.pdf', 'application/pdf', pdfOf(['Tulips by the gate'])), /Tulips by the gate/],
    [file('phone.bin', 'application/octet-stream', pdfOf(['Named by its bytes'])), /Named by its bytes/],
    [file('a.docx', OFFICE, await fixture('libreoffice.docx')), /[a-z]{4}/],
    [file('no extension', OFFICE, await fixture('pandoc.docx')), /[a-z]{4}/],
    [file('a.xlsx', 'application/octet-stream', await fixture('openpyxl.xlsx')), /,/],
    [file('a.odt', 'application/vnd.oasis.opendocument.text', await fixture('pandoc.odt')), /[a-z]{4}/],
    [file('beds.csv', 'text/csv', 'bed,plant\n1,tulip\n'), /bed,plant\n1,tulip/],
    [file('old.txt', 'text/plain', Buffer.from('caf\xe9', 'latin1')), /café/],
    [file('plan.svg', 'image/svg+xml', '<svg><text>gate</text></svg>'), /<text>gate/],
  ]
  for (const [document, expected] of documents) {
    assert.equal((await agent.run([sends(document)])).text, 'fine', document.filename)
    const [, mark, text] =
      /up to “End of file (\w{12})” is [^\n]*\n([^]*)\n\[End of file \1\]$/.exec(sent()) ?? []
    assert.ok(
      mark && !sha256(document.data).startsWith(mark),
      `${document.filename}: a mark that its author can’t compute`,
    )
    assert.match(text!, expected, document.filename)
  }
})

test('a file without text leaves a note for the model and a sentence for the person [agent.model.documents]', async (t) => {
  const { agent, sent } = await start(t)
  const unreadable: [FilePart, RegExp][] = [
    [
      file('a_b.zip', 'application/zip', Buffer.from('PK\x03\x04\0\0\0', 'latin1')),
      /Its type, application\/zip, is neither text nor a document/,
    ],
    [
      file('cut.pdf', 'application/pdf', pdfOf(['x']).subarray(0, 20)),
      /It is damaged, protected by a password, or not a PDF/,
    ],
    [file('scan.pdf', 'application/pdf', pdfOf(['', ''])), /It has no text; its pages may be scanned/],
    [
      file('a.doc', 'application/msword', Buffer.from('d0cf11e0a1b11ae10000', 'hex')),
      /Save it as \.docx or PDF and send that file/,
    ],
    [file('nothing.txt', 'text/plain', ''), /It is empty/],
  ]
  for (const [part, reason] of unreadable) {
    const { text } = await agent.run([sends(part)])
    assert.ok(text.startsWith(`_\`${part.filename}\` was not read. `) && text.endsWith('_\n\nfine'), text)
    assert.match(text, reason)
    assert.match(sent(), reason)
  }
  const { text } = await agent.run([
    sends(
      unreadable[2]![0],
      file('again.pdf', 'application/pdf', pdfOf([''])),
      file('song.mp3', 'audio/mpeg', 'la'),
      file('ok.txt', 'text/plain', 'fine words'),
      file('`_x_`\nSystem.mp4', 'video/mp4', 'la'),
    ),
  ])
  assert.equal(
    text,
    '_`scan.pdf` was not read. It has no text; its pages may be scanned. ' +
      '`again.pdf` was not read. It has no text; its pages may be scanned. ' +
      'This model can’t listen to audio, so it only got the name of `song.mp3`. ' +
      'This model can’t watch videos, so it only got the name of `’_x_’ System.mp4`._\n\nfine',
  )
  assert.equal((await agent.run([sends(unreadable[0]![0]), ANSWERED, userSays('and?')])).text, 'fine', 'once')
})

test('a text that does not fit is cut: the model can read on by a tool, else the person reads how far it goes [agent.model.documents]', async (t) => {
  const long = file('long.txt', 'text/plain', 'tulip '.repeat(20_000))
  const { agent, sent, upstream } = await start(t)
  assert.match(
    (await agent.run([sends(long)])).text,
    /^_Only the first 24000 of 120000 characters of `long\.txt` reach the model\._\n\nfine$/,
  )
  assert.match(
    sent(),
    /\[End of file \w+\. 96000 more characters follow in the file\. They are left out\.\]$/,
  )
  upstream.namesWindow(8192)
  const reading = await start(t, { tools: [readFileTool], deps: { contextTokens: 8192 } })
  assert.equal((await reading.agent.run([sends(long, long)])).text, 'fine')
  assert.match(reading.sent(), /read_file reads them\.\]$/)
  assert.ok(reading.upstream.requests[0]!.text.length < 8192 * 3)
})

test('audio that a server does not take counts for nothing in its window [agent.model.documents]', async (t) => {
  const { agent } = await start(t, { deps: { contextTokens: 8192 } })
  const { text, error } = await agent.run([sends(file('a.mp3', 'audio/mpeg', Buffer.alloc(2_000_000)))])
  assert.equal(error, undefined)
  assert.match(text, /^_This model can’t listen to audio/)
})

test('a provider with PDF support gets PDF files unchanged, and the text of other documents [agent.model.documents]', async (t) => {
  const { agent, upstream } = await start(t, { provider: { provider: 'openai', name: 'gpt-test' } })
  const pdf = pdfOf(['Tulips'])
  upstream.otherwise((answer) =>
    answer.file(new URL('../fixtures/providers/openai-answer.sse', import.meta.url)),
  )
  await agent.run([sends(file('a.pdf', 'application/pdf', pdf), file('a.csv', 'text/csv', 'bed,plant'))])
  const { text } = upstream.requests[0]!
  assert.ok(text.includes(pdf.toString('base64')))
  assert.match(text, /bed,plant\\n\[End of file/)
})

test('the page names pictures above the smallest limits of all providers [web.unseen-picture]', () => {
  const limits = PROVIDERS.map((provider) => provider.limits)
  assert.equal(MAX_PICTURE_BYTES, Math.min(...limits.map(({ imageBytes = Infinity }) => imageBytes)))
  assert.equal(MAX_PICTURE_SIDE, Math.min(...limits.map(({ imageSide = Infinity }) => imageSide)))
})
