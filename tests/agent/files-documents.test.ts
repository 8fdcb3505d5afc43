import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { readDocument, readerOptions } from '#core/agent/tools/documents/read.ts'
import { startTestAgent, type TestAgent } from '../support/agent.ts'
import { pdfOf } from '../support/pdf.ts'
import { zipOf } from '../support/zip.ts'

const start = async (t: TestContext, files: Record<string, string | Uint8Array>) => {
  const agent = await startTestAgent(t)
  await mkdir(join(agent.folder, 'files'))
  for (const [name, content] of Object.entries(files))
    await writeFile(join(agent.folder, 'files', name), content)
  return agent
}

const read = async (agent: TestAgent, path: string, more: object = {}) => {
  const { tools, text } = await agent.run(`/tool read_file ${JSON.stringify({ path, ...more })}`)
  return { state: tools[1]?.state, text: text.trimEnd() }
}

test('a PDF is read page by page, told by its content and not its name [agent.files.documents]', async (t) => {
  const agent = await start(t, {
    'a.pdf': pdfOf(['First page', 'Second page']),
    'b.bin': pdfOf(['Hidden']),
    'scan.pdf': pdfOf(['', '']),
    'form.pdf': pdfOf(['Name:'], 'Form', [
      '/FT /Tx /T (name) /V (Ann Lee)',
      '/FT /Tx /T (city)',
      '/FT /Btn /T (agree) /V /Yes /AS /Yes /AP << /N << /Yes null /Off null >> >>',
      '/FT /Ch /Ff 131072 /T (size) /V (Large) /Opt [(Small) (Large)]',
    ]),
  })
  assert.equal(
    (await read(agent, 'a.pdf')).text,
    '--- page 1 of 2 ---\nFirst page\n\n--- page 2 of 2 ---\nSecond page',
  )
  assert.match(
    (await read(agent, 'a.pdf', { start_line: 4, lines: 1 })).text,
    /^--- page 2 of 2 ---\n\(lines 4 to 4; go on with start_line 5\)$/,
  )
  assert.match((await read(agent, 'b.bin')).text, /Hidden/)
  assert.match((await read(agent, 'scan.pdf')).text, /2 pages without text/)
  assert.equal(
    (await read(agent, 'form.pdf')).text,
    '--- page 1 of 1 ---\nName:\n\n--- form fields ---\nname: Ann Lee\ncity: (empty)\nagree: Yes\nsize: Large',
  )
})

test('Word documents come as markdown, Excel workbooks as CSV [agent.files.documents]', async (t) => {
  const formula =
    '<w:p><m:oMathPara><m:oMath><m:sSup><m:e><m:r><m:t>x</m:t></m:r></m:e><m:sup><m:r><m:t>2</m:t></m:r></m:sup></m:sSup></m:oMath></m:oMathPara></w:p>'
  const agent = await start(t, { 'letter.docx': docx(), 'paper.docx': docx(formula), 'book.xlsx': xlsx() })
  assert.equal((await read(agent, 'letter.docx')).text, '# Heading\n\nHello **bold** world')
  assert.match((await read(agent, 'paper.docx')).text, /world\n\n\$x\^2\$$/)
  assert.equal(
    (await read(agent, 'book.xlsx')).text,
    '--- sheet Prices ---\nPlan,Price,\n"A, big",10,\n30:00:00,09:30,2026-03-01T12:30:00',
  )
})

test('a broken or hostile document fails in one line, and only itself [agent.files.documents]', async (t) => {
  const agent = await start(t, {
    'cut.pdf': pdfOf(['x']).subarray(0, 20),
    'fake.docx': 'PK\x03\x04 nothing',
    'fake.xlsx': zipOf({ 'a.txt': 'x' }),
  })
  for (const path of ['cut.pdf', 'fake.docx', 'fake.xlsx']) {
    const { state, text } = await read(agent, path)
    assert.ok(!text.includes('\n'), text)
    assert.equal(state, 'failed')
    assert.match(text, /can’t be read\. It is damaged/)
  }
})

