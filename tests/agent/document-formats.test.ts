import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { test } from 'node:test'
import { documentFormat, type DocumentText } from '#core/agent/tools/documents/format.ts'
import { readDocument } from '#core/agent/tools/documents/read.ts'
import { READERS } from '#core/agent/tools/documents/readers.ts'
import { pdfOf } from '../support/pdf.ts'
import { zipOf } from '../support/zip.ts'

const FOLDER = join(import.meta.dirname, 'fixtures', 'documents')
const signal = new AbortController().signal

const formatOf = (name: string, content: Buffer) => {
  const format = documentFormat(name, content.subarray(0, 8192))
  assert.ok(format, name)
  return format
}

const shown = ({ title, text }: DocumentText) => `${title === null ? '' : `TITLE ${title}\n`}${text}\n`

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

test('cells of hostile or unusual workbooks are read without a failure [agent.files.formats]', async () => {
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

test('a power of ten in an OpenDocument text stays one [agent.files.formats]', async () => {
  const style = (name: string, position: string) =>
    `<style:style style:name="${name}"><style:text-properties style:text-position="${position}"/></style:style>`
  const text = (name: string, digits: string) => `<text:span text:style-name="${name}">${digits}</text:span>`
  const content =
    `<office:document-content>${style('T1', 'super 58%')}${style('T2', '33% 58%')}${style('T3', 'sub 58%')}` +
    `<office:body><office:text><text:p>10${text('T1', '6')}, 10${text('T2', '-3')}, H${text('T3', '2')}O</text:p>` +
    '</office:text></office:body></office:document-content>'
  const reader = await READERS.odt()
  assert.equal((await reader(zipOf({ 'content.xml': content }))).text, '10^6, 10^-3, H2O')
})

test('times of an OpenDocument spreadsheet are exact and have no zone [agent.files.formats]', async () => {
  const cell = (type: string, value: string) =>
    `<table:table-cell office:value-type="${type}" office:${type}-value="${value}"/>`
  const cells = [
    cell('time', 'PT23H59M59.5S'),
    cell('time', '-PT00H00M59.99966S'),
    cell('time', 'PT30H00M00S'),
    cell('date', '2026-03-01T23:59:59.5'),
    cell('date', '2026-03-01T12:29:59.999999997'),
    cell('date', '2026-03-01'),
  ]
  const content =
    '<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" ' +
    'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"><office:body><office:spreadsheet>' +
    `<table:table table:name="A"><table:table-row>${cells.join('')}</table:table-row></table:table>` +
    '</office:spreadsheet></office:body></office:document-content>'
  const reader = await READERS.ods()
  assert.equal(
    (await reader(zipOf({ 'content.xml': content }))).text.split('\n')[1],
    '23:59:59.500,-00:01,30:00:00,2026-03-01T23:59:59.500,2026-03-01T12:30:00,2026-03-01',
  )
})

test('a filled PDF form reads with the words that it shows [agent.files.formats]', async () => {
  const fieldLines = async (fields: readonly string[], more: Parameters<typeof pdfOf>[3] = {}) => {
    const reader = await READERS.pdf()
    const { text } = await reader(pdfOf(['Form'], 'Form', fields, more))
    return text.split('--- form fields ---\n')[1]
  }
  const box = (states: string) => `/AP << /N << ${states} /Off null >> >>`
  assert.equal(
    await fieldLines([
      '/FT /Ch /Ff 2097152 /T (langs) /Opt [[(de) (German)] [(fr) (French)] [(da) (Danish)]] /V [(de) (da)]',
      '/FT /Ch /Ff 131072 /T (country) /Opt [[(ch) (Switzerland)]] /V (ch)',
      `/FT /Btn /Ff 32768 /T (size) /V /M ${box('/M null')}`,
      `/FT /Btn /T (news) /V /Off ${box('/Yes null')}`,
      '/FT /Tx /Ff 1 /T (Text7) /TU (Date of birth) /V (1990-01-01)',
      '/FT /Tx /T (state) /V (Off)',
      '/FT /Tx /Ff 4096 /T (notes) /V (one\\nagree: Yes)',
      '/FT /Tx /Ff 8192 /T (pin) /V (4711)',
      '/FT /Tx /T (twice) /V (a)',
      '/FT /Tx /T (twice) /V (b)',
      '/FT /Btn /Ff 65536 /T (send)',
      '/FT /Sig /T (signed)',
    ]),
    'langs: German, Danish\ncountry: Switzerland\nsize: M\nnews: (not ticked)\n' +
      'Text7 (Date of birth): 1990-01-01\nstate: Off\nnotes: one\n  agree: Yes\npin: (a password)\n' +
      'twice: a, b\nsigned: (a signature field)',
  )
  const group = ['/T (person) /FT /Tx /Kids [7 0 R]', '/T (name) /Parent 6 0 R /V (Ann)']
  assert.equal(await fieldLines(group), 'person.name: Ann')
  assert.equal(await fieldLines(['/FT /Tx /T (loose) /V (x)'], { areFieldsOnPage: false }), 'loose: x')
  assert.equal(await fieldLines(['/FT /Sig /T (signed)']), undefined)
})

test('values of a flattened PDF form are separated by their positions [agent.files.formats]', async () => {
  const reader = await READERS.pdf()
  const drawn = [
    { text: 'Ada', x: 72, y: 690 },
    { text: '01067', x: 250, y: 690 },
    { text: '12', x: 72, y: 660 },
  ]
  assert.equal(
    (await reader(pdfOf(['Name:', 'Next'], '', [], { drawn }))).text,
    '--- page 1 of 2 ---\nName:\nAda 01067\n12\n\n--- page 2 of 2 ---\nNext',
  )
})

test('values of an XFA form and text typed onto a page are read [agent.files.formats]', async () => {
  const reader = await READERS.pdf()
  const xfa = (data: string) =>
    Buffer.concat([
      pdfOf([''], '', [], { catalog: '/AcroForm << /Fields [] /XFA [(datasets) 99 0 R] >>' }),
      Buffer.from(`\n99 0 obj\n<< >>\nstream\n${data}\nendstream\nendobj\n`),
    ])
  const form =
    '<xdp:xdp><xfa:datasets><xfa:data><form1><Name>Ann</Name><Row><Item>A</Item></Row><Row><Item/></Row></form1></xfa:data></xfa:datasets></xdp:xdp>'
  assert.match(
    (await reader(xfa(form))).text,
    /--- form fields ---\nName: Ann\nRow\[1\]\.Item: A\nRow\[2\]\.Item: \(empty\)$/,
  )
  assert.match((await reader(xfa('sealed'))).text, /\[This is an XFA form whose values cannot be read/)
  const typed = { annotations: ['/Subtype /FreeText /Contents (Typed by Ann)'] }
  assert.equal(
    (await reader(pdfOf(['Name:'], '', [], typed))).text,
    '--- page 1 of 1 ---\nName:\n[Note on the page: Typed by Ann]',
  )
  const scan = await reader(pdfOf([''], '', ['/FT /Sig /T (signed)'], typed))
  assert.equal(scan.isBlank, true)
  assert.match(scan.text, /^\(1 pages without text.*\n\n.*\n\[Note on the page: Typed by Ann\]$/)
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
