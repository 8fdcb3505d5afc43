import { crc32, deflateSync } from 'node:zlib'
import { pdfOf } from '../support/pdf.ts'

export const REPORT = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Spring report</title><style>
body { font: 16px/1.6 system-ui; margin: 2.5rem auto; max-width: 44rem; padding: 0 1.5rem; color: #22303c }
h1 { font-size: 2rem; letter-spacing: -.02em } .bars { display: flex; gap: 1rem; align-items: end; height: 9rem }
.bars div { flex: 1; background: #3f7d58; border-radius: 6px 6px 0 0 } p { color: #51606d }
</style></head><body><h1>Spring report</h1><p>How the beds did from March to June.</p>
<div class="bars"><div style="height:40%"></div><div style="height:65%"></div><div style="height:90%"></div><div style="height:75%"></div></div>
<p id="out">Script has not run</p>
<script>document.getElementById('out').textContent = 'Drawn by a script'</script></body></html>`

export const DOCUMENT = `# Handbook

Working hours are **nine to five**, flexible about both. See the [site](https://example.org).

| Topic | In short |
|:--|--:|
| Holidays | 30 |
| Notice in weeks | 2 |

\`\`\`ts
export const total = (beds: readonly number[]) => beds.reduce((sum, bed) => sum + bed, 0)
\`\`\`

<script>document.title = 'hacked'</script>

![dot](data:image/png;base64,${png(8, 8).toString('base64')}) and ![elsewhere](https://tracker.example/x.png)

- Water the seedlings before nine
- Write down what was sown
`

export const TABLE = `bed;plant;sown;harvest kg;price
1;Tomato;2026-03-02;12,5;1.250,00
2;"Peas; early";2026-02-20;9,25;310,10
10;Lavender;2026-04-11;100;2.000,00
3;Rhubarb;2025-11-01;;45,50
`

export const JSON_TEXT = JSON.stringify({
  name: 'Garden Team',
  beds: [
    { bed: 1, plant: 'Tomato', tags: ['sunny', 'tall'] },
    { bed: 2, plant: 'Peas', tags: [] },
  ],
  opened: true,
  manager: null,
})

export const CODE = `import { readFile } from 'node:fs/promises'

/** The beds that need water today. */
export async function thirstyBeds(path: string): Promise<string[]> {
  const beds = JSON.parse(await readFile(path, 'utf8')) as { name: string; moisture: number }[]
  return beds.filter(({ moisture }) => moisture < 0.3).map(({ name }) => name)
}
`

export const DRAWING = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 80"><rect width="120" height="80" rx="8" fill="#e6efe9"/><circle cx="40" cy="40" r="22" fill="#3f7d58"/><path d="M70 60 92 20l22 40z" fill="#d08c32"/><script>parent.document.title='hacked'</script></svg>`

export const PDF = pdfOf(['The beds of spring'], 'Spring')

export function png(width: number, height: number): Buffer {
  const rows = Array.from({ length: height }, (_, y) => {
    const row = Buffer.alloc(1 + width * 3)
    for (let x = 0; x < width; x += 1)
      row.set(
        [60 + (120 * x) / width, 130 + (80 * y) / height, 110 + (60 * (x + y)) / (width + height)],
        1 + x * 3,
      )
    return row
  })
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(data.length, 0)
  body.copy(framed, 4)
  framed.writeUInt32BE(crc32(body), body.length + 4)
  return framed
}

export function wav(): Buffer {
  const samples = 8000
  const header = Buffer.alloc(44)
  header.write('RIFF', 0, 'latin1')
  header.writeUInt32LE(36 + samples, 4)
  header.write('WAVEfmt ', 8, 'latin1')
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(samples, 24)
  header.writeUInt32LE(samples, 28)
  header.writeUInt16LE(1, 32)
  header.writeUInt16LE(8, 34)
  header.write('data', 36, 'latin1')
  header.writeUInt32LE(samples, 40)
  return Buffer.concat([header, Buffer.alloc(samples, 128)])
}
