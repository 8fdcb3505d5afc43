interface PdfParts {
  annotations?: readonly string[]
  catalog?: string
  areFieldsOnPage?: boolean
  drawn?: readonly { text: string; x: number; y: number }[]
}

/** @param fields Entries of form fields, such as `/FT /Tx /T (city) /V (Bern)`. */
export function pdfOf(
  pages: readonly string[],
  title?: string,
  fields: readonly string[] = [],
  { annotations = [], catalog = '', areFieldsOnPage = true, drawn = [] }: PdfParts = {},
): Buffer {
  const objects: string[] = []
  const add = (body: string) => objects.push(body)
  const kids = pages.map((_, index) => `${4 + index * 2} 0 R`).join(' ')
  const fieldRefs = fields.map((_, index) => `${4 + pages.length * 2 + index} 0 R`).join(' ')
  const firstAnnotation = 4 + pages.length * 2 + fields.length
  const firstDrawn = firstAnnotation + annotations.length
  const xObjects = drawn.map((_, index) => `/X${index} ${firstDrawn + index} 0 R`).join(' ')
  const drawing = drawn.map(({ x, y }, index) => ` q 1 0 0 1 ${x} ${y} cm /X${index} Do Q`).join('')
  const onPage = [
    ...fields.flatMap((field, index) =>
      areFieldsOnPage && !isGroup(field) ? [`${4 + pages.length * 2 + index} 0 R`] : [],
    ),
    ...annotations.map((_, index) => `${firstAnnotation + index} 0 R`),
  ].join(' ')
  add(
    `<< /Type /Catalog /Pages 2 0 R ${catalog} ${fields.length > 0 ? `/AcroForm << /Fields [${fieldRefs}] >>` : ''} >>`,
  )
  add(`<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`)
  add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>')
  for (const [index, text] of pages.entries()) {
    const stream = (text ? `BT /F1 12 Tf 72 720 Td (${text}) Tj ET` : '') + (index === 0 ? drawing : '')
    add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> /XObject << ${xObjects} >> >> /Contents ${5 + index * 2} 0 R ${index === 0 ? `/Annots [${onPage}]` : ''} >>`,
    )
    add(`<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`)
  }
  const widget = '/Type /Annot /Subtype /Widget /Rect [0 0 9 9]'
  for (const field of fields) add(`<< ${isGroup(field) ? '' : widget} ${field} >>`)
  for (const annotation of annotations) add(`<< /Type /Annot /Rect [0 0 9 9] ${annotation} >>`)
  for (const { text } of drawn) {
    const stream = `BT /F1 12 Tf (${text}) Tj ET`
    add(
      `<< /Subtype /Form /BBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    )
  }
  add(`<< /Title (${title ?? ''}) >>`)
  let out = '%PDF-1.4\n'
  const offsets = objects.map((body, index) => {
    const offset = out.length
    out += `${index + 1} 0 obj\n${body}\nendobj\n`
    return offset
  })
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  out += `xref\n0 ${size}\n0000000000 65535 f \n${rows}`
  out += `trailer\n<< /Size ${size} /Root 1 0 R /Info ${objects.length} 0 R >>\nstartxref\n${out.indexOf('xref\n0 ')}\n%%EOF`
  return Buffer.from(out, 'latin1')
}

/** True for a group of form fields, which is on no page. */
const isGroup = (field: string): boolean => field.includes('/Kids')
