export function pdfThatActs(address: string): Uint8Array<ArrayBuffer> {
  const script = `app.launchURL('${address}launch', true); this.submitForm('${address}submit'); this.getURL('${address}get'); app.alert('ran')`
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R /OpenAction 5 0 R /AA << /WC 6 0 R >> /Names << /JavaScript << /Names [(a) 7 0 R] >> >> /AcroForm << /Fields [] >> >>`,
    `<< /Type /Pages /Kids [3 0 R] /Count 1 >>`,
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Contents 4 0 R /AA << /O 6 0 R >> /Annots [8 0 R] >>`,
    `<< /Length 0 >>\nstream\n\nendstream`,
    `<< /S /URI /URI (${address}open) /Next 7 0 R >>`,
    `<< /S /SubmitForm /F << /FS /URL /F (${address}form) >> /Flags 4 >>`,
    `<< /S /JavaScript /JS (${script.replace(/[()\\]/g, String.raw`\$&`)}) >>`,
    `<< /Type /Annot /Subtype /Link /Rect [0 0 300 200] /A << /S /URI /URI (${address}link) >> >>`,
  ]
  let text = '%PDF-1.7\n'
  const starts = objects.map((object, index) => {
    const start = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return start
  })
  const table = starts.map((start) => `${String(start).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  text += `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`
  return new Uint8Array(Buffer.from(text, 'latin1'))
}
