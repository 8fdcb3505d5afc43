import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDocument } from '../../testing/document.ts'
import { titleOfDraft } from './draft-title.ts'

await openDocument()

test('code has the title that it gives itself, on one line and as it reads [web-artifacts.draft]', () => {
  const html = (text: string) => titleOfDraft({ preview: 'html', text })
  const svg = (text: string) => titleOfDraft({ preview: 'svg', text })
  const markdown = (text: string) => titleOfDraft({ preview: 'markdown', text })
  assert.equal(html('<html><TITLE lang="en"> Beds\n  and\u202E plants </TITLE>'), 'Beds and plants')
  assert.equal(html('<title>Beds &amp; &lt;b&gt;plants</title>'), 'Beds & <b>plants')
  assert.equal(html('<title> </title>'), undefined)
  assert.equal(svg(`<svg><title>${'x'.repeat(300)}</title></svg>`)?.length, 200)
  assert.equal(svg('<svg><rect><title>A bed</title></rect></svg>'), undefined)
  assert.equal(markdown('Hello\n\n## The **plan** &amp; [more](https://example.org)\n'), 'The plan & more')
  assert.equal(markdown('Hello'), undefined)
  assert.equal(titleOfDraft({ preview: 'csv', text: '# a,b' }), undefined)
})
