import { pdfOf } from '../../tests/support/pdf.ts'
import { zipOf } from '../../tests/support/zip.ts'

export interface LargeDocument {
  name: string
  type: string
  content(): Uint8Array<ArrayBuffer>
}

const MB = 1024 * 1024
const MAX_UPLOAD_BYTES = 25 * MB - 4096
const EXPANDED_BYTES = 256 * MB

const OFFICE = 'application/vnd.openxmlformats-officedocument.'
const OPEN = 'application/vnd.oasis.opendocument.'
const XML = '<?xml version="1.0" encoding="UTF-8"?>'
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships'
const OF_OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

const relations = (...targets: [type: string, target: string][]) =>
  `${XML}<Relationships xmlns="${RELATIONS}">${targets
    .map(
      ([type, target], n) =>
        `<Relationship Id="rId${n + 1}" Type="${OF_OFFICE}/${type}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`

interface Package {
  extension: string
  type: string
  parts: Readonly<Record<string, string>>
  large: { part: string; head: string; piece: (n: number) => string; tail: string }
}

const openDocument = (
  extension: string,
  kind: string,
  [head, tail]: readonly [string, string],
  piece: (n: number) => string,
): Package => ({
  extension,
  type: `${OPEN}${kind}`,
  parts: { mimetype: `${OPEN}${kind}` },
  large: {
    part: 'content.xml',
    head: `${XML}<office:document-content xmlns:office="o" xmlns:table="t" xmlns:text="x" xmlns:draw="d"><office:body>${head}`,
    piece,
    tail: `${tail}</office:body></office:document-content>`,
  },
})

const PACKAGES: readonly Package[] = [
  {
    extension: 'docx',
    type: `${OFFICE}wordprocessingml.document`,
    parts: {
      '[Content_Types].xml': `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
      '_rels/.rels': relations(['officeDocument', 'word/document.xml']),
    },
    large: {
      part: 'word/document.xml',
      head: `${XML}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>`,
      piece: (n) => `<w:p><w:r><w:t>Paragraph ${n} of many</w:t></w:r></w:p>`,
      tail: '</w:body></w:document>',
    },
  },
  {
    extension: 'xlsx',
    type: `${OFFICE}spreadsheetml.sheet`,
    parts: {
      '_rels/.rels': relations(['officeDocument', 'xl/workbook.xml']),
      'xl/workbook.xml': `${XML}<workbook xmlns:r="${OF_OFFICE}"><sheets><sheet name="A" r:id="rId1"/></sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': relations(['worksheet', 'worksheets/sheet1.xml']),
    },
    large: {
      part: 'xl/worksheets/sheet1.xml',
      head: `${XML}<worksheet><sheetData>`,
      piece: (n) => `<row><c t="inlineStr"><is><t>"name" ${n}</t></is></c><c><v>${n}</v></c></row>`,
      tail: '</sheetData></worksheet>',
    },
  },
  {
    extension: 'pptx',
    type: `${OFFICE}presentationml.presentation`,
    parts: {
      '_rels/.rels': relations(['officeDocument', 'ppt/presentation.xml']),
      'ppt/presentation.xml': `${XML}<p:presentation xmlns:r="${OF_OFFICE}"><p:sldIdLst><p:sldId r:id="rId1"/></p:sldIdLst></p:presentation>`,
      'ppt/_rels/presentation.xml.rels': relations(['slide', 'slides/slide1.xml']),
    },
    large: {
      part: 'ppt/slides/slide1.xml',
      head: `${XML}<p:sld><p:cSld><p:spTree><p:sp><p:txBody>`,
      piece: (n) => `<a:p><a:r><a:t>Line ${n} of many</a:t></a:r></a:p>`,
      tail: '</p:txBody></p:sp></p:spTree></p:cSld></p:sld>',
    },
  },
  openDocument(
    'odt',
    'text',
    ['<office:text>', '</office:text>'],
    (n) => `<text:p>Paragraph ${n} of many</text:p>`,
  ),
  openDocument(
    'ods',
    'spreadsheet',
    ['<office:spreadsheet><table:table table:name="A">', '</table:table></office:spreadsheet>'],
    (n) =>
      `<table:table-row><table:table-cell><text:p>"name" ${n}</text:p></table:table-cell></table:table-row>`,
  ),
]

const filled = ({ head, piece, tail }: Package['large'], bytes: number): string => {
  const pieces: string[] = []
  for (let length = head.length + tail.length, n = 0; ; n++) {
    const next = piece(n)
    length += next.length
    if (length > bytes) return head + pieces.join('') + tail
    pieces.push(next)
  }
}

const archiveOf = ({ parts, large }: Package, bytes: number, isCompressed: boolean) =>
  new Uint8Array(zipOf({ ...parts, [large.part]: filled(large, bytes) }, { isCompressed }))

const textOf = (line: (n: number) => string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.from(filled({ part: '', head: '', piece: line, tail: '' }, MAX_UPLOAD_BYTES)))

export const LARGE_DOCUMENTS: ReadonlyMap<string, LargeDocument> = new Map([
  ...PACKAGES.flatMap((of): [string, LargeDocument][] => {
    const { extension, type } = of
    return [
      [
        `.${extension} of 25 MB`,
        { name: `large.${extension}`, type, content: () => archiveOf(of, MAX_UPLOAD_BYTES - 4096, false) },
      ],
      [
        `.${extension} that expands to 256 MB`,
        { name: `expands.${extension}`, type, content: () => archiveOf(of, EXPANDED_BYTES, true) },
      ],
    ]
  }),
  [
    '.pdf of 25 MB',
    {
      name: 'large.pdf',
      type: 'application/pdf',
      content: () =>
        new Uint8Array(pdfOf(Array.from({ length: 200 }, (_, n) => `page ${n} words `.repeat(8000)))),
    },
  ],
  [
    '.csv of 25 MB',
    { name: 'large.csv', type: 'text/csv', content: () => textOf((n) => `${n},"name ${n}",${n * 7}\n`) },
  ],
])