test('e-mails and RTF are recognised by their start, and a format without a reader is named with advice [agent.files.formats]', async (t) => {
  const compound = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)])
  const agent = await start(t, {
    'mail.eml': 'From: a@example.org\r\nSubject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=\r\n\r\nHello',
    'notes.eml': 'no header at all\n',
    'letter.doc': "{\\rtf1\\ansi Gr\\u252?\\'dfe}",
    'old.doc': compound,
    'old.xls': compound,
    'mail.msg': compound,
    'talk.key': zipOf({ 'Index.zip': '' }),
    'safe.docx': compound,
  })
  assert.equal((await read(agent, 'mail.eml')).text, 'From: a@example.org\nSubject: Grüße\n\nHello')
  assert.equal((await read(agent, 'notes.eml')).text, 'no header at all')
  assert.equal((await read(agent, 'letter.doc')).text, 'Grüße')
  for (const [name, expected] of [
    [
      'old.doc',
      /It is a Word document of the old format \(\.doc\), which cannot be read\. Save it as \.docx or PDF/,
    ],
    ['old.xls', /Save it as \.xlsx or CSV/],
    ['mail.msg', /an Outlook message .*Save it as \.eml/],
    ['talk.key', /a Keynote presentation .*Save it as \.pptx or PDF/],
    [
      'safe.docx',
      /a Word document with a password, or one of an old format\. Save it as \.docx without a password/,
    ],
  ] as const) {
    const { state, text } = await read(agent, name)
    assert.equal(state, 'failed', name)
    assert.match(text, expected)
  }
})

test('a document that takes more memory than it may is given up, and nothing else suffers [agent.files.documents]', async () => {
  const signal = new AbortController().signal
  const reading = ['['.repeat(20_000_000), pdfOf(['fine'])].map((content, n) =>
    readDocument(n === 0 ? 'json' : 'pdf', Buffer.from(content), { signal }),
  )
  await assert.rejects(reading[0]!, /needs more memory than a document may take/)
  assert.match((await reading[1]!).text, /fine/)
})

test('the document reader has no environment and may read no file except our code [agent.files.documents]', async () => {
  const { text } = await readDocument('json', Buffer.from('{}'), { signal: new AbortController().signal })
  assert.equal(text, '{}')
  const options = readerOptions()
  const probe = `import { readFileSync } from 'node:fs'; import { execSync } from 'node:child_process'
    for (const attempt of [() => readFileSync('/etc/passwd'), () => execSync('true')])
      try { attempt(); console.log('allowed') } catch (error) { console.log(error.code) }`
  const out = execFileSync(process.execPath, [...options, '--input-type=module', '--eval', probe], {
    env: {},
  })
  assert.equal(out.toString(), 'ERR_ACCESS_DENIED\nERR_ACCESS_DENIED\n')
})

test('reading a document stops with the answer [agent.files.documents]', async (t) => {
  const agent = await start(t, { 'a.pdf': pdfOf(Array.from({ length: 3000 }, (_, n) => `page ${n}`)) })
  const stop = new AbortController()
  for await (const event of agent.stream('/tool read_file {"path":"a.pdf"}', { signal: stop.signal }))
    if (event.type === 'tool' && event.state === 'running') stop.abort()
    else if (event.type === 'finish') assert.equal(event.reason, 'aborted')
})

test('CSV is read by rows, with any separator, and the first row is always shown [agent.files.csv]', async (t) => {
  const rows = Array.from({ length: 3000 }, (_, n) => `${n};"two\nlines";x`)
  const agent = await start(t, {
    'a.csv': `id;note;c\r\n${rows.join('\r\n')}`,
    'bad.csv': 'a,b\n"x"y,2\nlast,3',
  })
  const { text } = await read(agent, 'a.csv', { start_line: 3, lines: 2 })
  assert.equal(
    text,
    '(row 1: id;note;c)\n1;"two\nlines";x\n2;"two\nlines";x\n(rows 3 to 4; go on with start_line 5)',
  )
  assert.match((await read(agent, 'a.csv')).text, /\(rows 1 to 1000; go on with start_line 1001\)$/)
  assert.equal((await read(agent, 'bad.csv')).text, 'a,b\n"x"y,2\nlast,3', 'no proper CSV is read as text')
})

