import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { test } from 'node:test'
import { documentFormat, type DocumentText } from '#core/agent/tools/documents/format.ts'
import { readDocument } from '#core/agent/tools/documents/read.ts'
import { READERS } from '#core/agent/tools/documents/readers.ts'
import { zipOf } from '../support/zip.ts'

const FOLDER = join(import.meta.dirname, 'fixtures', 'documents')
const signal = new AbortController().signal

const formatOf = (name: string, content: Buffer) => {
  const format = documentFormat(name, content.subarray(0, 8192))
  assert.ok(format, name)
  return format
}

const shown = ({ title, text }: DocumentText) => `${title === null ? '' : `TITLE ${title}\n`}${text}\n`

/** In a process of its own, as agents read documents. */
const read = async (name: string, content: Buffer) =>
  shown(await readDocument(formatOf(name, content), content, { signal }))

test('documents of real programs read as the text beside them [agent.files.formats]', async () => {
  const names = (await readdir(FOLDER)).filter((name) => !/\.(txt|md)$/.test(name))
  assert.equal(new Set(names.map(extname)).size, 9, 'a file of each format')
  for (const name of names) {
    const expected = await readFile(join(FOLDER, `${name}.txt`), 'utf8')
    const content = await readFile(join(FOLDER, name))
    const reader = await READERS[formatOf(name, content)]()
    assert.equal(shown(await reader(content)), expected, name)
  }
  const [first] = names
  assert.equal(
    await read(first!, await readFile(join(FOLDER, first!))),
    await readFile(join(FOLDER, `${first}.txt`), 'utf8'),
  )
})

test('a workbook with too much text is read in part, each sheet with its share [agent.files.formats]', async () => {
  const row = (number: number, text: string) =>
    `<row r="${number}"><c t="inlineStr"><is><t>${text}</t></is></c></row>`
  const long = Array.from({ length: 30_000 }, (_, n) => row(n + 1, `${n} ${'x'.repeat(100)}`)).join('')
  const text = await read('book.xlsx', workbook({ Long: long, Short: row(1, 'seen'), Longer: long }))
  assert.match(text, /^--- sheet Long ---\n0 x+\n/)
  assert.match(
    text,
    /… the rows from \d+ on are left out: the document holds too much text\.\n\n--- sheet Short ---\nseen\n/,
  )
  assert.match(text, /--- sheet Longer ---\n0 x+\n/)
  assert.ok(text.length < 4 * 1024 * 1024)
})

test('cells refer to what hostile or unusual workbooks hold, and nothing breaks [agent.files.formats]', async () => {
  const rows = [
    '<row><c t="s"><v>7</v></c><c t="b"><v>0</v></c><c t="e"><v>#REF!</v></c></row>',
    '<row r="40"><c r="C40"><f t="shared" si="0"/></c><c r="ZZZ40"><v>1</v></c><c><v>1E+30</v></c></row>',
    '<row r="41"><c r="A41" t="str"><f>""</f><v></v></c></row>',
  ]
  assert.equal(
    await read('book.xlsx', workbook({ 'A&amp;B': rows.join('') })),
    '--- sheet A&B ---\n(text left out),FALSE,#REF!,\n(rows 2 to 39 are empty)\n,,(formula),1e+30\n\n' +
      '[1 formula has no stored result: its cell shows the formula itself.]\n',
  )
})

test('entities of a DTD are not resolved, and parts that inflate too far are given up [agent.files.formats]', async () => {
  const entity = '<!DOCTYPE a [<!ENTITY x "boom">]><office:document-content>&x;</office:document-content>'
  await assert.rejects(read('a.odt', zipOf({ 'content.xml': entity })), /It is damaged/)
  const deep = '<a>'.repeat(100_000)
  await assert.rejects(read('a.odp', zipOf({ 'content.xml': deep })), /It is damaged/)
  await assert.rejects(read('a.pptx', zipOf({ 'a.xml': '' })), /not a PowerPoint presentation/)
  await assert.rejects(read('a.epub', zipOf({ 'a.xml': '' })), /not an EPUB book/)
})

const workbook = (sheets: Readonly<Record<string, string>>) => {
  const names = Object.keys(sheets)
  const list = names.map((name, n) => `<x:sheet name="${name}" d2p1:id="s${n}" sheetId="${n + 1}"/>`).join('')
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="http://example.org/${type}" Target="${target}"/>`
  return zipOf({
    '_rels/.rels': `<Relationships>${relation('r', 'officeDocument', '/xl/book.xml')}</Relationships>`,
    'xl/book.xml': `<x:workbook><x:sheets>${list}</x:sheets></x:workbook>`,
    'xl/_rels/book.xml.rels': `<Relationships>${names.map((_, n) => relation(`s${n}`, 'worksheet', `s${n}.xml`)).join('')}</Relationships>`,
    ...Object.fromEntries(
      Object.values(sheets).map((rows, n) => [
        `xl/s${n}.xml`,
        `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
      ]),
    ),
  })
}