test('JSON on one long line is indented, so that it can be read in pieces [agent.files.json]', async (t) => {
  const value = { rows: Array.from({ length: 2000 }, (_, n) => ({ n })) }
  const agent = await start(t, {
    'a.json': JSON.stringify(value),
    'bad.json': `{"a":"${'x'.repeat(5000)}`,
    'small.json': '{"a":1}',
  })
  assert.match(
    (await read(agent, 'a.json')).text,
    /^\(indented for reading\)\n\{\n "rows": \[\n[^]*go on with start_line 1001/,
  )
  assert.match((await read(agent, 'bad.json')).text, /^\{"a":"xxx[^]*start_column 4001\)$/)
  assert.equal((await read(agent, 'small.json')).text, '{"a":1}')
})

test('text is read in UTF-8, UTF-16 and guessed encodings [agent.files.encodings]', async (t) => {
  const agent = await start(t, {
    'utf8.txt': 'Grüße €\n',
    'mark.txt': '\uFEFFGrüße €\n',
    'le.txt': Buffer.from('\uFEFFGrüße €\n', 'utf16le'),
    'be.txt': Buffer.from('\uFEFFGrüße €\n', 'utf16le').swap16(),
    'cp1252.txt': Buffer.from([0x47, 0x72, 0xfc, 0xdf, 0x65, 0x20, 0x80]),
    'late.csv': Buffer.concat([
      Buffer.from('id,city\n'.repeat(2000)),
      Buffer.from('1,M\xfcnchen\n', 'latin1'),
    ]),
    'sjis.csv': Buffer.from('69640a93fa967b0a', 'hex'),
    'gbk.csv': Buffer.from('d0d5c3fb2cb3c7cad00ad5c5ceb02cb1b1bea90a', 'hex'),
    'cp1251.csv': Buffer.from('c8ecff3bc3eef0eee40ac8e2e0ed3bcceef1eae2e00a', 'hex'),
    'unmarked.txt': Buffer.from('Grüße €\n', 'utf16le'),
    'split.txt': `${'x'.repeat(8191)}ü`,
  })
  for (const name of ['utf8', 'mark', 'le', 'be'])
    assert.equal((await read(agent, `${name}.txt`)).text, 'Grüße €', name)
  const guessed = (encoding: string) =>
    `\n(read as ${encoding}, which is a guess: the file does not name its encoding)`
  assert.equal((await read(agent, 'cp1252.txt')).text, `Grüße €${guessed('windows-1252')}`)
  assert.equal((await read(agent, 'unmarked.txt')).text, `Grüße €${guessed('utf-16le')}`)
  assert.equal((await read(agent, 'sjis.csv')).text, `id\n日本${guessed('shift_jis')}`)
  assert.equal((await read(agent, 'gbk.csv')).text, `姓名,城市\n张伟,北京${guessed('gb18030')}`)
  assert.equal((await read(agent, 'cp1251.csv')).text, `Имя;Город\nИван;Москва${guessed('windows-1251')}`)
  const late = (await read(agent, 'late.csv', { start_line: 2001 })).text
  assert.match(late, /1,München/)
  assert.ok(late.endsWith(guessed('windows-1252')), late)
  assert.match((await read(agent, 'split.txt', { start_column: 8190 })).text, /^xxü/)
  const { text } = await agent.run('/tool search_files {"query":"grüße"}')
  assert.equal(text.trim().split('\n').length, 6)
})

const docx = (more = '') =>
  zipOf({
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
    '_rels/.rels':
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
    'word/document.xml':
      '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"><w:body><w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr><w:r><w:t>Heading</w:t></w:r></w:p><w:p><w:r><w:t xml:space="preserve">Hello </w:t></w:r><w:r><w:rPr><w:b/></w:rPr><w:t>bold</w:t></w:r><w:r><w:t xml:space="preserve"> world</w:t></w:r></w:p>' +
      `${more}</w:body></w:document>`,
    'word/styles.xml':
      '<w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/></w:style></w:styles>',
  })

const xlsx = () =>
  zipOf({
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>',
    '_rels/.rels':
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>',
    'xl/workbook.xml':
      '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="Prices" sheetId="1" r:id="s1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="s1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="s2" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>',
    'xl/styles.xml':
      '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><cellXfs><xf numFmtId="0"/><xf numFmtId="46"/><xf numFmtId="20"/><xf numFmtId="22"/></cellXfs></styleSheet>',
    'xl/worksheets/sheet1.xml':
      '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>Plan</t></is></c><c r="B1" t="inlineStr"><is><t>Price</t></is></c></row><row r="2"><c r="A2" t="inlineStr"><is><t>A, big</t></is></c><c r="B2"><v>10</v></c></row><row r="3"><c r="A3" s="1"><v>1.25</v></c><c r="B3" s="2"><v>0.39583333333333331</v></c><c r="C3" s="3"><v>46082.520833330003</v></c></row></sheetData></worksheet>',
  })
